"""Question templates learned from (query, title) pairs, after the query-to-question step of Dror et al. 2013.

A query is read as a pattern: function words stand for themselves, everything else becomes a slot named by its part of speech
(`N` for a run of nominal words, `V`, `R`). A template is a pattern with the function words that the title has between: for the
pattern `N N` the template `who is the N of N`. Only function words are ever spelled out, so a stored template holds no word of the
data's content. Pairs whose title brings in a content word, or another order, teach no template.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise, product
from math import log
from typing import Any, NamedTuple

from caesura.foundation import ArtifactKind, PathLike, fingerprint, open_bytes
from caesura.shapes import Words, fold
from caesura.syntax.alignment import NOWHERE, aligned
from caesura.syntax.closed_class import FUNCTION_WORDS
from caesura.syntax.pairs import Pair
from caesura.tagging import Tagger

TEMPLATES = ArtifactKind("templates", 2, cure="learn them again: caesura syntax train-segmenter --templates", unchecked=1)

_SLOTS = {"NOUN": "N", "PROPN": "N", "ADJ": "N", "NUM": "N", "VERB": "V", "AUX": "V", "ADV": "R"}
#: More readings of one query than this are not tried.
MOST_READINGS = 256


class Reading(NamedTuple):
    """A query as a pattern, and the words behind each of its parts, as (first, one past the last)."""

    pattern: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


def slots(words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """For each word itself if it is a function word, else the name of its slot."""
    return [word if word in FUNCTION_WORDS else _SLOTS.get(tag, "N") for word, tag in zip(words, tags, strict=True)]


def readings(words: Sequence[str], tags: Sequence[str]) -> Iterator[Reading]:
    """All patterns of a query: a run of nominal words is one slot, or cut into several at any place."""
    named = slots(words, tags)
    free = [at for at in range(1, len(named)) if named[at] == named[at - 1] == "N"]
    for number, cuts in enumerate(product((0, 1), repeat=len(free))):
        if number == MOST_READINGS:
            return
        joins = {at for at, cut in zip(free, cuts, strict=True) if not cut}
        starts = [at for at in range(len(named)) if at not in joins]
        yield Reading(tuple(named[at] for at in starts), tuple(pairwise((*starts, len(named)))))


def template_of(pair: Pair, tagger: Tagger) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """(pattern, template) of a pair, or None where it teaches none."""
    places = aligned(pair.query, pair.title)
    if not places or NOWHERE in places or list(places) != sorted(places):
        return None
    kept = set(places)
    if any(word not in FUNCTION_WORDS for at, word in enumerate(pair.title) if at not in kept):
        return None
    tags = tagger(pair.query)
    named = slots(pair.query, tags)
    pattern: list[str] = []
    template: list[str] = list(pair.title[: places[0]])
    for at, name in enumerate(named):
        between = pair.title[places[at - 1] + 1 : places[at]] if at else ()
        template += between
        if name == "N" and at and named[at - 1] == "N" and not between:
            continue
        pattern.append(name)
        template.append(name)
    template += pair.title[places[-1] + 1 :]
    return tuple(pattern), tuple(template)


class Candidate(NamedTuple):
    """A question for a query: its words, which of them are the query's, and the log of its template's share."""

    question: Words
    places: tuple[int, ...]
    prior: float


@dataclass(frozen=True)
class Templates:
    """Counts of templates by pattern."""

    counts: Mapping[tuple[str, ...], Mapping[tuple[str, ...], int]]
    card: dict[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(count for templates in self.counts.values() for count in templates.values())

    @property
    def fingerprint(self) -> str:
        return fingerprint(repr((pattern, *one)) for pattern, found in self.counts.items() for one in found.items())

    def candidates(self, words: Sequence[str], tags: Sequence[str], most: int = 20) -> list[Candidate]:
        """Questions for a query, with its words in their order; for each reading those of the `most` frequent templates."""
        whole = self._whole
        folded = tuple(map(fold, words))
        found = []
        for reading in readings(folded, tags):
            for template, count in list(self.counts.get(reading.pattern, {}).items())[:most]:
                found.append(_filled(folded, reading, template, log(count / whole)))
        return found

    @property
    def _whole(self) -> int:
        return self.card.get("total") or self.total

    def save(self, path: PathLike) -> None:
        stored = {
            " ".join(pattern): {" ".join(template): count for template, count in found.items()}
            for pattern, found in self.counts.items()
        }
        TEMPLATES.write(path, {**self.card, "total": self.total}, zlib.compress(json.dumps(stored).encode(), 9))


def _filled(words: Sequence[str], reading: Reading, template: tuple[str, ...], prior: float) -> Candidate:
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
    return Candidate(tuple(question), tuple(places), prior)


def _met_later(rest: Sequence[str], names: Sequence[str]) -> bool:
    """Whether all names still come in this order in the rest: then this one may wait."""
    found = iter(rest)
    return all(name in found for name in names)


def learned_templates(
    pairs: Iterable[Pair], tagger: Tagger, *, least: int = 2, longest: int = 10, card: dict[str, Any] | None = None
) -> Templates:
    """Templates seen at least `least` times, of patterns of at most `longest` parts."""
    counts: dict[tuple[str, ...], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for pair in pairs:
        found = template_of(pair, tagger)
        if found is not None and len(found[0]) <= longest:
            counts[found[0]][found[1]] += 1
    kept: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
    for pattern in sorted(counts):
        often = {
            template: count
            for template, count in sorted(counts[pattern].items(), key=lambda one: (-one[1], one[0]))
            if count >= least
        }
        if often:
            kept[pattern] = often
    return Templates(kept, card or {})


def load_templates(path: PathLike) -> Templates:
    """Templates from a file."""
    with open_bytes(path) as raw:
        return _unpacked(raw.read(), str(path))


def _unpacked(raw: bytes, source: str) -> Templates:
    head, body = TEMPLATES.unpack(raw, source)
    try:
        stored = json.loads(zlib.decompress(body))
        counts = {
            tuple(pattern.split(" ")): {tuple(template.split(" ")): int(count) for template, count in found.items()}
            for pattern, found in stored.items()
        }
        return Templates(counts, head)
    except (ValueError, AttributeError, zlib.error) as error:
        raise TEMPLATES.damaged(source) from error


@cache
def default_templates() -> Templates:
    """The templates that ship with Caesura, read once."""
    return _unpacked((files("caesura.syntax.projection") / "questions.templates").read_bytes(), "questions.templates")
