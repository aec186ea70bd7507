"""Is this a treebank of queries? Every fault is named with its line, what is wrong, and what to do.

The reader stops at the first fault; whoever writes a treebank wants to see all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from caesura.foundation import InputError, PathLike
from caesura.shapes import MAX_WORDS
from caesura.syntax.treebank.reading import blocks

UNIVERSAL_TAGS = frozenset("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())  # noqa: SIM905
_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class TreebankFault:
    """What is wrong where."""

    line: int
    problem: str
    cure: str

    def error(self, file: PathLike) -> InputError:
        return InputError(self.problem, cure=self.cure, file=file, line=self.line)


@dataclass(slots=True)
class TreebankCheck:
    """What was looked at, and what was found."""

    queries: int = 0
    words: int = 0
    segments: int = 0
    multi_segment: int = 0
    faults: list[TreebankFault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    word: str
    tag: str
    head: int
    label: str
    segment: str | None


def validate_treebank(path: PathLike) -> TreebankCheck:
    """All faults of a file, in the order of its lines."""
    check = TreebankCheck()
    ids: dict[str, int] = {}
    for first, block in blocks(path):
        faults: list[TreebankFault] = []
        rows = _rows(first, block, faults)
        faults += _id_faults(first, block, ids)
        if rows is not None and rows:
            faults += _tree_faults(rows)
            check.queries += 1
            check.words += len(rows)
            roots = sum(row.head == 0 for row in rows)
            check.segments += roots
            check.multi_segment += roots > 1
        elif rows is not None:
            faults.append(TreebankFault(first, "a block without words", "leave it out, or write its words"))
        check.faults += sorted(faults, key=lambda fault: fault.line)
    if not check.queries and not check.faults:
        raise InputError("holds no query", cure="a treebank is CoNLL-U: ten columns with tabs between", file=path)
    return check


def _id_faults(first: int, block: Sequence[str], ids: dict[str, int]) -> Iterator[TreebankFault]:
    for number, line in enumerate(block, start=first):
        key, _, value = line[1:].partition("=")
        if line.startswith("#") and key.strip() == "sent_id":
            name = value.strip()
            if name in ids:
                yield TreebankFault(number, f"the sent_id '{name}' is already used at line {ids[name]}", "give each query its own")
            ids.setdefault(name, number)


def _rows(first: int, block: Sequence[str], faults: list[TreebankFault]) -> list[_Row] | None:
    """The words of a block; None where they cannot be read, so that nothing can be said about its trees."""
    rows: list[_Row] = []
    before = len(faults)
    for number, line in enumerate(block, start=first):
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            faults.append(
                TreebankFault(
                    number, f"{len(columns)} columns, CoNLL-U has {_COLUMNS}", "put tabs between them, _ where one is empty"
                )
            )
            continue
        if "-" in columns[0] or "." in columns[0]:
            faults.append(TreebankFault(number, f"the word is numbered {columns[0]}", "a query has plain words only: 1, 2, 3, ..."))
            continue
        if columns[0] != str(len(rows) + 1):
            faults.append(
                TreebankFault(number, f"the word is numbered '{columns[0]}', expected {len(rows) + 1}", "number the words from 1")
            )
        if len(columns[1].split()) != 1:
            faults.append(TreebankFault(number, f"the word is '{columns[1]}'", "a word holds no spaces and is not empty"))
        if not (columns[6].isascii() and columns[6].isdigit()):
            faults.append(TreebankFault(number, f"the head is '{columns[6]}'", "give the number of a word, or 0 for a root"))
            continue
        misc = dict(pair.split("=", 1) for pair in columns[9].split("|") if "=" in pair)
        rows.append(_Row(number, columns[1], columns[3], int(columns[6]), columns[7], misc.get("Segment")))
    return rows if len(faults) == before else None


def _tree_faults(rows: Sequence[_Row]) -> Iterator[TreebankFault]:
    if len(rows) > MAX_WORDS:
        yield TreebankFault(rows[0].line, f"{len(rows)} words, at most {MAX_WORDS} are possible", "leave the query out")
    for row in rows:
        if row.tag not in UNIVERSAL_TAGS:
            yield TreebankFault(row.line, f"the tag of '{row.word}' is '{row.tag}'", "use a universal tag, such as NOUN or VERB")
        if (row.label.lower() == "root") != (row.head == 0) and row.label != "_":
            yield TreebankFault(
                row.line, f"'{row.word}' has head {row.head} and relation '{row.label}'", "root goes with head 0, and only with it"
            )
    tops = _tops(rows)
    if isinstance(tops, TreebankFault):
        yield tops
        return
    yield from _contiguity_faults(rows, tops)
    yield from _crossings(rows)
    yield from _segment_faults(rows, tops)


def _tops(rows: Sequence[_Row]) -> list[int] | TreebankFault:
    """The root above each word, or why there is none."""
    size = len(rows)
    for number, row in enumerate(rows, start=1):
        if row.head > size or row.head == number:
            return TreebankFault(
                row.line, f"'{row.word}' (word {number}) has head {row.head}", f"possible are 0 and the other words 1 to {size}"
            )
    tops = []
    for number, row in enumerate(rows, start=1):
        above, climbed = number, 0
        while rows[above - 1].head:
            above, climbed = rows[above - 1].head, climbed + 1
            if climbed > size:
                return TreebankFault(
                    row.line, f"the heads above '{row.word}' form a cycle", "each segment needs a root with head 0"
                )
        tops.append(above)
    return tops


def _contiguity_faults(rows: Sequence[_Row], tops: Sequence[int]) -> Iterator[TreebankFault]:
    for place in range(1, len(rows)):
        if tops[place] != tops[place - 1] and tops[place] in tops[:place]:
            root = rows[tops[place] - 1].word
            yield TreebankFault(
                rows[place].line,
                f"the tree of '{root}' goes on at '{rows[place].word}' after another tree",
                "trees must be contiguous",
            )


def _crossings(rows: Sequence[_Row]) -> Iterator[TreebankFault]:
    for number, row in enumerate(rows, start=1):
        low, high = min(number, row.head), max(number, row.head)
        for other in range(low + 1, high) if row.head else ():
            if rows[other - 1].head and not low <= rows[other - 1].head <= high:
                yield TreebankFault(
                    row.line, f"the edges of '{row.word}' and '{rows[other - 1].word}' cross", "trees must be projective"
                )
                break


def _segment_faults(rows: Sequence[_Row], tops: Sequence[int]) -> Iterator[TreebankFault]:
    named = [row.segment for row in rows]
    if all(segment is None for segment in named):
        yield TreebankFault(rows[0].line, "no word names its segment", "write Segment=k into MISC, k from 1")
        return
    expected = 1
    for place, row in enumerate(rows):
        if place and tops[place] != tops[place - 1]:
            expected += 1
        if row.segment != str(expected):
            yield TreebankFault(
                row.line,
                f"'{row.word}' has Segment={row.segment or 'nothing'}, its tree is number {expected}",
                "each segment is one tree with one root, numbered from 1",
            )
            return
