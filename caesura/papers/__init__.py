"""What exists only to reproduce a publication: printed figures, and the tables they stand in, computed again on your data.

`reproduce_thesis` (Beyer 2011), `replayed_outputs` (the public outputs of the Webis corpus), `middle_path_tables` (Ramanath et
al. 2013), `choices_tables` and `beside_published` (tables 1 to 4 of Lioma et al. 2018); the folder `listqa` goes from list
questions to paragraphs (Xu and Klakow 2010). `caesura reproduce` and `caesura labels listqa` call
them; `bind_book` makes one book of all.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.papers.book.binding import bind_book as bind_book
    from caesura.papers.book.entries import BOOK_ENTRIES as BOOK_ENTRIES
    from caesura.papers.choices import CHOICES_TABLES as CHOICES_TABLES
    from caesura.papers.choices import choices_tables as choices_tables
    from caesura.papers.lookups import ngram_lookups as ngram_lookups
    from caesura.papers.middle_path import MIDDLE_PATH_TABLES as MIDDLE_PATH_TABLES
    from caesura.papers.middle_path import draw_lengths as draw_lengths
    from caesura.papers.middle_path import middle_path_tables as middle_path_tables
    from caesura.papers.official_outputs import corpus_lexicon as corpus_lexicon
    from caesura.papers.official_outputs import replayed_outputs as replayed_outputs
    from caesura.papers.phrase_or_not import beside_published as beside_published
    from caesura.papers.thesis import reproduce_thesis as reproduce_thesis
    from caesura.papers.thesis_tables import TABLES_LEFT_OUT as TABLES_LEFT_OUT
    from caesura.papers.thesis_tables import TABLES_NOTES as TABLES_NOTES

__getattr__, __dir__, __all__ = lazy_door(__name__)
