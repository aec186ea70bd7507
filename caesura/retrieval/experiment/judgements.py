"""Relevance judgements in TREC's form: query, iteration, document, grade."""

from __future__ import annotations

from collections.abc import Mapping

from caesura.foundation import InputError, PathLike, lines

#: Document id -> grade, for one query. Grades of 0 and below are judged and not relevant.
Grades = Mapping[str, int]
#: Query id -> its judged documents.
Judgements = Mapping[str, Grades]


def read_judgements(path: PathLike) -> Judgements:
    """Read a file of judgements (qrels); a document judged twice for one query must have been given the same grade."""
    judgements: dict[str, dict[str, int]] = {}
    for number, line in lines(path):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != 4 or not fields[3].removeprefix("-").isdecimal():
            raise InputError(
                "not a judgement", cure="write: query iteration document grade, as in `7 0 doc-12 1`", file=path, line=number
            )
        query, _, document, grade = fields
        before = judgements.setdefault(query, {}).setdefault(document, int(grade))
        if before != int(grade):
            raise InputError(
                f"document {document} has grade {grade} for query {query}, and {before} further up",
                cure="keep one of the two",
                file=path,
                line=number,
            )
    if not judgements:
        raise InputError("holds no judgements", cure="write: query iteration document grade", file=path)
    return judgements
