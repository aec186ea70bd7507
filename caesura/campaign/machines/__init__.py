"""Machine annotators: chat endpoints, local commands and Caesura's own segmenters, asked in one way.

`sources.py` is what can be asked; `prompting.py` what it is sent; `replies.py` what of its answer is accepted; `asking.py` asks for
all items with cache, budget, limits and repeats; `annotating.py` turns it into a corpus or labels. None of it needs the database.
"""
