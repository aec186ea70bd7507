"""Parts of speech for queries.

A `Tagger` is any function from words to tags. `default_tagger()` is the one that ships with Caesura: trained on treebanks cased
away as queries are, small, and fast enough for a query log.
"""

from caesura.tagging.perceptron import PerceptronTagger, default_tagger
from caesura.tagging.tagger import Tagger, Tags

__all__ = ["PerceptronTagger", "Tagger", "Tags", "default_tagger"]
