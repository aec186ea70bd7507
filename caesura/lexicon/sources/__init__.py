"""Registry packages read as sources of counts and titles, and the default lexicon put together from them.

Only the recipe of the default lexicon needs this; nothing here runs when a query is segmented.
"""

from caesura.lexicon.sources.about import PACKAGES, Package
from caesura.lexicon.sources.assembly import assembled
from caesura.lexicon.sources.packages import member
from caesura.lexicon.sources.sphinx import TrigramModel, read_trigram_model
from caesura.lexicon.sources.titles import dictionary_nouns, encyclopedia_titles, film_casts, film_titles, place_names
from caesura.lexicon.sources.web import WEB_TOTAL, web_counts

__all__ = [
    "PACKAGES",
    "WEB_TOTAL",
    "Package",
    "TrigramModel",
    "assembled",
    "dictionary_nouns",
    "encyclopedia_titles",
    "film_casts",
    "film_titles",
    "member",
    "place_names",
    "read_trigram_model",
    "web_counts",
]
