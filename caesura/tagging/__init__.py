"""Parts of speech for queries.

A `Tagger` is any function from words to tags. `default_tagger()` is the one that ships with Caesura: trained on treebanks made to
look like queries, small, and fast enough for a query log. Punctuation is split off words before they are tagged (`split_marks`).
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.tagging._perceptron import CompiledTagger as CompiledTagger
    from caesura.tagging.features import FEATURE_ROWS as FEATURE_ROWS
    from caesura.tagging.features import feature_row as feature_row
    from caesura.tagging.marks import PUNCTUATION as PUNCTUATION
    from caesura.tagging.marks import split_marks as split_marks
    from caesura.tagging.marks import without_marks as without_marks
    from caesura.tagging.perceptron import PerceptronTagger as PerceptronTagger
    from caesura.tagging.perceptron import default_tagger as default_tagger
    from caesura.tagging.perceptron import unpack_tagger as unpack_tagger
    from caesura.tagging.tagger import Tagger as Tagger
    from caesura.tagging.tagger import Tags as Tags
    from caesura.tagging.training import train_tagger as train_tagger
    from caesura.tagging.treebank import Tagged as Tagged
    from caesura.tagging.treebank import Token as Token
    from caesura.tagging.treebank import as_typed as as_typed
    from caesura.tagging.treebank import phrases as phrases
    from caesura.tagging.treebank import read_as_queries as read_as_queries
    from caesura.tagging.treebank import sentences as sentences

__getattr__, __dir__, __all__ = lazy_door(__name__)
