"""The public outputs of the Webis query segmentation corpus, replayed query by query."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from caesura.corpus import Corpus, read_corpus
from caesura.lexicon import MemoryLexicon
from caesura.segment import Segmenter, segmenter


@lru_cache(maxsize=1)
def corpus_of(folder: Path) -> Corpus:
    return read_corpus(folder)


def rows(folder: Path, name: str) -> list[list[str]]:
    file = folder / "data" / f"webis-qsec-10-training-set-{name}.txt"
    return [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def webis(shared_data: Path) -> Path:
    return shared_data / "webis-qsec-10"


@pytest.fixture(scope="module")
def lexicon(webis: Path) -> MemoryLexicon:
    counts = {ngram: int(count) for ngram, count in rows(webis, "n-gram-web-frequencies-google")}
    return MemoryLexicon(counts, [row[0] for row in rows(webis, "n-gram-wikipedia-titles")])


def differing(webis: Path, official: str, chosen: Segmenter, *, with_tags: bool = False) -> list[str]:
    """The queries where our segmentation is not the official one."""
    corpus = corpus_of(webis)
    outputs = corpus.outputs[official]
    assert len(outputs) == len(corpus) == 3865
    return [
        entry.query.text
        for entry in corpus
        if chosen.segment(entry.query.text, entry.query.tags if with_tags else None).flat != outputs[entry.query.id]
    ]


@pytest.mark.parametrize(("method", "official"), [("naive", "stein2010j"), ("wikipedia", "stein2011e"), ("titles", "wt-baseline")])
def test_published_rules_equal_the_official_outputs(webis: Path, lexicon: MemoryLexicon, method: str, official: str) -> None:
    assert differing(webis, official, segmenter(method, lexicon=lexicon, rules="published")) == []


def test_hybrid_with_the_given_tags_equals_nearly_all(webis: Path, lexicon: MemoryLexicon) -> None:
    wrong = differing(webis, "hybrid-acc", segmenter("hybrid", lexicon=lexicon, rules="published"), with_tags=True)
    assert len(wrong) == 16  # 99.586 %; these sixteen nominal queries follow neither method


def test_titles_and_noun_phrases_equal_all_with_the_tags_of_each_ngram(webis: Path, lexicon: MemoryLexicon) -> None:
    tags = {ngram: tuple(ast.literal_eval(listed)) for ngram, listed in rows(webis, "n-gram-pos-tagged")}

    def tagger(words: Sequence[str], /) -> tuple[str, ...]:
        return tags[" ".join(words)]

    chosen = segmenter("titles+noun-phrases", lexicon=lexicon, rules="published", tagger=tagger)
    assert differing(webis, "wt-snp-baseline", chosen) == []


def test_pmi_equals_all_with_the_frequencies_of_its_time(webis: Path) -> None:
    # The frequencies are log10 probabilities; as counts of 10^18 words. The words' own sum is far from 10^18 (they are
    # only the corpus's), so the total is stated.
    total = 10**18
    counts = {
        ngram: round(total * 10 ** float(value))
        for part in ("1-gram-web-frequencies-msn", "2-gram-web-frequencies-msn")
        for ngram, value in rows(webis, part)
    }
    chosen = segmenter("pmi", lexicon=MemoryLexicon(counts, total=total), threshold=0.8948 * math.log(10))
    assert len(differing(webis, "pmi-baseline", chosen)) == 0
