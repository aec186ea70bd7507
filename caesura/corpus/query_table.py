"""A file of queries as a table: which column holds the queries, and what is left out, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from caesura.foundation import InputError, unknown

#: What columns of queries, ids and paragraphs are called.
QUERY_NAMES = (
    "query",
    "queries",
    "text",
    "question",
    "search query",
    "search term",
    "search",
    "keyword",
    "keywords",
    "phrase",
    "q",
)
ID_NAMES = ("id", "query id", "qid", "item", "item id", "name", "number", "no", "nr", "#", "index")

#: Why a query is left out, or None where it is taken.
WhyNot = Callable[[str, str], str | None]


@dataclass(frozen=True)
class PickedQuery:
    """A query to be annotated, with the line or row it stands in."""

    id: str
    text: str
    paragraph: str
    line: int


@dataclass(frozen=True)
class LeftOut:
    """What is left out for one reason: how many, and the first of them."""

    reason: str
    count: int
    line: int
    text: str


@dataclass(frozen=True)
class PickedQueries:
    """What a column gives."""

    queries: tuple[PickedQuery, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def sentence(self) -> str:
        """`38 queries; 4 left out: one word; 1 left out: empty`."""
        number = len(self.queries)
        counted = f"{number:,} {'query' if number == 1 else 'queries'}"
        return "; ".join([counted, *(f"{one.count:,} left out: {one.reason}" for one in self.left_out)])


@dataclass(frozen=True)
class QueryTable:
    """A file as a table. `kind` and `encoding` say how it was read; `lines` are the lines or rows of the file.

    `header` says whether the first row names the columns. `notes` are what a reader should know before going on.
    """

    kind: str
    encoding: str
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    header: bool
    separator: str = ""
    notes: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, each once; numbers where there is no header."""
        width = max(map(len, self.rows), default=0)
        first = self.rows[0] if self.header and self.rows else ()
        names: list[str] = []
        for place in range(width):
            name = first[place].strip() if place < len(first) else ""
            name = name or f"column {place + 1}"
            names.append(name if name not in names else f"{name} ({place + 1})")
        return tuple(names)

    @property
    def body(self) -> list[tuple[int, tuple[str, ...]]]:
        """The rows below the header, with their lines."""
        return list(zip(self.lines, self.rows, strict=True))[1 if self.header else 0 :]

    def with_header(self, header: bool) -> QueryTable:
        return replace(self, header=header)

    def named(self, names: Sequence[str]) -> str | None:
        """The column called by one of these names, the first of them first."""
        by_plain_name = {plain_name(column): column for column in reversed(self.columns)}
        return next((by_plain_name[name] for name in names if name in by_plain_name), None)

    @property
    def query_column(self) -> str | None:
        """The column of the queries where there is no doubt: by its name, or because there is no other."""
        return self.named(QUERY_NAMES) or (self.columns[0] if len(self.columns) == 1 else None)

    @property
    def likely_column(self) -> str:
        """The column to suggest: in doubt the one with the most words."""
        body = self.body[:200]
        words = [sum(len(row[place].split()) for _, row in body if place < len(row)) for place in range(len(self.columns))]
        return self.query_column or self.columns[words.index(max(words))]

    @property
    def id_column(self) -> str | None:
        return self.named(ID_NAMES)

    def picked(
        self, query: str | None = None, id: str | None = None, paragraph: str | None = None, why_not: WhyNot | None = None
    ) -> PickedQueries:
        """The queries of a column, ids from another; without an id column they are numbered by their lines.

        An error names the columns where it is not clear which holds the queries.
        """
        column = query or self.query_column
        if column is None:
            raise InputError(
                f"which of the columns {', '.join(self.columns)} holds the queries?", cure="name it, or call it query in the file"
            )
        places = [None if name is None else self._place(name) for name in (column, id or self.id_column, paragraph)]
        by_id: dict[str, PickedQuery] = {}
        texts: set[tuple[str, str]] = set()
        counts: Counter[str] = Counter()
        firsts: dict[str, tuple[int, str]] = {}
        for line, row in self.body:
            # What stands inside a cell, line breaks too, is shown and given back as it was written.
            text, given, context = (row[p].strip() if p is not None and p < len(row) else "" for p in places)
            reason = None if text else "empty"
            reason = reason or (why_not(text, context) if why_not else None)
            name = given or str(line)
            if reason is None and name in by_id:
                reason = "the same query again" if by_id[name].text == text else "its id was used before"
            elif reason is None and places[1] is None and (text, context) in texts:
                reason = "the same query again"
            if reason is not None:
                counts[reason] += 1
                firsts.setdefault(reason, (line, text))
                continue
            texts.add((text, context))
            by_id[name] = PickedQuery(name, text, context, line)
        left = tuple(LeftOut(reason, count, *firsts[reason]) for reason, count in counts.most_common())
        return PickedQueries(tuple(by_id.values()), left)

    def _place(self, name: str) -> int:
        wanted = {column: place for place, column in reversed(list(enumerate(self.columns)))}
        loose = {plain_name(column): place for column, place in wanted.items()}
        place = wanted.get(name, loose.get(plain_name(name)))
        if place is None:
            raise unknown("column", name, self.columns)
        return place


def plain_name(name: str) -> str:
    """Spelling that makes no difference in a column's name."""
    return " ".join(name.replace("_", " ").replace("-", " ").split()).lower()
