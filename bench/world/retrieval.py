"""Indexing with positions and asking, beside engines that run in one process."""

from __future__ import annotations

import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import ir_measures

from bench.retrieval_data import NAMES, content_queries, write_documents
from bench.retrieval_peers import PEERS, texts
from bench.segment_data import data_folder
from bench.world.measuring import Measured, Subject, System, measured
from caesura.retrieval import BM25, Analysis, Hit, Index, QueryLikelihood, build_index

_DEPTH = 100
_QUERIES = 200
_VOCABULARY = 30_000
_STAND_IN = Path(__file__).parents[2] / "tests" / "data" / "retrieval" / "small"


@dataclass(frozen=True)
class Engine:
    """`words` asks for the best documents of some words, `phrase` for those with the phrase; `names` are the documents' ids."""

    words: Callable[[Sequence[str]], Any]
    phrase: Callable[[Sequence[str]], Any] | None
    names: Callable[[Any], list[str]]


def collection(out: Path, size: int) -> list[list[str]]:
    """Documents of real sentences where the collections are at hand, of drawn words elsewhere; and queries for them."""
    data = data_folder()
    if data is not None:
        write_documents(data, out, size)
        return [words for words in content_queries(data) if len(words) >= 3][:_QUERIES]
    draw = random.Random(3)
    with out.open("w") as stream:
        for number in range(size):
            stream.write(json.dumps({"id": f"d{number:07}", "text": " ".join(_words(draw, 145))}) + "\n")
    return [_words(draw, 3) for _ in range(_QUERIES)]


def _words(draw: random.Random, count: int) -> list[str]:
    return [f"w{int(draw.random() ** 3 * _VOCABULARY):x}" for _ in range(count)]


#: Documents and a folder for the index -> what is built, to be asked for that many documents.
Build = Callable[[Path, Path], Callable[[int], Engine]]


def _ours(documents: Path, folder: Path) -> Callable[[int], Engine]:
    build_index(documents, folder)

    def opened(depth: int) -> Engine:
        index = Index.open(folder)

        def words(asked: Sequence[str]) -> list[Hit]:
            index.forget()
            return index.search(" ".join(asked), BM25(), depth)

        def phrase(asked: Sequence[str]) -> list[Hit]:
            index.forget()
            return index.search(f"#1({' '.join(asked)})", QueryLikelihood(mu=1000), depth)

        return Engine(words, phrase, lambda hits: [hit.document for hit in hits])

    return opened


def _peer(module: str, documents: Path, folder: Path) -> Callable[[int], Engine]:
    engine = PEERS[module](documents, folder)
    return lambda depth: Engine(engine.words(depth), None if engine.phrase is None else engine.phrase(depth), engine.names)


def _fts5(documents: Path, folder: Path) -> Callable[[int], Engine]:
    folder.mkdir()
    database = sqlite3.connect(folder / "x.db")
    database.execute("create virtual table docs using fts5(id unindexed, text)")
    rows: Iterator[tuple[str, str]] = texts(documents)
    with database:
        database.executemany("insert into docs values (?, ?)", rows)

    def opened(depth: int) -> Engine:
        sql = f"select id from docs where docs match ? order by rank limit {depth}"  # noqa: S608 - our own number
        return Engine(
            lambda asked: database.execute(sql, (" OR ".join(f'"{word}"' for word in asked),)).fetchall(),
            lambda asked: database.execute(sql, (f'"{" ".join(asked)}"',)).fetchall(),
            lambda found: [name for (name,) in found],
        )

    return opened


def _run(build: Build, size: int) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        documents, folder = Path(name) / "documents.jsonl", Path(name) / "index"
        queries = collection(documents, size)
        opened: list[Callable[[int], Engine]] = []
        timed = measured(lambda: opened.append(build(documents, folder)), size)
        engine = opened[-1](_DEPTH)
        figures = {"words": _milliseconds(engine.words, [asked[:3] for asked in queries])}
        if engine.phrase is not None:
            figures["phrase"] = _milliseconds(engine.phrase, [asked[:2] for asked in queries])
        figures["megabytes"] = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
        return Measured(timed.amount, timed.seconds, timed.memory, figures)


def _collections() -> list[Path]:
    data = data_folder()
    return [data / "retrieval" / name for name in NAMES] if data else [_STAND_IN]


def _quality(build: Build, _: int) -> Measured:
    """nDCG@10 of all queries of every collection, without stemming or stop words."""
    analysis, figures, amount = Analysis(), {}, 0
    for place in _collections():
        with tempfile.TemporaryDirectory() as name:
            documents = Path(name) / "documents.jsonl"
            with documents.open("w", encoding="utf-8") as out:
                for line in (place / "docs.jsonl").read_text(encoding="utf-8").splitlines():
                    known = json.loads(line)
                    text = f"{known.get('title', '')} {known['text']}".strip()
                    out.write(json.dumps({"id": known["id"], "text": text}) + "\n")
            engine = build(documents, Path(name) / "index")(10)
            run = {}
            for line in (place / "queries.tsv").read_text(encoding="utf-8").splitlines():
                query, text = line.split("\t", 1)
                words = list(dict.fromkeys(analysis.terms(text)))
                run[query] = engine.names(engine.words(words)) if words else []
                amount += 1
        figures[place.name] = ndcg(run, place / "qrels.txt")
    return Measured(amount, 0.0, 0.0, figures)


def ndcg(run: Mapping[str, Sequence[str]], qrels: Path) -> float:
    scored = {query: {name: float(-place) for place, name in enumerate(names)} for query, names in run.items()}
    judged = list(ir_measures.read_trec_qrels(str(qrels)))  # type: ignore[no-untyped-call]
    return float(ir_measures.calc_aggregate([ir_measures.nDCG @ 10], judged, scored)[ir_measures.nDCG @ 10])


def _milliseconds(ask: Callable[[Sequence[str]], object], queries: Sequence[Sequence[str]]) -> float:
    """CPU time of the median query, after all were asked once."""
    for asked in queries:
        ask(asked)
    times = []
    for asked in queries:
        began = time.process_time()
        ask(asked)
        times.append(time.process_time() - began)
    return statistics.median(times) * 1000


_ENGINES: dict[str, tuple[Build, str | None, int | None]] = {
    "Caesura": (_ours, None, None),
    "tantivy": (partial(_peer, "tantivy"), "tantivy", None),
    "Lucene": (partial(_peer, "jpype"), "pyserini", 100_000),
    "SQLite FTS5": (_fts5, None, 100_000),
    "bm25s (no positions)": (partial(_peer, "bm25s"), "bm25s", 100_000),
}

SUBJECTS = (
    Subject(
        name="retrieval-quality",
        title="Retrieval: how good BM25 is",
        unit="query",
        says="nDCG@10 of all judged queries, words as they are (no stemming, no stop words), each engine with its own k1 and b.",
        systems=[System(name, partial(_quality, build), package) for name, (build, package, _) in _ENGINES.items()],
        quick=(1,),
        full=(1,),
        columns={place.name: place.name for place in _collections()},
        timed=False,
    ),
    Subject(
        name="retrieval",
        title="Retrieval: indexing and asking",
        unit="document",
        says=f"145 words a document; the best {_DEPTH} documents of three words by BM25, and of a phrase of two words.",
        systems=[System(name, partial(_run, build), package, largest) for name, (build, package, largest) in _ENGINES.items()],
        quick=(1_000, 10_000),
        full=(1_000, 10_000, 100_000, 1_000_000),
        columns={"words": "three words, ms", "phrase": "phrase, ms", "megabytes": "index, MB"},
    ),
)
