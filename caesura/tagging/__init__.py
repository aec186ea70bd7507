"""Parts of speech for queries.

A `Tagger` is any function from words to tags. `default_tagger()` is the one that ships with Caesura: trained on treebanks cased
away as queries are, small, and fast enough for a query log.
"""

from typing import TYPE_CHECKING, Any

from caesura.tagging.marks import CLOSING, OPENING, PUNCTUATION, WHOLE_WORDS, MarkedWord, split_marks, without_marks
from caesura.tagging.perceptron import PerceptronTagger, default_tagger
from caesura.tagging.perceptron import unpacked as read_tagger
from caesura.tagging.tagger import Tagger, Tags
from caesura.tagging.treebank import Tagged, Token, as_typed, phrases, read_as_queries, sentences

if TYPE_CHECKING:
    from caesura.tagging._perceptron import CompiledTagger
    from caesura.tagging.train import train_tagger

__all__ = [
    "CLOSING",
    "OPENING",
    "PUNCTUATION",
    "WHOLE_WORDS",
    "CompiledTagger",
    "MarkedWord",
    "PerceptronTagger",
    "Tagged",
    "Tagger",
    "Tags",
    "Token",
    "as_typed",
    "default_tagger",
    "phrases",
    "read_as_queries",
    "read_tagger",
    "sentences",
    "split_marks",
    "train_tagger",
    "without_marks",
]


def __getattr__(name: str) -> Any:
    if name == "train_tagger":  # training loads numpy, tagging does not
        from caesura.tagging.train import train_tagger

        return train_tagger
    if name == "CompiledTagger":  # not everywhere compiled
        from caesura.tagging._perceptron import CompiledTagger

        return CompiledTagger
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
