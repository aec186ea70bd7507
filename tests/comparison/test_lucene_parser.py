r"""Lucene's own query parser and index against what we write for it.

Lucene 9.9.1 comes inside the PyPI package pyserini: `pip install --no-deps pyserini==0.25.0 jpype1`, with Java 17 or later
(`apt install openjdk-17-jre-headless`). Without them these tests are skipped.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from caesura.phrasing import Options, SegmentedQuery, parse_fields, phrase, read_pipe, read_text, segmented_query
from caesura.segmenters import segmenter
from caesura.shapes import Flat
from tests.comparison.real_engines import lucene_searcher
from tests.phrasing.traps import TRAPS

_MARKS = "+-&|!(){}[]^\"~*?:\\/#$@.,;'<>=_%ab1"


def random_queries(count: int, seed: int) -> list[SegmentedQuery]:
    """Traps, punctuation and characters from all of Unicode, cut at random."""
    draw = random.Random(seed)

    def word() -> str:
        kind = draw.random()
        if kind < 0.35:
            return draw.choice(TRAPS)
        if kind < 0.7:
            return "".join(draw.choices(_MARKS, k=draw.randint(1, 6)))
        picked = (
            chr(draw.choice((draw.randrange(0x250), draw.randrange(0xD800), draw.randrange(0xE000, 0x110000)))) for _ in range(6)
        )
        return "".join("".join(picked).split()) or "x"

    found = []
    for _ in range(count):
        words = [word() for _ in range(draw.randint(1, 8))]
        found.append(segmented_query(words, Flat(tuple(draw.randint(0, 1) for _ in words[1:]))))
    return found


class Reading:
    """What Lucene's parser made of a query string: each leaf with its field, terms, boost and slop, and whether it is required."""

    def __init__(self, lucene: SimpleNamespace, text: str) -> None:
        self._lucene = lucene
        self.words: list[tuple[str, str]] = []
        self.phrases: list[tuple[str, tuple[str, ...], int, float, bool]] = []
        # Terms are compared as typed; only spaces separate them. (Java's notion of a space is within ours.)
        parser = lucene.QueryParser("text", lucene.WhitespaceAnalyzer(10_000))
        self._leaf(parser.parse(text), 1.0, False)

    def _leaf(self, query: Any, boost: float, required: bool) -> None:
        kinds = self._lucene
        if isinstance(query, kinds.BoostQuery):
            self._leaf(query.getQuery(), boost * query.getBoost(), required)
        elif isinstance(query, kinds.BooleanQuery):
            for clause in query.clauses():
                assert str(clause.getOccur()) in ("+", ""), "something was read as a prohibition"
                self._leaf(clause.getQuery(), boost, required or bool(clause.isRequired()))
        elif isinstance(query, kinds.TermQuery):
            self.words.append((str(query.getTerm().field()), str(query.getTerm().text())))
        else:
            assert isinstance(query, kinds.PhraseQuery), f"{query.getClass()} is not a phrase"
            terms = tuple(str(term.text()) for term in query.getTerms())
            assert list(query.getPositions()) == list(range(len(terms)))
            self.phrases.append((str(query.getField()), terms, int(query.getSlop()), boost, required))


@pytest.mark.parametrize("mode", ["boost", "filter"])
def test_thousands_of_random_queries_parse_and_mean_what_was_meant(lucene: SimpleNamespace, mode: Any) -> None:
    options = Options(mode=mode, slop=1, boost=2.5)
    for query in random_queries(4000, seed=1):
        read = Reading(lucene, str(phrase(query, "lucene", options)))
        assert [word for _, word in read.words] == list(query.words)
        wanted = [("text", p.words, 1, 2.5, mode == "filter") for p in query.phrases()]
        assert read.phrases == wanted


def test_fields_and_operator(lucene: SimpleNamespace) -> None:
    options = Options(fields=parse_fields(["title^2", "a:b"]), operator="and", boost=3)
    for query in random_queries(1000, seed=2):
        read = Reading(lucene, str(phrase(query, "lucene", options)))
        assert read.words == [(field, word) for word in query.words for field in ("title", "a:b")]
        assert read.phrases == [(f, p.words, 0, b, False) for p in query.phrases() for f, b in (("title", 6.0), ("a:b", 3.0))]


def test_the_lucene_parts_of_solr_parameters(lucene: SimpleNamespace) -> None:
    for query in random_queries(1000, seed=3):
        boosted: Any = phrase(query, "solr")
        assert [word for _, word in Reading(lucene, boosted["q"]).words] == list(query.words)
        wanted = [p.words for p in query.phrases()]
        if wanted:
            syntax = boosted["bq"].removeprefix("{!maxscore q.op=OR tie=0.3}")
            assert [terms for _, terms, *_ in Reading(lucene, syntax).phrases] == wanted
        filtered: Any = phrase(query, "solr", Options(mode="filter"))
        syntaxes = [fq.removeprefix("{!lucene q.op=OR}") for fq in filtered.get("fq", [])]
        assert [terms for syntax in syntaxes for _, terms, *_ in Reading(lucene, syntax).phrases] == wanted


def random_texts(count: int, seed: int) -> list[str]:
    """Traps and marks in any order, with and without spaces."""
    draw = random.Random(seed)
    pieces = (*TRAPS, '"', "-", "+", "OR", "title:", '-"', '+"', "new york", '"new york"', "-b", "+c", "brand:x", "“", "”")
    return ["".join(draw.choice(pieces) + draw.choice(("", " ", "  ")) for _ in range(draw.randint(1, 8))) for _ in range(count)]


