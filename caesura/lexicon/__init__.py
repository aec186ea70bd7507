"""Counts and titles: what is known about words that stand together.

`Lexicon.open(path)` maps a lexicon file (one table for word n-grams and titles, shared between processes); `MemoryLexicon`
holds a few thousand in a dict; `default_lexicon()` is the one that comes with the package; `open_lexicon(name)` takes a file or
the name `default`. All answer `count`, `is_title` and `lookup` by one rule, written down in `LexiconLike`.

`build_lexicon`, `update_lexicon`, `merge_lexicons` and `build_from_ngrams` write the files. `count_on_spark` and `count_frame` do
the counting on Apache Spark.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.lexicon.build import build_from_ngrams as build_from_ngrams
    from caesura.lexicon.build import build_lexicon as build_lexicon
    from caesura.lexicon.build import merge_lexicons as merge_lexicons
    from caesura.lexicon.default import default_lexicon as default_lexicon
    from caesura.lexicon.default import default_lexicon_path as default_lexicon_path
    from caesura.lexicon.formats import COUNTS_FORMATS as COUNTS_FORMATS
    from caesura.lexicon.formats import TITLES_FORMATS as TITLES_FORMATS
    from caesura.lexicon.formats import Source as Source
    from caesura.lexicon.hashing import SEED as SEED
    from caesura.lexicon.hashing import word_hash as word_hash
    from caesura.lexicon.lexicon import Lexicon as Lexicon
    from caesura.lexicon.lexicon import compiled_here as compiled_here
    from caesura.lexicon.log_statistics import LogCounts as LogCounts
    from caesura.lexicon.log_statistics import log_counts as log_counts
    from caesura.lexicon.memory import MemoryLexicon as MemoryLexicon
    from caesura.lexicon.named import DEFAULT_NAME as DEFAULT_NAME
    from caesura.lexicon.named import is_default as is_default
    from caesura.lexicon.named import lexicon_fact as lexicon_fact
    from caesura.lexicon.named import lexicon_path as lexicon_path
    from caesura.lexicon.named import open_lexicon as open_lexicon
    from caesura.lexicon.protocol import LONGEST_COUNTED as LONGEST_COUNTED
    from caesura.lexicon.protocol import LexiconLike as LexiconLike
    from caesura.lexicon.protocol import NgramEntry as NgramEntry
    from caesura.lexicon.protocol import spans_one_by_one as spans_one_by_one
    from caesura.lexicon.spark import count_frame as count_frame
    from caesura.lexicon.spark import count_on_spark as count_on_spark
    from caesura.lexicon.update import update_lexicon as update_lexicon

__getattr__, __dir__, __all__ = lazy_door(__name__)
