"""The rules about a single query, as named steps: how many words, no URL, which characters, which language, a title.

The defaults are those of Beyer's thesis, 3.1. Steps are tried in the order of `STEPS`, and a line is counted at the first
that it does not pass. The test for URLs stands before the one for characters: dots and slashes would fall there anyway, but
then nobody would see how many of them were addresses typed into the wrong field.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from caesura.corpus.language import is_english
from caesura.corpus.log_users import USER_STEPS, UserRules
from caesura.foundation import InputError, PathLike, lines
from caesura.shapes import fold

#: All steps in their order. Those from `title` on, and `clicked`, are there only when asked for.
STEPS = ("unreadable", *USER_STEPS, "clicked", "words", "url", "characters", "language", "title", "frequency", "click-entropy")

# What is left of an address, in lower case: a word that begins with www, a word http or https (also before a colon, a
# slash, a dot or www), "://" anywhere, a dot and one of these endings at the end of a name, and the words com and org,
# which people type for ".com" and ".org". "net", "info" and "html" are words of real queries and pass when they stand alone.
_URL = re.compile(
    r"(?:^|\s)(?:www|https?(?:$|[\s:/.]|www)|(?:com|org)(?:$|\s))|://"
    r"|\.(?:com|net|org|edu|gov|mil|info|biz|tv|us|uk|ca|au|de|fr|es|it|nl|html?|php|aspx?|jsp)(?![a-z0-9-])"
)
_URL_WORDS = frozenset(("com", "org"))

# No possessive groups: up to Python 3.11.4 they match what they should not ("0- ").
_ASCII_WORD = r"[a-z0-9]+(?:['-][a-z0-9]+)*"
_ASCII_QUERY = re.compile(rf"\s*{_ASCII_WORD}(?:\s+{_ASCII_WORD})*\s*", re.IGNORECASE)
# Apostrophes and hyphens as typed by keyboards and as set by word processors.
_INNER = frozenset("'’-‐‑")

TitleWords = frozenset[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LogRules:
    """What the filter goes by; None (or False) turns a rule off.

    `language` is any function text -> bool. `frequency` is how often a query was asked, minimum and maximum, either of which
    may be None. `click_entropy` must be exceeded. `titles` are folded word sequences, of which a query must hold one.
    """

    users: UserRules = field(default_factory=UserRules)
    words: tuple[int, int] | None = (3, 10)
    url: bool = True
    characters: bool = True
    language: Callable[[str], bool] | None = is_english
    clicked: bool = False
    titles: TitleWords | None = None
    frequency: tuple[int | None, int | None] | None = None
    click_entropy: float | None = None

    def __post_init__(self) -> None:
        for name, bounds in (("words", self.words), ("frequency", self.frequency)):
            minimum, maximum = bounds or (None, None)
            if minimum is not None and maximum is not None and minimum > maximum:
                raise InputError(f"the range from {minimum} to {maximum} is empty ({name})", cure="give the smaller number first")

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that are on, in their order."""
        on = {
            "unreadable": True,
            "user-queries": self.users.max_queries is not None,
            "user-characters": self.users.max_characters is not None,
            "user-gap": self.users.min_gap is not None,
            "clicked": self.clicked,
            "words": self.words is not None,
            "url": self.url,
            "characters": self.characters,
            "language": self.language is not None,
            "title": self.titles is not None,
            "frequency": self.frequency is not None,
            "click-entropy": self.click_entropy is not None,
        }
        return tuple(step for step in STEPS if on[step])

    @property
    def bounds(self) -> dict[str, str]:
        """What stands in a signature: each step that is on, with its bound."""
        bounds = {
            "user-queries": self.users.max_queries,
            "user-characters": self.users.max_characters,
            "user-gap": self.users.min_gap,
            "words": "-".join(map(str, self.words or ())),
            "language": getattr(self.language, "__name__", "own"),
            "title": None if self.titles is None else len(self.titles),
            "frequency": "-".join("" if bound is None else str(bound) for bound in self.frequency or ()),
            "click-entropy": self.click_entropy,
        }
        return {step: _shown(bounds.get(step, "yes")) for step in self.steps if step != "unreadable"}


def _shown(bound: object) -> str:
    return f"{bound:g}" if isinstance(bound, float) else str(bound)


def query_step(rules: LogRules) -> Callable[[str], str | None]:
    """A function query -> the step at which it falls, or None. What is off costs nothing."""
    minimum, maximum = rules.words or (0, 1 << 62)
    no_url = rules.url
    fits_characters = has_plain_characters if rules.characters else None
    fits_language, titles = rules.language, rules.titles
    longest = max(map(len, titles), default=0) if titles is not None else 0

    def step(query: str) -> str | None:
        if not minimum <= len(query.split()) <= maximum:
            return "words"
        if no_url and holds_url(query):
            return "url"
        if fits_characters is not None and not fits_characters(query):
            return "characters"
        if fits_language is not None and not fits_language(query):
            return "language"
        if titles is not None and not holds_title(query.split(), titles, longest):
            return "title"
        return None

    return step


def holds_url(text: str) -> bool:
    """Whether something in it is left of an address; see the comment at the pattern for what counts."""
    text = text.lower()
    # Nearly all queries are done without the pattern, which is slow to find nothing.
    if "." in text or "www" in text or "http" in text or "://" in text:
        return _URL.search(text) is not None
    return ("com" in text or "org" in text) and not _URL_WORDS.isdisjoint(text.split())


def has_plain_characters(text: str) -> bool:
    """Only words of letters (of any script, with their combining marks) and digits, with single hyphens or apostrophes inside."""
    if text.isascii():
        # The first test says yes to nearly all of them, at a third of the pattern's cost.
        return text.replace(" ", "").isalnum() or _ASCII_QUERY.fullmatch(text) is not None
    words = text.split()
    return bool(words) and all(map(_is_plain_word, words))


@lru_cache(maxsize=65536)
def _is_plain_word(word: str) -> bool:
    before = ""
    for character in word:
        kind = unicodedata.category(character)
        if kind[0] == "L" or kind == "Nd":
            before = "letter"
        elif kind[0] == "M" and before == "letter":
            continue
        elif character in _INNER and before == "letter":
            before = "inner"
        else:
            return False
    return before == "letter"


def read_titles(path: PathLike, *, longest: int = 10) -> TitleWords:
    """Titles of two or more words, one per line (underscores are spaces, as in Wikipedia's lists), folded; others are left out."""
    titles = (tuple(map(fold, line.replace("_", " ").split())) for _, line in lines(path))
    return frozenset(title for title in titles if 2 <= len(title) <= longest)


def holds_title(words: Sequence[str], titles: Collection[tuple[str, ...]], longest: int) -> bool:
    folded = tuple(map(fold, words))
    size = len(folded)
    return any(folded[i:j] in titles for i in range(size - 1) for j in range(i + 2, min(size, i + longest) + 1))