@pytest.mark.parametrize("operator", ["or", "and"])
def test_users_own_syntax_is_read_as_it_was_meant(lucene: SimpleNamespace, operator: Any) -> None:
    """Which terms are excluded, which required, and that Solr's q parses too."""
    options = Options(operator=operator, boost=2.5)
    parser = lucene.QueryParser("text", lucene.WhitespaceAnalyzer(10_000))
    together = segmenter("all")
    for text in random_texts(2000, seed=5):
        query = read_text(text, together.segment)
        found = parser.parse(str(phrase(query, "lucene", options)))
        clauses = list(found.clauses()) if isinstance(found, lucene.BooleanQuery) else []
        signs = Counter(str(clause.getOccur()) for clause in clauses)
        assert signs["-"] == len(query.excluded), text
        if operator == "and" and clauses:
            assert signs["+"] == len(query.words) + len(query.required("and")) or not (query.words or query.required("and")), text
        parameters: Any = phrase(query, "solr", options)
        parser.parse(parameters["q"])


DOCUMENTS = (
    "new york times square",
    "york new times",
    "new york new york",
    "a new day in york",
    "times square dance in new york city",
    "square dance",
)


def scores(lucene: SimpleNamespace, search: Any, query: Any) -> dict[int, float]:
    if isinstance(query, str):
        query = lucene.QueryParser("text", lucene.WhitespaceAnalyzer()).parse(query)
    return {int(hit.doc): float(hit.score) for hit in search.search(query, 100).scoreDocs}


def test_a_boost_reorders_and_a_filter_drops(lucene: SimpleNamespace) -> None:
    search = lucene_searcher(lucene, DOCUMENTS)
    query = read_pipe("new york|times")
    bag = scores(lucene, search, "new york times")
    boosted = scores(lucene, search, str(phrase(query, "lucene")))
    filtered = scores(lucene, search, str(phrase(query, "lucene", Options(mode="filter"))))
    holding = {number for number, text in enumerate(DOCUMENTS) if "new york" in text}
    assert set(boosted) == set(bag)
    assert set(filtered) == holding
    for number in bag:
        assert (boosted[number] > bag[number] + 1e-6) == (number in holding)


def test_overlapping_phrases_add_up_and_dis_max_does_not(lucene: SimpleNamespace) -> None:
    """What Solr's pf2 and pf3 do to one match, and the cure."""
    search = lucene_searcher(lucene, ["new york times", "new york x times y", "z"])
    parts = ['"new york"', '"york times"', '"new york times"']
    single = [scores(lucene, search, part).get(0, 0.0) for part in parts]
    assert scores(lucene, search, " ".join(parts))[0] == pytest.approx(sum(single), rel=1e-5)
    parser = lucene.QueryParser("text", lucene.WhitespaceAnalyzer())
    best = lucene.DisjunctionMaxQuery(lucene.arrays([parser.parse(part) for part in parts]), lucene.floats(0.3))
    assert scores(lucene, search, best)[0] == pytest.approx(max(single) + 0.3 * (sum(single) - max(single)), rel=1e-5)


def test_dirichlet_scores_a_phrase_by_its_words(lucene: SimpleNamespace) -> None:
    """LMDirichletSimilarity sums over the phrase's words, each with the phrase's frequency and its own collection probability."""
    mu = 10.0
    search = lucene_searcher(lucene, DOCUMENTS)
    search.setSimilarity(lucene.LMDirichletSimilarity(lucene.floats(mu)))
    tokens = Counter(word for text in DOCUMENTS for word in text.split())
    size = sum(tokens.values())
    got = scores(lucene, search, '"new york"')
    for number, text in enumerate(DOCUMENTS):
        found = text.count("new york")
        if not found:
            assert number not in got
            continue
        length = len(text.split())
        # (count + 1) / (total + 1) is how Lucene's default collection model avoids a probability of zero.
        by_word = (
            math.log(1 + found / (mu * (tokens[word] + 1) / (size + 1))) + math.log(mu / (length + mu)) for word in ("new", "york")
        )
        assert got[number] == pytest.approx(sum(max(0.0, part) for part in by_word), rel=1e-4)
        phrase_count = sum(other.count("new york") for other in DOCUMENTS)
        one = math.log((found + mu * phrase_count / size) / (length + mu))
        assert got[number] != pytest.approx(one, rel=0.01), "this would be #1(new york)"


def test_the_figures_of_the_documentation(lucene: SimpleNamespace) -> None:
    """Two phrases, each once in the collection, in documents of the same length: one value as #1, two in Lucene."""
    documents = ["the who live", *["the man who saw the sea"] * 6, "hong kong harbour", *["grey sea"] * 2]
    search = lucene_searcher(lucene, documents)
    search.setSimilarity(lucene.LMDirichletSimilarity(lucene.floats(10)))
    size = sum(len(text.split()) for text in documents)
    assert round(math.log((1 + 10 * 1 / size) / (3 + 10)), 3) == -2.368
    page = (Path(__file__).parents[2] / "docs" / "background" / "phrasing.md").read_text(encoding="utf-8")
    for wanted, number, figure in (("the who", 0, "0.227"), ("hong kong", 7, "1.893")):
        assert round(scores(lucene, search, f'"{wanted}"')[number], 3) == float(figure)
        assert f"| `{wanted}` | -2.368 | {figure} |" in page
