"""Treebanks of queries: CoNLL-U blocks with one forest each, `Segment=k` in MISC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO

from caesura.foundation import InputError, PathLike, lines
from caesura.shapes import Forest, Words, parse_conllu, print_conllu


@dataclass(frozen=True, slots=True)
class TreebankQuery:
    """A query and its forest; `id` is its `# sent_id`, or its number in the file where it has none."""

    id: str
    words: Words
    forest: Forest
    comments: dict[str, str] = field(default_factory=dict, compare=False)
    line: int | None = field(default=None, compare=False)


def blocks(path: PathLike) -> Iterator[tuple[int, list[str]]]:
    """The blocks between blank lines, each with the number of its first line."""
    first, block = 0, list[str]()
    for number, line in lines(path):
        if line:
            first = first if block else number
            block.append(line)
        elif block:
            yield first, block
            block = []
    if block:
        yield first, block


def read_treebank(path: PathLike) -> list[TreebankQuery]:
    """All queries of a file; two with one id are an error, as is a block that is not a forest."""
    queries: list[TreebankQuery] = []
    seen: dict[str, int] = {}
    for first, block in blocks(path):
        try:
            words, forest, comments = parse_conllu(block)
        except InputError as error:
            raise InputError(
                f"in the query that begins here: {error.problem}",
                cure=error.cure or "see: caesura syntax validate",
                file=path,
                line=first,
            ) from error
        if not words:
            continue
        name = comments.get("sent_id", str(len(queries) + 1))
        if name in seen:
            raise InputError(
                f"the sent_id '{name}' is already used at line {seen[name]}", cure="give it another sent_id", file=path, line=first
            )
        seen[name] = first
        queries.append(TreebankQuery(name, words, forest, comments, first))
    if not queries:
        raise InputError("holds no query", cure="a treebank is CoNLL-U: ten columns with tabs between", file=path)
    return queries


def write_treebank(stream: IO[str], queries: Iterable[TreebankQuery]) -> None:
    """The same file again: ids and comments first, then the words."""
    for query in queries:
        stream.write(print_conllu(query.words, query.forest, {"sent_id": query.id, "text": " ".join(query.words)} | query.comments))
