"""Both figures of compositionality for words of a collection, each computed once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from caesura.foundation import fingerprint
from caesura.retrieval.compositionality.atc import distance
from caesura.retrieval.compositionality.contexts import WIDTH, Contexts
from caesura.retrieval.compositionality.good_turing import divergence
from caesura.retrieval.compositionality.non_compositionality import changed_queries, non_compositionality
from caesura.retrieval.compositionality.synonyms import Synonyms, wordnet_synonyms
from caesura.retrieval.index.index import Index


@dataclass(frozen=True, slots=True)
class Compositionality:
    """How non-compositional some words are by the two models; None where they cannot tell."""

    good_turing: float | None
    atc: float | None


class Memory(Protocol):
    """Keeps figures by key (see caesura/retrieval/experiment/cache.py)."""

    def get(self, key: str) -> Any: ...

    def put(self, key: str, figure: Any) -> None: ...


class InCollection:
    """`InCollection(index)(("hot", "dog"))`; synonyms are WordNet's where none are given. A memory keeps what was computed."""

    def __init__(self, index: Index, memory: Memory | None = None, synonyms: Synonyms | None = None, width: int = WIDTH) -> None:
        self._index = index
        self._memory = memory
        self._synonyms = synonyms
        self._width = width
        self._contexts = lru_cache(4096)(self._looked_up)

    def __call__(self, words: Sequence[str]) -> Compositionality:
        synonyms = self._known_synonyms()
        used = fingerprint(f"{word} {' '.join(synonyms.get(word, ()))}" for word in words)
        # The number stands for the formulas: figures of others are computed again.
        key = f"compositionality 2 {self._width} {used} {' '.join(words)}"
        known = None if self._memory is None else self._memory.get(key)
        if known is None:
            known = [non_compositionality(words, synonyms, self._contexts, way) for way in (divergence, distance)]
            if self._memory is not None:
                self._memory.put(key, known)
        return Compositionality(*known)

    def changes(self, words: Sequence[str]) -> list[tuple[tuple[str, ...], Compositionality]]:
        """Every exchange of a word for a synonym, with how far the contexts move by each model; their means are the figures."""
        query = [self._contexts(word) for word in words]
        if not all(len(contexts.terms) for contexts in query):
            return []
        figures = []
        for changed in changed_queries(words, self._known_synonyms(), self._contexts):
            other = [self._contexts(word) for word in changed]
            figures.append((changed, Compositionality(divergence(query, other), distance(query, other))))
        return figures

    def _known_synonyms(self) -> Synonyms:
        return wordnet_synonyms() if self._synonyms is None else self._synonyms

    def _looked_up(self, word: str) -> Contexts:
        terms = self._index.analysis.terms(word)
        # A word that the collection writes as several terms, or as none, has no contexts of its own.
        neighbours = self._index.neighbours(terms[0] if len(terms) == 1 else "", self._width)
        return Contexts(neighbours.occurrences, neighbours.terms, neighbours.count)
