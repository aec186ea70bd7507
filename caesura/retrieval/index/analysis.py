"""How text becomes terms: cut into words, folded, stop words left out, stemmed. The same for documents and queries."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from caesura.foundation import MissingExtraError, one_of

TOKENISERS = ("words", "spaces")
STEMMERS = ("none", "porter")

_LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
# The same for plain ASCII, four times as fast: what is not a letter or digit becomes a space.
_ASCII = "".join(sign.lower() if sign.isalnum() else " " for sign in map(chr, range(128)))


@dataclass(frozen=True)
class Analysis:
    """`words`: runs of letters and digits, folded (NFKC, lower case). `spaces`: what stands between spaces, as it is.

    Stop words are written as the tokeniser writes words, left out before stemming, and leave no gap.
    The stemmer is Porter's of 1980.
    """

    tokeniser: str = "words"
    stop_words: frozenset[str] = frozenset()
    stemmer: str = "none"
    _stem: Callable[[str], str] | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        one_of("tokeniser", self.tokeniser, TOKENISERS)
        one_of("stemmer", self.stemmer, STEMMERS)
        if self.tokeniser == "words":
            # Written as the words of a text are, or they would never be met.
            object.__setattr__(self, "stop_words", frozenset(part for word in self.stop_words for part in self.cut(word)))
        if self.stemmer == "porter":
            object.__setattr__(self, "_stem", _porter())

    def __reduce__(self) -> tuple[type[Analysis], tuple[str, frozenset[str], str]]:
        return Analysis, (self.tokeniser, self.stop_words, self.stemmer)

    def cut(self, text: str) -> list[str]:
        """The words of a text, folded."""
        if self.tokeniser == "spaces":
            return text.split()
        if text.isascii():
            return text.translate(_ASCII).split()
        return _LETTERS_AND_DIGITS.findall(unicodedata.normalize("NFKC", text).lower())

    def term(self, word: str) -> str | None:
        """What a folded word is in the index; None for a stop word."""
        if word in self.stop_words:
            return None
        # Porter's stemmer leaves nothing of "s": such a word stays as it is.
        return word if self._stem is None else self._stem(word) or word

    def terms(self, text: str) -> list[str]:
        """All terms of a text in order."""
        return [term for word in self.cut(text) if (term := self.term(word)) is not None]


def _porter() -> Callable[[str], str]:
    try:
        from Stemmer import Stemmer
    except ImportError:
        raise MissingExtraError("the stemmer porter", "retrieval") from None
    stem: Callable[[str], str] = Stemmer("porter").stemWord
    return stem
