"""Parts of speech for queries.

A `Tagger` is any function from words to tags. `default_tagger()` is the one that ships with Caesura: trained on treebanks cased
away as queries are, small, and fast enough for a query log.
"""

from caesura.tagging.perceptron import PerceptronTagger, default_tagger
from caesura.tagging.tagger import Tagger, Tags
from caesura.tagging.treebank import Tagged, Token, as_typed, phrases, read_as_queries, sentences

__all__ = [
    "PerceptronTagger",
    "Tagged",
    "Tagger",
    "Tags",
    "Token",
    "as_typed",
    "default_tagger",
    "phrases",
    "read_as_queries",
    "sentences",
]
