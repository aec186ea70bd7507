"""Run files as TREC has them: `query Q0 document rank score tag`, one document a line."""

from __future__ import annotations

from collections.abc import Iterable

from caesura.foundation import InputError, PathLike, written


def write_run(path: PathLike, found: Iterable[tuple[str, Iterable[tuple[str, float]]]], tag: str = "caesura") -> int:
    """Write the documents of each query, best first; returns how many queries found any. `-` is stdout.

    Evaluation programs sort by score again, so scores have enough digits to keep their order.
    """
    if not tag or len(tag.split()) != 1:
        raise InputError(f"the tag {tag!r}", cure="a tag is one word without spaces")
    answered = 0
    with written(path) as out:
        for query, hits in found:
            if not query or len(query.split()) != 1:
                raise InputError(f"the query id {query!r}", cure="ids in a run file are words without spaces")
            rank = 0
            for rank, (document, score) in enumerate(hits, start=1):
                out.write(f"{query} Q0 {document} {rank} {score:.10f} {tag}\n")
            answered += rank > 0
    return answered
