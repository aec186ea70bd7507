"""Queries without their punctuation, and back: what the models of this room see, and the parse of the words as they were typed.

The models learned from text without marks. Before a query is segmented or parsed, marks are split off its words, and words of marks
alone are left out; afterwards the parse is spread over the typed words again, where a mark that stands alone hangs (`punct`) on the
highest word that it can reach without crossing an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from caesura.shapes import Forest, Words
from caesura.syntax.parsing.parse import Parse
from caesura.syntax.treebank.reading import TreebankQuery
from caesura.tagging import PUNCTUATION, without_marks

_RELATION = "punct"


@dataclass(frozen=True, slots=True)
class BareQuery:
    """The words without marks, and the place (from 0) of each among the typed ones. A query of marks alone keeps them."""

    words: Words
    places: tuple[int, ...]
    typed: int

    def spread(self, parse: Parse) -> Parse:
        """The parse of the bare words as one of the typed words."""
        if self.typed == len(self.places):
            return parse
        heads, tags, labels = [-1] * self.typed, [PUNCTUATION] * self.typed, [_RELATION] * self.typed
        for i, place in enumerate(self.places):
            heads[place] = self.places[parse.heads[i] - 1] + 1 if parse.heads[i] else 0
            tags[place] = parse.tags[i]
            if parse.labels:
                labels[place] = parse.labels[i]
        for place in range(self.typed):
            if heads[place] < 0:
                heads[place] = _highest(heads, self._beside(place, heads), place) + 1
        return Parse(tuple(tags), tuple(heads), tuple(labels) if parse.labels else (), parse.confidence)

    def _beside(self, place: int, heads: Sequence[int]) -> int:
        """The word before a mark, or what the mark before it hangs on; marks in front of all words hang on what follows."""
        if place < self.places[0]:
            return self.places[0]
        return place - 1 if place - 1 in self.places else heads[place - 1] - 1


def bare_query(typed: Sequence[str]) -> BareQuery:
    bare = [without_marks(word) for word in typed]
    places = tuple(place for place, word in enumerate(bare) if word)
    if not places:
        return BareQuery(tuple(typed), tuple(range(len(bare))), len(bare))
    return BareQuery(tuple(bare[place] for place in places), places, len(bare))


def parse_bare(queries: Iterable[Sequence[str]], parse_many: Callable[[list[Words]], list[Parse]]) -> list[Parse]:
    """Parses of the words as typed, by a parser that sees them without marks."""
    bare = [bare_query(words) for words in queries]
    return [query.spread(parse) for query, parse in zip(bare, parse_many([query.words for query in bare]), strict=True)]


def bare_treebank(queries: Iterable[TreebankQuery]) -> list[TreebankQuery]:
    """Queries to score methods on: punctuation is not scored, and what hung on it hangs on its head."""
    return [_bare(query) for query in queries]


def _bare(query: TreebankQuery) -> TreebankQuery:
    bare, forest = bare_query(query.words), query.forest
    if len(bare.places) == bare.typed:
        return replace(query, words=bare.words)
    number = {place + 1: i for i, place in enumerate(bare.places, start=1)}
    heads: list[int] = []
    for place in bare.places:
        head = forest.heads[place]
        while head and head not in number:
            # Where a mark was the root, its first word takes its place.
            above = forest.heads[head - 1]
            first = next((other for other in bare.places if forest.heads[other] == head), place)
            head = above or (0 if first == place else first + 1)
        heads.append(number.get(head, 0))
    labels = (
        tuple(
            "root" if forest.heads[place] and not head else forest.labels[place]
            for place, head in zip(bare.places, heads, strict=True)
        )
        if forest.labels
        else ()
    )
    return replace(query, words=bare.words, forest=Forest(tuple(heads), tuple(forest.tags[p] for p in bare.places), labels))


def _highest(heads: Sequence[int], word: int, mark: int) -> int:
    """The highest word above `word` from which an edge to the mark crosses no other."""
    while (head := heads[word]) > 0 and not _crosses(heads, min(head - 1, mark), max(head - 1, mark)):
        word = head - 1
    return word


def _crosses(heads: Sequence[int], left: int, right: int) -> bool:
    """Whether an edge leads from inside the stretch to outside of it; words of marks that hang nowhere yet do not count."""
    return any(
        (left < one < right) != (left < head - 1 < right) and one not in (left, right) and head - 1 not in (left, right)
        for one, head in enumerate(heads)
        if head > 0
    )
