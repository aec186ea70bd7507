"""One corpus as its page shows it: its facts, and the queries that are searched for, a page of them at a time."""

from __future__ import annotations

from dataclasses import dataclass

from caesura.corpus import Corpus, CorpusFacts, Entry, corpus_facts
from caesura.shapes import Flat, Nested, Shape, Words, print_brackets, print_pipe

#: Queries on one page of the list.
_PAGE = 50


@dataclass(frozen=True)
class Choice:
    """One segmentation of a query, in pipe or bracket form, and who chose it."""

    answer: str
    count: int
    text: str


@dataclass(frozen=True)
class Listed:
    """A query as the list shows it: how many broke between which words (flat votes only), and the single votes."""

    id: str
    words: tuple[str, ...]
    task: str
    shares: tuple[float, ...] | None
    total: int
    safe: bool
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class CorpusView:
    """What the page needs, without the corpus."""

    facts: CorpusFacts
    flat: bool
    annotated: bool
    listed: tuple[Listed, ...]
    matching: int
    current: int
    pages: int


def view_of(corpus: Corpus, search: str, which: str, page: int) -> CorpusView:
    """The queries that hold the text, or have it as their id; `which` is all, safe or unsafe."""
    matching = [entry for entry in corpus if _fits(entry, search, which)]
    pages = max(1, -(-len(matching) // _PAGE))
    current = min(max(page, 1), pages)
    return CorpusView(
        facts=corpus_facts(corpus),
        flat=is_flat(corpus),
        annotated=any(entry.votes.all for entry in corpus),
        listed=tuple(_listed(entry) for entry in matching[(current - 1) * _PAGE : current * _PAGE]),
        matching=len(matching),
        current=current,
        pages=pages,
    )


def is_flat(corpus: Corpus) -> bool:
    """Whether methods can be evaluated on it here; queries without votes are in the way of nothing."""
    return all(isinstance(vote.shape, Flat) for entry in corpus for vote in entry.votes.all[:1])


def _fits(entry: Entry, search: str, which: str) -> bool:
    if search and search not in entry.query.text.lower() and search != entry.query.id.lower():
        return False
    return which == "all" or not entry.votes.all or entry.votes.is_safe == (which == "safe")


def _listed(entry: Entry) -> Listed:
    words, votes = entry.query.words, entry.votes
    total = sum(vote.count for vote in votes.all)
    flats = [(vote.shape.breaks, vote.count) for vote in votes.all if isinstance(vote.shape, Flat)]
    shares = (
        tuple(sum(count for breaks, count in flats if breaks[place]) / total for place in range(len(words) - 1)) if flats else None
    )
    nested = any(isinstance(vote.shape, Nested) for vote in votes.all)
    choices = tuple(Choice(_printed(words, vote.shape), vote.count, ", ".join(vote.annotators)) for vote in votes.all)
    safe = bool(votes.all) and votes.is_safe
    return Listed(entry.query.id, words, "nested" if nested else "flat", shares, total, safe, choices)


def _printed(words: Words, shape: Shape) -> str:
    """Trees in brackets; of a forest, its segments."""
    if isinstance(shape, Nested):
        return print_brackets(words, shape)
    return print_pipe(words, shape if isinstance(shape, Flat) else shape.segments)
