"""What a minimum confidence is worth: how good the phrases are that pass it, and how many queries still get any.

One row for each threshold. Where probabilities are right, the mean confidence of the phrases that pass is their support by the
crowd: the share of annotators who made them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from caesura.corpus import Corpus, Entry
from caesura.evaluation.phrases import PhraseFigures, phrase_figures
from caesura.evaluation.predicted import Facts, Predicted
from caesura.foundation import InputError, signature
from caesura.shapes import Flat, Span

Row = Mapping[str, Any]

#: A query and the minimum confidence -> the phrases that pass, with their probabilities.
Choose = Callable[[Entry, float], Mapping[Span, float]]

THRESHOLDS = tuple(step / 20 for step in range(20))


def confidence_rows(
    corpus: Corpus, method: str, choose: Choose, thresholds: Sequence[float] = THRESHOLDS, *, facts: Facts | None = None
) -> list[Row]:
    """The curve of one method, from the lowest threshold up. `facts` of the method go into the signature."""
    if not any(len(entry.query.words) > 1 for entry in corpus):
        raise InputError(f"{corpus.name} has no query of two words", cure="use a corpus with something to phrase")
    rows: list[Row] = []
    for threshold in sorted(set(thresholds)):
        phrases_of = {entry.query.id: choose(entry, threshold) for entry in corpus}
        flats = {entry.query.id: Flat.keeping(len(entry.query.words), phrases_of[entry.query.id]) for entry in corpus}
        chances = [chance for phrases in phrases_of.values() for chance in phrases.values()]
        row = {"method": method, "threshold": threshold, **phrase_figures(corpus, flats).as_row()}
        row["confidence"] = sum(chances) / len(chances) if chances else None
        rows.append({**row, "signature": _signature(corpus, method, facts or {}, threshold)})
    return rows


def method_row(corpus: Corpus, method: str, predictions: Mapping[str, Flat] | Predicted[Flat]) -> Row:
    """A method without probabilities is one point beside the curve."""
    known = Predicted.known(predictions)
    figures: PhraseFigures = phrase_figures(corpus, known.of)
    row = {"method": method, "threshold": None, **figures.as_row(), "confidence": None}
    return {**row, "signature": _signature(corpus, method, known.facts)}


def _signature(corpus: Corpus, method: str, facts: Facts, threshold: float | None = None) -> str:
    minimum = None if threshold is None else f"{threshold:g}"
    return signature(data=corpus.signature, method=method, **facts, reference="corpus", average="micro", threshold=minimum)
