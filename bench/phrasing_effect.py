"""`python -m bench.phrasing_effect`: do segments as phrases pay in a real engine? Ours beside what engines offer without segments.

Each collection is indexed by tantivy (BM25, its English stemmer, title and text in one field). A run is the words, plus phrases as
a boost: the whole query (exactly, or with a slop of 10, as `pf` with `ps=10`), every pair (`pf2`), every pair and triple (`pf2` and
`pf3`), or the segments of a method. The boost of each run is tuned for MAP on one half of the queries and used on the other; the
last run has the default boost. All queries as they are (up to 64 words), and the short ones: those with 2 to 6 words that are not
stop words, without their stop words. Stars are randomisation tests against the bag of words, .05 after
Holm's correction over the runs. Time is processor time.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

from bench.retrieval_data import NAMES
from bench.segment_data import data_folder
from caesura.evaluation import holm, randomisation_test
from caesura.phrasing import Options, SegmentedQuery, phrase, read_text, segmented_query
from caesura.retrieval import read_topics, stop_words
from caesura.segmenters import segmenter
from caesura.shapes import MAX_WORDS, Flat

BOOSTS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
DEFAULT = "learned, default boost"
DEPTH = 1000
_STRIPPED = "?.!,;:()\"'"

#: Words and a boost to the query that is sent.
Run = Callable[[Sequence[str], float], str]
Topics = Mapping[str, Sequence[str]]
Judgements = Mapping[str, dict[str, int]]


class Tantivy:
    """One collection in memory; documents have the numbers of their order."""

    def __init__(self, documents: Path) -> None:
        tantivy = import_module("tantivy")
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", tokenizer_name="en_stem", index_option="position")
        self._index = tantivy.Index(builder.build())
        writer = self._index.writer(heap_size=256 << 20, num_threads=1)
        self._names: list[str] = []
        for line in documents.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            self._names.append(item["id"])
            writer.add_document(tantivy.Document(text=f"{item.get('title', '')} {item['text']}"))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()
        if self._searcher.num_segments != 1:
            raise SystemExit("tantivy has spread the documents over segments: their numbers would not be their order")

    def ranking(self, query: str) -> tuple[list[str], float]:
        """The best documents, and the milliseconds of processor time that parsing and searching took."""
        begun = time.thread_time()
        hits = self._searcher.search(self._index.parse_query(query, ["text"]), DEPTH).hits
        spent = (time.thread_time() - begun) * 1000
        return [self._names[address.doc] for _, address in hits], spent


def runs() -> dict[str, Run]:
    return {
        "whole query": lambda words, boost: _with_phrases(words, [words], boost),
        "whole query, slop 10": lambda words, boost: _with_phrases(words, [words], boost, slop=10),
        "every pair": lambda words, boost: _with_phrases(words, _runs_of(words, 2), boost),
        "every pair and triple": lambda words, boost: _with_phrases(words, _runs_of(words, 2) + _runs_of(words, 3), boost),
        "titles": segments("titles"),
        "learned": segments("learned"),
        "learned, from .5 on": segments("learned", min_confidence=0.5),
        "learned, by probability": segments("learned", growth=1.0),
        DEFAULT: segments("learned"),
    }


def bag(words: Sequence[str]) -> str:
    return str(phrase(_cut(words, Flat.apart(len(words))), "tantivy"))


def _with_phrases(words: Sequence[str], phrases: Sequence[Sequence[str]], boost: float, slop: int = 0) -> str:
    options = Options(boost=boost, slop=slop)
    distinct = dict.fromkeys(tuple(one) for one in phrases if len(one) > 1)
    parts = [str(phrase(_cut(one, Flat.together(len(one))), "tantivy", options, part="phrases")) for one in distinct]
    return " ".join([bag(words), *parts])


def segments(method: str, *, min_confidence: float = 0.0, growth: float = 0.0) -> Run:
    cut = segmenter(method, min_confidence=min_confidence).segment

    def run(words: Sequence[str], boost: float) -> str:
        query = read_text(" ".join(words), cut, "escape")
        return str(phrase(query, "tantivy", Options(boost=boost, growth=growth, min_confidence=min_confidence)))

    return run


def _cut(words: Sequence[str], flat: Flat) -> SegmentedQuery:
    return segmented_query(tuple(words), flat)


def _runs_of(words: Sequence[str], size: int) -> list[Sequence[str]]:
    return [words[at : at + size] for at in range(len(words) - size + 1)]


def average_precision(ranking: Sequence[str], grades: Mapping[str, int]) -> float:
    relevant = {name for name, grade in grades.items() if grade > 0}
    found, total = 0, 0.0
    for place, name in enumerate(ranking, start=1):
        if name in relevant:
            found += 1
            total += found / place
    return total / len(relevant)


def measured(
    engine: Tantivy, topics: Topics, judged: Judgements, run: Run | None, boosts: Sequence[float] = BOOSTS
) -> tuple[dict[str, list[str]], float, float]:
    """Each query's ranking with the boost of the other half, the median time, and the mean boost."""
    rankings: dict[str, list[str]] = {}
    times: list[float] = []
    if run is None:
        for name, words in topics.items():
            rankings[name], spent = engine.ranking(bag(words))
            times.append(spent)
        return rankings, median(times), 0.0
    by_boost: dict[float, dict[str, list[str]]] = {boost: {} for boost in boosts}
    for boost, found in by_boost.items():
        for name, words in topics.items():
            found[name], spent = engine.ranking(run(words, boost))
            times.append(spent)
    halves = (list(topics)[::2], list(topics)[1::2])
    used = []
    for tested, tuned in (halves, halves[::-1]):
        best = max(boosts, key=lambda boost: fmean(average_precision(by_boost[boost][name], judged[name]) for name in tuned))
        rankings |= {name: by_boost[best][name] for name in tested}
        used.append(best)
    return rankings, median(times), fmean(used)


