"""Small collections for tests, and the plainest possible reading of the definitions to hold the engine against."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path

from hypothesis import strategies as st

from caesura.retrieval import BM25, Analysis, Index, OrderedWindow, QueryLikelihood, UnorderedWindow, weighted_parts
from caesura.retrieval.documents.document import Document
from caesura.retrieval.index.building import build_from_documents
from caesura.retrieval.index.windows import ordered_windows, unordered_windows
from caesura.retrieval.language.values import Part, Term
from caesura.retrieval.ranking.jelinek_mercer import JelinekMercer
from caesura.retrieval.ranking.model import Model

#: Few words, so that windows meet, overlap and repeat.
WORDS = ("a", "b", "c", "d")
UNKNOWN = "nowhere"

texts = st.lists(st.sampled_from(WORDS), max_size=14)
collections = st.lists(texts, min_size=1, max_size=7)
_query_words = st.sampled_from((*WORDS, UNKNOWN))
_several = st.lists(_query_words, min_size=1, max_size=4).map(tuple)
parts: st.SearchStrategy[Part] = st.one_of(
    st.builds(Term, _query_words),
    st.builds(OrderedWindow, _several, st.integers(1, 4)),
    st.builds(UnorderedWindow, _several, st.integers(1, 9)),
)
models: st.SearchStrategy[Model] = st.one_of(
    st.builds(QueryLikelihood, st.floats(0.5, 5000)),
    st.builds(JelinekMercer, st.floats(0.01, 0.99)),
    st.builds(BM25, st.floats(0, 3), st.floats(0, 1)),
)


def index_of(documents: Sequence[Sequence[str]], folder: Path, analysis: Analysis | None = None) -> Index:
    """An index of documents d0, d1, ... in a new folder."""
    out = folder / f"index-{len(list(folder.iterdir()))}"
    given = (Document(f"d{number}", "", " ".join(words), "test", number + 1) for number, words in enumerate(documents))
    build_from_documents(given, out, analysis=analysis)
    return Index.open(out)


def frequency(part: Part, words: Sequence[str]) -> int:
    """How often a part occurs in a document."""
    names = tuple(dict.fromkeys(part.words)) if isinstance(part, UnorderedWindow) else part.words
    places = [[place for place, word in enumerate(words) if word == name] for name in names]
    match part:
        case Term():
            return len(places[0])
        case OrderedWindow():
            return ordered_windows(places, part.gap)
        case UnorderedWindow():
            return unordered_windows(places, part.size)


def reference_scores(query: object, model: Model, documents: Sequence[Sequence[str]]) -> dict[str, float]:
    """The formulas as they are written, one document after the other."""
    shares = weighted_parts(query)  # type: ignore[arg-type]
    tokens = sum(map(len, documents))
    found = {}
    for number, words in enumerate(documents):
        if any(frequency(part, words) for part in shares):
            found[f"d{number}"] = sum(share * _one(part, words, model, documents, tokens) for part, share in shares.items())
    return found


def _one(part: Part, words: Sequence[str], model: Model, documents: Sequence[Sequence[str]], tokens: int) -> float:
    here = frequency(part, words)
    counts = [frequency(part, other) for other in documents]
    probability = (sum(counts) or 0.5) / tokens
    match model:
        case QueryLikelihood(mu):
            return log((here + mu * probability) / (len(words) + mu))
        case JelinekMercer(share):
            return log((1 - share) * here / len(words) + share * probability)
        case BM25(k1, b):
            held = sum(count > 0 for count in counts)
            idf = log(1 + (len(documents) - held + 0.5) / (held + 0.5))
            return idf * here / (here + k1 * (1 - b + b * len(words) * len(documents) / tokens)) if here else 0.0
        case _:
            raise AssertionError(model)
