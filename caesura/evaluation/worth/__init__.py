"""Worth in people: how many annotators' majority equals a segmenter. docs/definitions.md says how it is defined.

`scores.py` draws references and crowds from the votes and scores all of them at once, `plain.py` does the same for one query in
whole numbers, `curve.py` turns scores into people, and `figures.py` puts it together with intervals.
"""