def rows(engine: Tantivy, topics: Topics, judged: Judgements) -> Iterator[dict[str, Any]]:
    """The bag of words first, then each run beside it."""
    library = import_module("ir_measures")
    wanted = [library.AP @ DEPTH, library.nDCG @ 10, library.R @ 100]
    found: dict[str, tuple[dict[Any, dict[str, float]], float, float]] = {}
    for name, run in {"bag of words": None, **runs()}.items():
        boosts = (Options().boost,) if name == DEFAULT else BOOSTS
        rankings, spent, boost = measured(engine, topics, judged, run, boosts)
        scored = {query: {one: -float(place) for place, one in enumerate(ids)} for query, ids in rankings.items() if ids}
        values: dict[Any, dict[str, float]] = {measure: dict.fromkeys(topics, 0.0) for measure in wanted}
        for metric in library.iter_calc(wanted, {query: judged[query] for query in topics}, scored):
            values[metric.measure][metric.query_id] = metric.value
        found[name] = values, spent, boost
    alone = found["bag of words"][0]
    tests = {
        name: randomisation_test(np.array([[values[m][q] - alone[m][q] for m in wanted] for q in topics]))
        for name, (values, _, _) in found.items()
        if name != "bag of words"
    }
    corrected = {m: dict(zip(tests, holm([p[at] for p in tests.values()]), strict=True)) for at, m in enumerate(wanted)}
    for name, (values, spent, boost) in found.items():
        row: dict[str, Any] = {"run": name, "queries": len(topics), "boost": boost, "milliseconds": spent}
        for measure in wanted:
            p = corrected[measure].get(name, 1.0)
            row[str(measure)] = fmean(values[measure].values())
            row[f"p {measure}"] = p
        yield row


def collections(names: Sequence[str]) -> Iterator[tuple[str, Tantivy, Mapping[str, Topics], Judgements]]:
    """Each collection in its engine, its topics by subset, and its judgements."""
    data = data_folder()
    if data is None:
        raise SystemExit("the shared collections are not here: set CAESURA_DATA to their folder")
    left_out = frozenset(stop_words("english"))
    library = import_module("ir_measures")
    for name in names:
        folder = data / "retrieval" / name
        judged: dict[str, dict[str, int]] = {}
        for one in library.read_trec_qrels(str(folder / "qrels.txt")):
            judged.setdefault(one.query_id, {})[one.doc_id] = one.relevance
        judged = {query: grades for query, grades in judged.items() if max(grades.values()) > 0}
        words = {
            topic: [w for word in text.lower().split()[:MAX_WORDS] if (w := word.strip(_STRIPPED))]
            for topic, text in read_topics(folder / "queries.tsv")
            if topic in judged
        }
        content = {topic: [word for word in given if word not in left_out] for topic, given in words.items()}
        subsets = {"all": words, "short": {topic: few for topic, few in content.items() if 2 <= len(few) <= 6}}
        yield name, Tantivy(folder / "docs.jsonl"), subsets, judged


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collections", default=",".join(NAMES))
    parser.add_argument("--subsets", default="all,short")
    asked = parser.parse_args()
    for collection, engine, subsets, judged in collections(asked.collections.split(",")):
        for subset in asked.subsets.split(","):
            for row in rows(engine, subsets[subset], judged):
                figures = "  ".join(
                    f"{row[m]:.4f}{'*' if row[f'p {m}'] < 0.05 else ' '}" for m in (f"AP@{DEPTH}", "nDCG@10", "R@100")
                )
                print(
                    f"{collection:<10} {subset:<6} {row['queries']:>4}  {row['run']:<24} {figures}  "
                    f"boost {row['boost']:.2f}  {row['milliseconds']:.2f} ms",
                    flush=True,
                )


if __name__ == "__main__":
    main()
