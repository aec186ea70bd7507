"""Registry packages read as sources of counts and titles, and the default lexicon put together from them.

Only recipes need this: nothing here is part of the package that is installed.
"""

from recipes.sources.about import PACKAGES, Package
from recipes.sources.assembly import assembled
from recipes.sources.entities import listed_entities
from recipes.sources.packages import member
from recipes.sources.sphinx import TrigramModel, read_trigram_model
from recipes.sources.titles import dictionary_nouns, encyclopedia_titles, film_casts, film_titles, place_names
from recipes.sources.web import WEB_TOTAL, web_counts

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
    "listed_entities",
    "member",
    "place_names",
    "read_trigram_model",
    "web_counts",
]
