"""Counts and titles: what is known about words that stand together.

`Lexicon.open(path)` maps a lexicon file (one table for word n-grams and titles, shared between processes); `MemoryLexicon`
holds a few thousand in a dict; `default_lexicon()` is the one that comes with the package; `open_lexicon(name)` takes a file or
the name `default`. All answer `count`, `is_title` and `lookup` by one rule, written down in `LexiconLike`.

`build_lexicon`, `merge_lexicons` and `build_from_ngrams` make the files; they are loaded when first asked for, so that looking
words up does not wait for what counting needs. `count_on_spark` and `count_frame` do the counting on Apache Spark.
"""

from typing import TYPE_CHECKING, Any

from caesura.lexicon.default import default_lexicon, default_lexicon_path
from caesura.lexicon.hashing import SEED, word_hash
from caesura.lexicon.lexicon import Lexicon, compiled_here
from caesura.lexicon.like import LARGEST_COUNT, LONGEST_COUNTED, LexiconLike
from caesura.lexicon.memory import MemoryLexicon
from caesura.lexicon.named import DEFAULT_NAME, open_lexicon

if TYPE_CHECKING:
    from caesura.lexicon.build import build_from_ngrams, build_lexicon, merge_lexicons
    from caesura.lexicon.formats import Source
    from caesura.lexicon.spark import count_frame, count_on_spark

__all__ = [
    "DEFAULT_NAME",
    "LARGEST_COUNT",
    "LONGEST_COUNTED",
    "SEED",
    "Lexicon",
    "LexiconLike",
    "MemoryLexicon",
    "Source",
    "build_from_ngrams",
    "build_lexicon",
    "compiled_here",
    "count_frame",
    "count_on_spark",
    "default_lexicon",
    "default_lexicon_path",
    "merge_lexicons",
    "open_lexicon",
    "word_hash",
]


def __getattr__(name: str) -> Any:
    if name in ("build_from_ngrams", "build_lexicon", "merge_lexicons"):
        from caesura.lexicon import build

        return getattr(build, name)
    if name in ("count_frame", "count_on_spark"):
        from caesura.lexicon import spark

        return getattr(spark, name)
    if name == "Source":
        from caesura.lexicon.formats import Source

        return Source
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
