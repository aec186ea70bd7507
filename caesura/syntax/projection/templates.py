"""Question templates learned from (query, title) pairs, after the query-to-question step of Dror et al. 2013.

A query is read as a pattern: function words stand for themselves, everything else becomes a slot named by its part of speech
(`N` for a run of nominal words, `V`, `R`). A template is a pattern with the function words that the title has between: for the
pattern `N N` the template `who is the N of N`. Only function words are ever spelled out, so a stored template holds no word of the
data's content. Pairs whose title brings in a content word, or another order, teach no template.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise, product
from math import log
from typing import Any, NamedTuple

from caesura.foundation import ArtifactKind, PathLike, fingerprint, open_bytes
from caesura.shapes import Words, fold
from caesura.syntax.closed_class import FUNCTION_WORDS

TEMPLATES = ArtifactKind("templates", 2, cure="learn them again: caesura syntax train-segmenter --templates", unchecked=1)

_SLOTS = {"NOUN": "N", "PROPN": "N", "ADJ": "N", "NUM": "N", "VERB": "V", "AUX": "V", "ADV": "R"}
#: More readings of one query than this are not tried.
MOST_READINGS = 256


class QueryPattern(NamedTuple):
    """A query as a pattern, and the words behind each of its parts, as (first, one past the last)."""

    pattern: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


def slots(words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """For each word itself if it is a function word, else the name of its slot."""
    return [word if word in FUNCTION_WORDS else _SLOTS.get(tag, "N") for word, tag in zip(words, tags, strict=True)]


def readings(words: Sequence[str], tags: Sequence[str]) -> Iterator[QueryPattern]:
    """All patterns of a query: a run of nominal words is one slot, or cut into several at any place."""
    named = slots(words, tags)
    free = [at for at in range(1, len(named)) if named[at] == named[at - 1] == "N"]
    for number, cuts in enumerate(product((0, 1), repeat=len(free))):
        if number == MOST_READINGS:
            return
        joins = {at for at, cut in zip(free, cuts, strict=True) if not cut}
        starts = [at for at in range(len(named)) if at not in joins]
        yield QueryPattern(tuple(named[at] for at in starts), tuple(pairwise((*starts, len(named)))))


class InferredQuestion(NamedTuple):
    """A question for a query: its words, which of them are the query's, and the log of its template's share."""

    question: Words
    places: tuple[int, ...]
    prior: float


@dataclass(frozen=True)
class QuestionTemplates:
    """Counts of templates by pattern."""

    counts: Mapping[tuple[str, ...], Mapping[tuple[str, ...], int]]
    card: dict[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(count for templates in self.counts.values() for count in templates.values())

    @property
    def fingerprint(self) -> str:
        return fingerprint(repr((pattern, *one)) for pattern, templates in self.counts.items() for one in templates.items())

    def candidates(self, words: Sequence[str], tags: Sequence[str], maximum: int = 20) -> list[InferredQuestion]:
        """Questions for a query, with its words in their order; for each reading those of the `maximum` most frequent templates."""
        whole = self._whole
        folded = tuple(map(fold, words))
        questions = []
        for reading in readings(folded, tags):
            for template, count in list(self.counts.get(reading.pattern, {}).items())[:maximum]:
                questions.append(_filled(folded, reading, template, log(count / whole)))
        return questions

    @property
    def _whole(self) -> int:
        return self.card.get("total") or self.total

    def save(self, path: PathLike) -> None:
        stored = {
            " ".join(pattern): {" ".join(template): count for template, count in templates.items()}
            for pattern, templates in self.counts.items()
        }
        TEMPLATES.write(path, {**self.card, "total": self.total}, zlib.compress(json.dumps(stored).encode(), 9))


def _filled(words: Sequence[str], reading: QueryPattern, template: tuple[str, ...], prior: float) -> InferredQuestion:
    """The template with the query's words in its slots."""
    question: list[str] = []
    places: list[int] = []
    parts = list(zip(reading.pattern, reading.spans, strict=True))
    for at, name in enumerate(template):
        # A part of the pattern is met where its name comes up and enough of the template is left for the other parts.
        if parts and parts[0][0] == name and not _met_later(template[at + 1 :], [part for part, _ in parts]):
            start, end = parts.pop(0)[1]
            places += range(len(question), len(question) + end - start)
            question += words[start:end]
        else:
            question.append(name)
    return InferredQuestion(tuple(question), tuple(places), prior)


def _met_later(rest: Sequence[str], names: Sequence[str]) -> bool:
    """Whether all names still come in this order in the rest: then this one may wait."""
    remaining = iter(rest)
    return all(name in remaining for name in names)


def load_templates(path: PathLike) -> QuestionTemplates:
    """Templates from a file."""
    with open_bytes(path) as raw:
        return unpack_templates(raw.read(), str(path))


def unpack_templates(raw: bytes, source: str) -> QuestionTemplates:
    head, body = TEMPLATES.unpack(raw, source)
    try:
        stored = json.loads(zlib.decompress(body))
        counts = {
            tuple(pattern.split(" ")): {tuple(template.split(" ")): int(count) for template, count in templates.items()}
            for pattern, templates in stored.items()
        }
        return QuestionTemplates(counts, head)
    except (ValueError, AttributeError, zlib.error) as error:
        raise TEMPLATES.damaged(source) from error


@cache
def default_templates() -> QuestionTemplates:
    """The templates that ship with Caesura, read once."""
    return unpack_templates((files("caesura.syntax.projection") / "questions.templates").read_bytes(), "questions.templates")
