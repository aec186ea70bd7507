"""Trees of ordinary treebanks as they stand, to be described and not parsed: edges may cross, a sentence may have several roots.

Words that the treebank counts (`do`, `n't`) are kept apart; punctuation is left out, and what hung on it hangs on its head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caesura.foundation import InputError, PathLike
from caesura.shapes import Words
from caesura.syntax.parsing.parse import Parse
from caesura.syntax.treebank.reading import blocks
from caesura.tagging import PUNCTUATION, without_marks

_COLUMNS = 10


def read_ordinary_trees(path: PathLike) -> Iterator[tuple[Words, Parse]]:
    """Words and trees of each sentence that has words; a faulty block is an error with its line."""
    met = False
    for first, block in blocks(path):
        met = True
        try:
            words, tree = _tree(block)
        except InputError as error:
            raise InputError(f"in the sentence that begins here: {error.problem}", cure=error.cure, file=path, line=first) from None
        if words:
            yield words, tree
    if not met:
        raise InputError("holds no sentence", cure="a treebank is CoNLL-U: ten columns with tabs between", file=path)


def _tree(block: Sequence[str]) -> tuple[Words, Parse]:
    rows = [line.split("\t") for line in block if not line.startswith("#")]
    for row in rows:
        if len(row) != _COLUMNS:
            raise InputError(f"{len(row)} columns, CoNLL-U has {_COLUMNS} with tabs between", cure="is this a treebank?")
    # Written words of several parts (1-2) and empty nodes (1.1) are not words of the tree.
    rows = [row for row in rows if "-" not in row[0] and "." not in row[0]]
    heads = [int(row[6]) if row[6].isascii() and row[6].isdigit() else -1 for row in rows]
    if any(not 0 <= head <= len(rows) or head == number for number, head in enumerate(heads, start=1)):
        raise InputError("a head is not the number of another word", cure=f"possible are 0 to {len(rows)}")
    kept = [at for at, row in enumerate(rows) if row[3] != PUNCTUATION and without_marks(row[1])]
    number = {at + 1: new for new, at in enumerate(kept, start=1)}
    found = tuple(number.get(_kept_head(heads, at, number), 0) for at in kept)
    return tuple(rows[at][1] for at in kept), Parse(tuple(rows[at][3] for at in kept), found, tuple(rows[at][7] for at in kept))


def _kept_head(heads: Sequence[int], at: int, number: dict[int, int]) -> int:
    """The nearest word above that is kept; 0 where there is none."""
    head, climbed = heads[at], 0
    above = head
    while above:
        above, climbed = heads[above - 1], climbed + 1
        if climbed > len(heads):
            raise InputError("the heads form a cycle", cure="each tree needs a root with head 0")
    while head and head not in number:
        head = heads[head - 1]
    return head
