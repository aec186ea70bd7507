"""Indexing with positions and asking, beside engines that run in one process."""

from __future__ import annotations

import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.retrieval_data import content_queries, write_documents
from bench.retrieval_peers import PEERS, texts
from bench.segment_data import data_folder
from bench.world.measuring import Measured, Subject, System, measured
from caesura.retrieval import BM25, Index, QueryLikelihood, build_index, weighted_parts

_DEPTH = 100
_QUERIES = 200
_VOCABULARY = 30_000

#: Three words -> the best documents; two words -> those with the phrase.
Asking = tuple[Callable[[Sequence[str]], object], Callable[[Sequence[str]], object] | None]


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


def _ours(documents: Path, folder: Path) -> Callable[[], Asking]:
    build_index(documents, folder)

    def opened() -> Asking:
        index = Index.open(folder)

        def words(asked: Sequence[str]) -> object:
            index.forget()
            return index.rank(weighted_parts(index.query(" ".join(asked))), BM25(), _DEPTH)

        def phrase(asked: Sequence[str]) -> object:
            index.forget()
            return index.search(f"#1({' '.join(asked)})", QueryLikelihood(mu=1000), _DEPTH)

        return words, phrase

    return opened


def _peer(module: str, documents: Path, folder: Path) -> Callable[[], Asking]:
    engine = PEERS[module](documents, folder)
    return lambda: (engine.words(_DEPTH), None if engine.phrase is None else engine.phrase(_DEPTH))


def _fts5(documents: Path, folder: Path) -> Callable[[], Asking]:
    folder.mkdir()
    database = sqlite3.connect(folder / "x.db")
    database.execute("create virtual table docs using fts5(id unindexed, text)")
    rows: Iterator[tuple[str, str]] = texts(documents)
    with database:
        database.executemany("insert into docs values (?, ?)", rows)
    sql = f"select rowid from docs where docs match ? order by rank limit {_DEPTH}"  # noqa: S608 - our own number
    return lambda: (
        lambda asked: database.execute(sql, (" OR ".join(f'"{word}"' for word in asked),)).fetchall(),
        lambda asked: database.execute(sql, (f'"{" ".join(asked)}"',)).fetchall(),
    )


def _run(build: Callable[[Path, Path], Callable[[], Asking]], size: int) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        documents, folder = Path(name) / "documents.jsonl", Path(name) / "index"
        queries = collection(documents, size)
        opened: list[Callable[[], Asking]] = []
        timed = measured(lambda: opened.append(build(documents, folder)), size)
        words, phrase = opened[-1]()
        figures = {"words": _milliseconds(words, [asked[:3] for asked in queries])}
        if phrase is not None:
            figures["phrase"] = _milliseconds(phrase, [asked[:2] for asked in queries])
        figures["megabytes"] = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
        return Measured(timed.amount, timed.seconds, timed.memory, figures)


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


SUBJECT = Subject(
    name="retrieval",
    title="Retrieval: indexing and asking",
    unit="document",
    says=f"145 words a document; the best {_DEPTH} documents of three words by BM25, and of a phrase of two words.",
    systems=[
        System("Caesura", partial(_run, _ours)),
        System("tantivy", partial(_run, partial(_peer, "tantivy")), "tantivy"),
        System("Lucene", partial(_run, partial(_peer, "jpype")), "pyserini", largest=100_000),
        System("SQLite FTS5", partial(_run, _fts5), largest=100_000),
        System("bm25s (no positions)", partial(_run, partial(_peer, "bm25s")), "bm25s", largest=100_000),
    ],
    quick=(1_000, 10_000),
    full=(1_000, 10_000, 100_000, 1_000_000),
    columns={"words": "three words, ms", "phrase": "phrase, ms", "megabytes": "MB"},
)
