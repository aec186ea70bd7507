"""How many labels does it take? Asking on only where the label is not certain, against ten labels for everything.

`python -m bench.which_query_next DATA [--plot FILE]` plays it through with labels that people really gave: for the crowd sets (rte,
temp) a label model says where it is sure, and gold labels say whether it is right; for the Webis corpus each query's votes come one
by one until every break is certain, and three votes that were held out say how good the reference is.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from caesura.campaign.managing import gap_certainty
from caesura.corpus import read_corpus
from caesura.labels import gold_codes, read_gold, read_labels, stop_early
from caesura.shapes import Flat

THRESHOLDS = (0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
SETS = ("rte", "temp")
MODEL = "one-coin"
HELD_OUT = 3


def crowd_set(folder: Path, name: str, repeats: int) -> list[dict[str, Any]]:
    """Labels per item and accuracy at each threshold, and with all ten."""
    table = read_labels(folder / "crowd" / f"{name}.labels.csv")
    gold = read_gold(folder / "crowd" / f"{name}.gold.csv")
    rows: list[dict[str, Any]] = []
    for threshold in THRESHOLDS:
        found = stop_early(table, gold, model=MODEL, threshold=threshold, first=2, most=10, repeats=repeats)
        rows.append({"set": name, **found.row()})
        print(json.dumps(rows[-1]), flush=True)
    assert (gold_codes(table, gold) >= 0).any()
    return rows


def webis(folder: Path, queries: int, seed: int, prior: str | None) -> list[dict[str, Any]]:
    """Votes asked for and agreement with held-out votes at each threshold, and with all that were not held out."""
    corpus = read_corpus(folder / "webis-qsec-10")
    entries = [entry for entry in corpus if entry.votes.total == 10 and len(entry.query.words) > 2]
    draw = np.random.default_rng(seed)
    chosen = [entries[place] for place in draw.permutation(len(entries))[:queries]]
    believed = _believed(prior, [entry.query.text for entry in chosen]) if prior else [None] * len(chosen)
    asked: dict[float | str, list[float]] = {}
    right: dict[float | str, list[float]] = {}
    for entry, before in zip(chosen, believed, strict=True):
        votes = np.array([vote.shape.breaks for vote in entry.votes for _ in range(vote.count) if isinstance(vote.shape, Flat)])
        votes = votes[draw.permutation(len(votes))]
        held, given = votes[:HELD_OUT], votes[HELD_OUT:]
        counts = given.cumsum(axis=0)
        numbers = np.arange(1, len(given) + 1)
        sure = gap_certainty(counts, numbers[:, None], 0.5 if before is None else np.array(before)[None, :]).prod(axis=1)
        stops: list[float | str] = [*THRESHOLDS, "all", *(f"fixed {n}" for n in (1, 2, 3, 4, 5, 6))]
        for threshold in stops:
            if isinstance(threshold, float):
                enough = np.flatnonzero((sure >= threshold) & (numbers >= 2))
                number = int(numbers[enough[0]]) if len(enough) else len(given)
            else:
                number = len(given) if threshold == "all" else int(threshold.split()[1])
            shape = _top(given[:number])
            asked.setdefault(threshold, []).append(number)
            right.setdefault(threshold, []).append(float((held == shape).all(axis=1).mean()))
    rows: list[dict[str, Any]] = []
    for threshold, numbers_asked in asked.items():
        agreed = np.array(right[threshold])
        rows.append(
            {
                "set": "webis",
                "threshold": threshold,
                "labels_per_item": float(np.mean(numbers_asked)),
                "accuracy": float(agreed.mean()),
            }
            | {"standard_error": float(agreed.std() / np.sqrt(len(agreed))), "queries": len(agreed)}
        )
        print(json.dumps(rows[-1]), flush=True)
    return rows


def _top(votes: np.ndarray) -> np.ndarray:
    """The segmentation with the most votes; of several, the one that the single breaks speak for."""
    shapes, counts = np.unique(votes, axis=0, return_counts=True)
    best = shapes[counts == counts.max()]
    share = votes.mean(axis=0)
    return np.asarray(best[np.abs(best - share).sum(axis=1).argmin()])


def _believed(method: str, texts: list[str]) -> list[list[float]]:
    from caesura.campaign.managing import break_beliefs

    return [list(one) for one in break_beliefs(texts, method)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--queries", type=int, default=5000)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    rows = [row for name in SETS for row in crowd_set(options.data, name, options.repeats)]
    rows += webis(options.data, options.queries, 1, "learned")
    if options.output:
        options.output.write_text(json.dumps(rows, indent=1) + "\n")
    if options.plot:
        plot(rows, options.plot)


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    from caesura.foundation import save_figure

    save_figure(lambda axes: _drawn(axes, rows), path)


def _drawn(axes: Any, rows: list[dict[str, Any]]) -> None:
    """What a label more would bring, set by set; the line across is what ten labels for everything reach."""
    for number, name in enumerate((*SETS, "webis")):
        colour = f"C{number}"
        stopped = [row for row in rows if row["set"] == name and isinstance(row["threshold"], float)]
        label = {"webis": "Webis-QSeC-10 (agreement with held-out votes)"}.get(name, name)
        axes.plot(
            [row["labels_per_item"] for row in stopped], [row["accuracy"] for row in stopped], "o-", color=colour, label=label
        )
        fixed = [row for row in rows if row["set"] == name and not isinstance(row["threshold"], float)]
        fixed.sort(key=lambda row: row["labels_per_item"])
        if fixed:
            axes.plot([row["labels_per_item"] for row in fixed], [row["accuracy"] for row in fixed], "s--", color=colour, alpha=0.5)
        else:
            axes.axhline(stopped[0]["accuracy_with_all"], linestyle="--", color=colour, alpha=0.5)
    axes.set_xlabel("labels per item, asked on only where the label is not certain")
    axes.set_ylabel("accuracy")
    axes.legend(frameon=False, fontsize="small")


if __name__ == "__main__":
    main()
