"""Lucene's spans against our windows: the same counts in every document.

Lucene lists windows that overlap; of those we take the leftmost that do not, which is how Indri counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from caesura.retrieval import Index, OrderedWindow, UnorderedWindow
from tests.retrieval.engine.collections_of_words import index_of

_FIELD = "text"


class Spans:
    """A small Lucene index in memory, asked for spans."""

    def __init__(self, lucene: SimpleNamespace, documents: Sequence[Sequence[str]]) -> None:
        jpype = pytest.importorskip("jpype")
        self._lucene = lucene
        self._spans = {name: jpype.JClass(f"org.apache.lucene.queries.spans.{name}") for name in ("SpanNearQuery", "SpanTermQuery")}
        self._postings = jpype.JClass("org.apache.lucene.queries.spans.SpanWeight").Postings.POSITIONS
        self._mode = jpype.JClass("org.apache.lucene.search.ScoreMode").COMPLETE_NO_SCORES
        self._clauses = jpype.JArray(jpype.JClass("org.apache.lucene.queries.spans.SpanQuery"))
        directory = lucene.ByteBuffersDirectory()
        writer = lucene.IndexWriter(directory, lucene.IndexWriterConfig(lucene.WhitespaceAnalyzer()))
        for words in documents:
            document = lucene.Document()
            document.add(lucene.TextField(_FIELD, " ".join(words), lucene.store))
            writer.addDocument(document)
        writer.forceMerge(1)
        writer.close()
        self._searcher = lucene.IndexSearcher(lucene.DirectoryReader.open(directory))

    def counts(self, words: Sequence[str], slop: int, in_order: bool) -> dict[int, int]:
        """Per document, how many spans there are if none may overlap."""
        terms = [self._spans["SpanTermQuery"](self._lucene.Term(_FIELD, word)) for word in words]
        query = self._searcher.rewrite(self._spans["SpanNearQuery"](self._clauses(terms), slop, in_order))
        weight = query.createWeight(self._searcher, self._mode, 1.0)
        found: dict[int, int] = {}
        for leaf in self._searcher.getIndexReader().leaves():
            spans = weight.getSpans(leaf, self._postings)
            while spans is not None and (document := int(spans.nextDoc())) != 2**31 - 1:
                found[document + int(leaf.docBase)] = _without_overlap(_all(spans))
        return found


def _all(spans: Any) -> Iterator[tuple[int, int]]:
    while (start := int(spans.nextStartPosition())) != 2**31 - 1:
        yield start, int(spans.endPosition())


def _without_overlap(spans: Iterator[tuple[int, int]]) -> int:
    """Greedily from the left: of spans with one start the shortest, then the next that begins behind its end."""
    count, free = 0, 0
    for start, end in sorted(spans):
        if start >= free:
            count, free = count + 1, end
    return count


def _ours(index: Index, part: OrderedWindow | UnorderedWindow) -> dict[int, int]:
    found = index.part(part)
    return dict(zip(found.documents.tolist(), found.frequencies.tolist(), strict=True))


@pytest.fixture(scope="module")
def both(lucene: SimpleNamespace, tmp_path_factory: pytest.TempPathFactory) -> tuple[Spans, Index]:
    draw = random.Random(5)
    documents = [draw.choices("abcdef", weights=(8, 6, 4, 2, 2, 1), k=draw.randint(1, 60)) for _ in range(200)]
    return Spans(lucene, documents), index_of(documents, tmp_path_factory.mktemp("spans"))


@pytest.mark.parametrize("words", ["ab", "ba", "abc", "cab", "fed", "abcd", "aba", "aa"])
def test_exact_phrases(both: tuple[Spans, Index], words: str) -> None:
    spans, index = both
    ours = _ours(index, OrderedWindow(tuple(words)))
    assert ours == spans.counts(words, 0, True)
    assert ours or words == "abcd"


@pytest.mark.parametrize("words", ["ab", "ef", "ca"])
@pytest.mark.parametrize("gap", [2, 3, 8])
def test_ordered_pairs_with_room_between(both: tuple[Spans, Index], words: str, gap: int) -> None:
    spans, index = both
    assert _ours(index, OrderedWindow(tuple(words), gap)) == spans.counts(words, gap - 1, True)


@pytest.mark.parametrize("words", ["ab", "ef", "abc", "def", "bdf", "abcd"])
@pytest.mark.parametrize("size", [2, 4, 8, 12, 16])
def test_unordered_windows(both: tuple[Spans, Index], words: str, size: int) -> None:
    spans, index = both
    slop = size - len(words)
    expected = spans.counts(words, slop, False) if slop >= 0 else {}
    assert _ours(index, UnorderedWindow(tuple(words), size)) == expected


@pytest.mark.parametrize("name", ["cranfield", "vaswani"])
def test_windows_of_real_queries(lucene: SimpleNamespace, shared_data: Path, name: str, tmp_path: Path) -> None:
    """Neighbouring words of real queries over real documents."""
    folder = shared_data / "retrieval" / "oracle" / name
    documents = [line.split("\t")[1].split() for line in (folder / "tokens.tsv").read_text().splitlines()][:2000]
    spans, index = Spans(lucene, documents), index_of(documents, tmp_path)
    draw = random.Random(7)
    seen = 0
    for words in draw.sample(_pairs(folder / "bow.queries.tsv"), 60):
        exact, near = _ours(index, OrderedWindow(words)), _ours(index, UnorderedWindow(words, 8))
        assert exact == spans.counts(words, 0, True), words
        assert near == spans.counts(words, 6, False), words
        seen += len(near)
    assert seen > 100


def _pairs(queries: Path) -> list[tuple[str, str]]:
    found = set()
    for line in queries.read_text().splitlines():
        words = [word for word in line.split("\t")[1].replace("(", " ").replace(")", " ").split() if word.isalpha()]
        found |= {(first, second) for first, second in pairwise(words) if first != second}
    return sorted(found)
