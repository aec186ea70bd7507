"""Run files as TREC has them: `query Q0 document rank score tag`, one document per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from caesura.foundation import InputError, PathLike, written


def write_run(path: PathLike, rankings: Iterable[tuple[str, Iterable[tuple[str, float]]]], tag: str = "caesura") -> int:
    """Write the documents of each query, best first; returns how many queries found any. `-` is stdout.

    Evaluation programs sort by score again and break ties their own way, so the written scores always decrease.
    """
    if not tag or len(tag.split()) != 1:
        raise InputError(f"the tag {tag!r}", cure="a tag is one word without spaces")
    answered = 0
    with written(path) as out:
        for query, hits in rankings:
            if not query or len(query.split()) != 1:
                raise InputError(f"the query id {query!r}", cure="ids in a run file are words without spaces")
            rank = 0
            for rank, (document, score) in enumerate(_decreasing(hits), start=1):
                out.write(f"{query} Q0 {document} {rank} {score} {tag}\n")
            answered += rank > 0
    return answered


def _decreasing(hits: Iterable[tuple[str, float]]) -> Iterator[tuple[str, str]]:
    """Scores as text. One that is not below the score before it becomes the next smaller number that 32 bits hold: trec_eval
    reads no more of it."""
    last = np.float32(np.inf)
    for document, score in hits:
        last = min(np.float32(score), np.nextafter(last, np.float32(-np.inf)))
        yield document, np.format_float_positional(last, unique=True, trim="0")
