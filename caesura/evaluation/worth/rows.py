"""The rows that `caesura worth` prints: the crowd's curve first, then each method, with a signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caesura.corpus import Corpus
from caesura.evaluation.predicted import Predicted
from caesura.evaluation.worth.curve import People
from caesura.evaluation.worth.figures import SHUFFLES, WorthInPeople, worth_in_people
from caesura.foundation import signature
from caesura.shapes import Flat


def worth_rows(
    corpus: Corpus,
    predictions: Mapping[str, Mapping[str, Flat] | Predicted[Flat]],
    *,
    reference: int = 3,
    resamples: int = 1000,
    seed: int = 1,
) -> tuple[list[dict[str, Any]], WorthInPeople]:
    """One row per crowd and measure, then one per method and measure; and the figures they were made from."""
    known = {name: Predicted.known(given) for name, given in predictions.items()}
    measured = worth_in_people(
        corpus, {name: each.of for name, each in known.items()}, reference=reference, resamples=resamples, seed=seed
    )

    def signed(method: str, measure: str, **facts: str) -> str:
        drawn = f"{SHUFFLES}-seed-{seed}"
        interval = f"bootstrap-0.95-{resamples}-seed-{seed}" if resamples else None
        data = f"{corpus.name}#{corpus.fingerprint}"
        shared = {"data": data, "queries": measured.queries, "reference-votes": reference, "shuffles": drawn}
        return signature(**shared, method=method, measure=measure, **facts, interval=interval)

    rows: list[dict[str, Any]] = []
    for size, scores in measured.curve.items():
        name = "1 person" if size == 1 else f"{size} people"
        rows += [
            {"method": name, "measure": measure, "score": score, "worth": float(size), "signature": signed(name, measure)}
            for measure, score in scores.items()
        ]
    for worth in measured.rows:
        row: dict[str, Any] = {"method": worth.method, "measure": worth.measure, "score": worth.score, **_as_row(worth.people)}
        if worth.interval is not None:
            row["interval"] = tuple(None if end.more_than else end.number for end in worth.interval)
        rows.append({**row, "signature": signed(worth.method, worth.measure, **known[worth.method].facts)})
    return rows, measured


def _as_row(people: People) -> dict[str, float | None]:
    return {"worth": None, "more_than": people.number} if people.more_than else {"worth": people.number}
