"""What is known about a possible phrase before anyone searches: the features of the model of gains.

A possible phrase is a stretch of two or more content words that occurs in the collection. (One that never occurs would only take
its words out of the query.)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log1p
from typing import TYPE_CHECKING

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.retrieval.index.index import Index
from caesura.retrieval.language.parts import analysed
from caesura.retrieval.language.values import OrderedWindow, Part, Term, UnorderedWindow
from caesura.segmenters import default_method
from caesura.shapes import Span

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

#: In the order of a candidate's numbers.
FEATURES = (
    "segment confidence",
    "good-turing",
    "atc",
    "mean idf",
    "minimum idf",
    "phrase idf",
    "association",
    "tightness",
    "lexicon count",
    "title",
    "agreement",
    "words",
    "share of the query",
)
#: Places for each word of a loose window, as in the dependence models.
_WINDOW = 4


@dataclass(frozen=True, slots=True)
class PossiblePhrase:
    """A possible phrase of a topic, by its place among the topics and its words; None is a feature that is not known."""

    topic: int
    span: Span
    features: tuple[float | None, ...]


def candidates_of(collection: Collection) -> list[PossiblePhrase]:
    """All possible phrases of a collection's topics."""
    index = collection.engine.index
    if index is None:
        raise InputError(f"{collection.name} has no index at hand", cure="learning needs an index of `caesura retrieval index`")
    lexicon = default_lexicon() if collection.settings.lexicon is None else collection.settings.lexicon
    method = collection.settings.methods[-1] if collection.settings.methods else default_method()
    candidates = []
    # A method that does not say how sure it is is sure of its segments.
    sure_of = collection.material.chances(method) or [
        dict.fromkeys(one.spans, 1.0) for one in collection.material.segmentations(method)
    ]
    for number, (topic, sure) in enumerate(zip(collection.topics, sure_of, strict=True)):
        size = len(topic.words)
        for start in range(size):
            for end in range(start + 2, size + 1):
                words = topic.words[start:end]
                counted = _counted(index, words)
                if counted is None:
                    continue
                figures = collection.material.compositionality(words)
                # A simulated crowd knows nothing that the segmenter does not: its votes are not a feature.
                agreed = None if collection.crowd.simulated else collection.crowd.joined(topic.id, start, end)
                features = (
                    sure.get((start, end), 0.0),
                    figures.good_turing,
                    figures.atc,
                    *counted,
                    *_looked_up(lexicon, words),
                    agreed,
                    float(end - start),
                    (end - start) / size,
                )
                candidates.append(PossiblePhrase(number, (start, end), features))
    return candidates


def _counted(index: Index, words: tuple[str, ...]) -> tuple[float, ...] | None:
    """Mean and minimum idf of the words, the phrase's idf, association (as PMI) and tightness; None where it never occurs."""
    phrase = analysed(OrderedWindow(words), index.analysis.terms)
    if not isinstance(phrase, OrderedWindow) or not index.collection_frequency(phrase):
        return None
    parts: list[Part] = [Term(word) for word in phrase.words]
    idfs = [log((index.document_count + 1) / (index.document_frequency(part) + 0.5)) for part in parts]
    together = index.collection_frequency(phrase)
    association = log(together / index.token_count) - sum(
        log(index.collection_frequency(part) / index.token_count) for part in parts
    )
    loose = index.collection_frequency(UnorderedWindow(phrase.words, _WINDOW * len(parts)))
    return (
        sum(idfs) / len(idfs),
        min(idfs),
        log((index.document_count + 1) / (index.document_frequency(phrase) + 0.5)),
        association / (len(parts) - 1),
        # Greedy windows may be fewer than the exact phrases inside them: at most all of them are tight.
        min(1.0, together / loose) if loose else 1.0,
    )


def _looked_up(lexicon: LexiconLike, words: tuple[str, ...]) -> tuple[float, float]:
    return log1p(lexicon.count(words)), float(lexicon.is_title(words))
