"""A query as it was typed."""

from __future__ import annotations

from dataclasses import dataclass

from caesura.foundation import InputError
from caesura.shapes import Words, query_words

# Penn and QTag tags of nouns, adjectives, articles and numbers (DEFINITIONS §2: numbers are needed to replay the
# official outputs), and their universal counterparts. DET is an article only in English "a", "an", "the": see below.
_NOMINAL = frozenset(("NN", "NNS", "NP", "NPS", "NNP", "NNPS", "JJ", "JJR", "JJS", "DT", "CD", "NOUN", "PROPN", "ADJ", "NUM"))
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Query:
    """Id, text, and part-of-speech tags where known.

    There may be more tags than words: some taggers split `u.s.`. The list is kept as it came.
    """

    id: str
    text: str
    tags: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not self.id or any(c in "\t\r\n" for c in self.id):
            raise InputError(f"the id {self.id!r} is empty or holds a tab or line break", cure="give every query a plain id")
        query_words(self.text)
        if self.tags is not None:
            object.__setattr__(self, "tags", tuple(self.tags))

    @property
    def words(self) -> Words:
        return query_words(self.text)

    @property
    def is_nominal(self) -> bool | None:
        """Only nouns, adjectives, articles and numbers; None where there are no tags. An unknown tag is not nominal."""
        if self.tags is None:
            return None
        words = self.words
        known_words = words if len(words) == len(self.tags) else ("",) * len(self.tags)
        return all(
            tag in _NOMINAL or (tag == "DET" and word.lower() in _ARTICLES)
            for tag, word in zip(self.tags, known_words, strict=True)
        )
