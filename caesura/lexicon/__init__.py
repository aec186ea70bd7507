"""Counts and titles: what is known about words that stand together.

`Lexicon.open(path)` maps a lexicon file (one table for word n-grams and titles, shared between processes); `MemoryLexicon`
holds a few thousand in a dict. Both answer `count`, `is_title` and `lookup` by one rule, written down in `LexiconLike`.
"""

from caesura.lexicon.lexicon import Lexicon, compiled_here
from caesura.lexicon.like import LARGEST_COUNT, LONGEST_COUNTED, LexiconLike
from caesura.lexicon.memory import MemoryLexicon

__all__ = ["LARGEST_COUNT", "LONGEST_COUNTED", "Lexicon", "LexiconLike", "MemoryLexicon", "compiled_here"]
