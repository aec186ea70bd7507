"""Round trips: a real engine indexes documents and runs the query that `phrase` wrote; what comes back is what was meant."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from caesura.phrasing import Options, SegmentedQuery, phrase, read_pipe, read_text
from caesura.segmenters import default_method, segmenter
from tests.comparison.real_engines import ENGINES, Engine, Scores, lucene_scores, postgresql_scores
from tests.comparison.test_lucene_parser import random_queries, random_texts

#: For each query a document with its phrases and one with the same words scattered; and documents about something else.
PAIRS = {
    "new york|times square|dance": ("dance near times square in new york", "square dance in york near new times"),
    "garage door|repair": ("cheap repair of a garage door today", "door of a cheap garage repair today"),
    "hot dog|stand": ("stand that sells hot dog rolls", "dog rolls that stand sells hot"),
    "state of the art|camera": ("camera with state of the art lens", "art of the camera with lens state"),
}
DOCUMENTS = [text for pair in PAIRS.values() for text in pair] + [
    "mountain bikes and helmets",
    "cheap flights from rome to paris",
    "a hotel with free wifi and a pool",
    "a motel with a pool",
    "weather tomorrow morning",
]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> tuple[str, Engine]:
    name: str = request.param
    if scores := ENGINES[name]:
        return name, scores
    needed = request.getfixturevalue(name)
    return name, lucene_scores(needed) if name == "lucene" else postgresql_scores(needed)


def asked(engine: tuple[str, Engine], query: SegmentedQuery, **options: Any) -> Scores:
    name, scores = engine
    return scores(DOCUMENTS, [phrase(query, name, Options(**options))])[0]


def test_a_phrase_raises_documents_and_drops_none(engine: tuple[str, Engine]) -> None:
    name, scores = engine
    cut = [read_pipe(query) for query in PAIRS]
    bags = [read_pipe(query.replace("|", " ").replace(" ", "|")) for query in PAIRS]
    found = scores(DOCUMENTS, [phrase(query, name) for query in cut + bags])
    boosted, plain = found[: len(cut)], found[len(cut) :]
    for number, (with_phrases, without) in enumerate(zip(boosted, plain, strict=True)):
        whole, scattered = 2 * number, 2 * number + 1
        assert plain[number][whole] == pytest.approx(plain[number][scattered], rel=1e-5), "the same words count the same"
        assert with_phrases[whole] > 1.05 * with_phrases[scattered]
        assert max(with_phrases, key=lambda one: with_phrases[one]) == whole
        assert set(with_phrases) == set(without), "phrases decide nothing about what is found"


def test_a_larger_boost_counts_more(engine: tuple[str, Engine]) -> None:
    query = read_pipe("garage door|repair")
    one, four = (asked(engine, query, boost=boost) for boost in (1, 4))
    assert four[2] - four[3] > 2 * (one[2] - one[3]) > 0


def test_filter_and_operator(engine: tuple[str, Engine]) -> None:
    query = read_pipe("hot dog|stand")
    assert set(asked(engine, query, mode="filter")) == {4}
    assert set(asked(engine, query, operator="and")) == {4, 5}
    required = asked(engine, query, operator="and")
    assert required[4] > required[5]


def test_slop_reaches_over_a_word(engine: tuple[str, Engine]) -> None:
    query = read_pipe("hot rolls|stand")  # "hot dog rolls" in one document, "rolls that stand sells hot" in the other
    strict, loose = asked(engine, query), asked(engine, query, slop=1)
    assert strict[4] == pytest.approx(strict[5], rel=1e-5)
    assert loose[4] > 1.05 * loose[5]


def test_users_own_syntax(engine: tuple[str, Engine]) -> None:
    together = segmenter("all")

    def found(text: str) -> set[int]:
        return set(asked(engine, read_text(text, together.segment)))

    assert found("pool -motel") == {10}
    assert found('"free wifi"') == {10}
    assert found("+pool flights") == {10, 11}
    assert found("paris OR tomorrow") == {9, 12}
    assert found('pool -"free wifi"') == {11}


def test_any_text_is_a_valid_query(engine: tuple[str, Engine]) -> None:
    """Traps, punctuation and characters from all of Unicode, with and without marks, in every mode."""
    name, scores = engine
    together = segmenter("all")
    queries = random_queries(400, seed=7) + [read_text(text, together.segment, fields=[]) for text in random_texts(400, seed=8)]
    some = [Options(), Options(operator="and", slop=1), Options(mode="filter")]
    scores(DOCUMENTS, [phrase(query, name, options) for options in some for query in queries])


DATA = Path(os.environ.get("CAESURA_DATA", Path(__file__).parents[3] / "shared" / "data"))
LOGGED = 20_000
_ODD = re.compile(r"[^a-zA-Z0-9 ]")


def logged_queries(log: Path) -> list[str]:
    """The queries of the log with odd characters first."""
    texts = list(dict.fromkeys(line.rpartition("\t")[2] for line in log.read_text(encoding="utf-8").splitlines()))
    odd = [text for text in texts if _ODD.search(text)]
    return (odd[:: max(1, len(odd) // LOGGED)] + texts)[:LOGGED]


@pytest.fixture(scope="module")
def logged() -> list[SegmentedQuery]:
    """20,000 queries of a real log as the default method cuts them; invented ones where there is no log."""
    log = DATA / "query-log" / "queries.tsv"
    texts = logged_queries(log) if log.exists() else random_texts(LOGGED, seed=9)
    cut = segmenter(default_method()).segment
    return [read_text(text, cut, fields=[]) for text in texts]


def test_no_logged_query_is_a_syntax_error(engine: tuple[str, Engine], logged: list[SegmentedQuery]) -> None:
    name, scores = engine
    assert len(logged) == LOGGED
    assert len(scores(DOCUMENTS, [phrase(query, name) for query in logged])) == LOGGED
