"""The claim behind the fields of the user's own engine, asked of Lucene: in a field of shingles a phrase has its own frequency."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from caesura.retrieval import index_body, parse_query, search_body
from tests.comparison.real_engines import lucene_searcher
from tests.retrieval.own_engine.server import Scorer

DOCUMENTS = (
    "hot dog stand by the river",
    "a dog on a hot day",
    "hot dog and hot dog again",
    "cold soup",
    "the river is cold and the dog is hot",
)
MU = 100.0


def field_of_shingles(lucene: SimpleNamespace, size: int) -> Any:
    """A searcher over the documents as the index's settings would cut them, scored by LMDirichlet."""
    jpype = pytest.importorskip("jpype")

    wrapper = jpype.JClass("org.apache.lucene.analysis.shingle.ShingleAnalyzerWrapper")
    settings = index_body((MU,))["settings"]["analysis"]["filter"][f"caesura_phrases_{size}"]
    analyzer = wrapper(
        lucene.WhitespaceAnalyzer(),
        settings["min_shingle_size"],
        settings["max_shingle_size"],
        settings["token_separator"],
        settings["output_unigrams"],
        False,
        "",
    )
    similarity = lucene.LMDirichletSimilarity(lucene.floats(MU))
    config = lucene.IndexWriterConfig(analyzer)
    config.setSimilarity(similarity)
    searcher = lucene_searcher(lucene, DOCUMENTS, config)
    searcher.setSimilarity(similarity)
    return searcher


@pytest.mark.parametrize(("phrase", "size"), [("hot dog", 2), ("the river", 2), ("the dog is", 3)])
def test_a_phrase_is_a_term_with_its_own_frequency(lucene: SimpleNamespace, phrase: str, size: int) -> None:
    searcher = field_of_shingles(lucene, size)
    found = searcher.search(lucene.TermQuery(lucene.Term("text", phrase.replace(" ", "_"))), 100)
    got = {int(hit.doc): float(hit.score) for hit in found.scoreDocs}
    shingles = [[" ".join(text.split()[i : i + size]) for i in range(len(text.split()) - size + 1)] for text in DOCUMENTS]
    total = sum(map(len, shingles))
    chance = (sum(words.count(phrase) for words in shingles) + 1) / (total + 1)
    wanted = {
        number: math.log(1 + words.count(phrase) / (MU * chance)) + math.log(MU / (len(words) + MU))
        for number, words in enumerate(shingles)
        if phrase in words
    }
    assert got == pytest.approx(wanted, rel=1e-4)


def test_the_server_in_memory_scores_as_lucene_does(lucene: SimpleNamespace) -> None:
    body = search_body(parse_query("#combine(#1(hot dog))"), MU)["query"]
    index = index_body((MU,)) | {"documents": {str(number): {"text": text} for number, text in enumerate(DOCUMENTS)}}
    searcher = field_of_shingles(lucene, 2)
    found = searcher.search(lucene.TermQuery(lucene.Term("text", "hot_dog")), 100)
    assert Scorer(index).scores(body) == pytest.approx({str(int(hit.doc)): float(hit.score) for hit in found.scoreDocs}, rel=1e-4)
