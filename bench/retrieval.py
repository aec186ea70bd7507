"""`python -m bench.retrieval`: indexing and query time beside tantivy, bm25s and Lucene, at 100,000 documents.

The documents are made of the shared collections' sentences (seeded), the queries are real ones. Every engine runs in this process,
one thread asking. Index times are CPU and wall seconds. Query times are medians per query, in CPU and wall milliseconds, each query
asked once after a round of warming up, and nothing kept between queries; what most stay under is CPU time too. `--depth` documents
are asked for, as numbers (Caesura's `rank`) or with their ids (`search`), which the others' answers are without.
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

from bench.retrieval_data import content_queries, sequential_dependence, write_documents
from bench.retrieval_peers import PEERS
from bench.segment_data import data_folder
from caesura.retrieval import BM25, Index, QueryLikelihood, build_index, weighted_parts

_QUERIES = 200

T = TypeVar("T")


def row(engine: str, what: str, cpu: float, wall: float, unit: str, note: str = "") -> None:
    print(f"  {engine:<10} {what:<44} {cpu:>9.2f} {wall:>9.2f} {unit:<3} {note}", flush=True)


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    result = work()
    return result, time.process_time() - cpu, time.perf_counter() - wall


def query_row(engine: str, what: str, ask: Callable[[T], object], queries: Sequence[T], between: Callable[[], None]) -> None:
    for query in queries:
        ask(query)
    cpus, walls = [], []
    for query in queries:
        between()
        _, cpu, wall = timed(lambda query=query: ask(query))  # type: ignore[misc]
        cpus.append(cpu)
        walls.append(wall)
    note = f"95 of 100 under {quantiles(cpus, n=20)[18] * 1e3:.2f}"
    row(engine, what, median(cpus) * 1e3, median(walls) * 1e3, "ms", note)


def measure_caesura(documents: Path, out: Path, queries: Sequence[Sequence[str]], depth: int, size: int) -> None:
    header, cpu, wall = timed(lambda: build_index(documents, out))
    row("Caesura", f"index, {header.bytes / 1e6:.0f} MB", cpu, wall, "s", f"{size / cpu:,.0f} documents per CPU second")
    index = Index.open(out)
    likelihood = QueryLikelihood(mu=1000)

    def report(what: str, ask: Callable[[str], object], texts: Sequence[str]) -> None:
        query_row("Caesura", what, ask, texts, index.forget)

    bags = [" ".join(words[:3]) for words in queries]
    report("three words, query likelihood, ranks", lambda text: _ranked(index, text, likelihood, depth), bags)
    report("three words, query likelihood, ids", lambda text: index.search(text, likelihood, depth), bags)
    report("three words, BM25, ranks", lambda text: _ranked(index, text, BM25(), depth), bags)
    phrases = [f"#1({' '.join(words[:2])})" for words in queries]
    report("phrase of two words, ids", lambda text: index.search(text, likelihood, depth), phrases)
    report("phrase of three words, ids", lambda text: index.search(text, likelihood, depth), [f"#1({bag})" for bag in bags])
    dependence = [sequential_dependence(words[:3]) for words in queries]
    report("three words, sequential dependence, ids", lambda text: index.search(text, likelihood, depth), dependence)


def _ranked(index: Index, text: str, model: QueryLikelihood | BM25, depth: int) -> object:
    return index.rank(weighted_parts(index.query(text)), model, depth)


def measure_peer(module: str, documents: Path, out: Path, queries: Sequence[Sequence[str]], depth: int, size: int) -> None:
    peer = PEERS[module]
    if importlib.util.find_spec(module) is None:
        print(f"  {peer.name:<10} not here: pip install {module}")
        return
    engine, cpu, wall = timed(lambda: peer(documents, out))
    held = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    row(peer.name, f"index, {held / 1e6:.0f} MB", cpu, wall, "s", f"{size / cpu:,.0f} documents per CPU second")
    asked = [list(words[:3]) for words in queries]
    query_row(peer.name, "three words, BM25", engine.words(depth), asked, lambda: None)
    if engine.phrase is not None:
        for length, name in ((2, "two"), (3, "three")):
            asked = [list(words[:length]) for words in queries]
            query_row(peer.name, f"phrase of {name} words", engine.phrase(depth), asked, lambda: None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--depth", type=int, default=1000)
    options = parser.parse_args()
    data = data_folder()
    if data is None:
        raise SystemExit("the shared collections are not here: set CAESURA_DATA to their folder")
    queries = [words for words in content_queries(data) if len(words) >= 3][:_QUERIES]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        words = write_documents(data, folder / "documents.jsonl", options.documents)
        print(f"{options.documents:,} documents, {words:,} words; {len(queries)} queries, {options.depth} documents each")
        print(f"  {'':<55} {'CPU':>9} {'wall':>9}")
        measure_caesura(folder / "documents.jsonl", folder / "caesura", queries, options.depth, options.documents)
        for module in PEERS:
            measure_peer(module, folder / "documents.jsonl", folder / module, queries, options.depth, options.documents)


if __name__ == "__main__":
    main()
