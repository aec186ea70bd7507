"""What does asking a machine first save? Easy items to the machine, the others to people, at equal accuracy.

`python -m bench.mixed_crowds DATA [--plot FILE]` plays it through with labels that people really gave: for the sets rte and temp
a made-up machine of stated accuracy, whose five samples err together, and gold labels; for the Webis corpus the breaks of a method
of Caesura, votes drawn as annotators, and the majority of three votes that were held out.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from caesura.corpus import read_corpus
from caesura.labels import ask_where_unsure_mixed, label_table, read_gold, read_labels
from caesura.labels.kinds import with_kinds
from caesura.labels.table import LabelTable
from caesura.segmenters import MethodSettings, predict
from caesura.shapes import Flat

THRESHOLDS = (0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
SETS = ("rte", "temp")
ACCURACIES = (0.7, 0.8, 0.9)
SAMPLES, OWN_WAY, HELD_OUT = 5, 0.05, 3


def with_machine(table: LabelTable, gold: dict[Any, Any], accuracy: float, seed: int) -> LabelTable:
    """The crowd's labels and five samples of a machine, which nearly always say the same."""
    draw = np.random.default_rng(seed)
    tasks = [table.tasks[code] for code in table.task_codes.tolist()]
    workers: list[Any] = [table.workers[code] for code in table.worker_codes.tolist()]
    labels = [table.classes[code] for code in table.label_codes.tolist()]
    kinds = ["person"] * len(labels)
    known = set(table.tasks)
    for task, truth in ((task, truth) for task, truth in gold.items() if task in known):
        wrong = [each for each in table.classes if each != truth]
        said = truth if draw.random() < accuracy else wrong[int(draw.integers(len(wrong)))]
        for sample in range(1, SAMPLES + 1):
            tasks.append(task)
            workers.append(f"machine#{sample}")
            labels.append(table.classes[int(draw.integers(len(table.classes)))] if draw.random() < OWN_WAY else said)
            kinds.append("language-model")
    return with_kinds(label_table(tasks, workers, labels), workers, kinds)


def crowd_sets(folder: Path, repeats: int) -> list[dict[str, Any]]:
    rows = []
    for name in SETS:
        table, gold = read_labels(folder / "crowd" / f"{name}.labels.csv"), read_gold(folder / "crowd" / f"{name}.gold.csv")
        known = {task: label for task, label in gold.items() if task in set(table.tasks)}
        for accuracy in ACCURACIES:
            mixed = with_machine(table, known, accuracy, 1)
            found = ask_where_unsure_mixed(mixed, known, ["machine"], thresholds=THRESHOLDS, repeats=repeats)
            rows += [{"set": name, "machine": accuracy, **each.row()} for each in found]
            for row in rows[-2 * len(THRESHOLDS) :]:
                print(json.dumps(row), flush=True)
    return rows


def webis(folder: Path, method: str, queries: int, repeats: int) -> list[dict[str, Any]]:
    """An item is a gap of a query; the truth is the majority of three held-out votes."""
    corpus = read_corpus(folder / "webis-qsec-10")
    draw = np.random.default_rng(1)
    full = [entry for entry in corpus if entry.votes.total == 10 and len(entry.query.words) > 2]
    chosen = corpus.restricted([full[place] for place in draw.permutation(len(full))[:queries]])
    settings = MethodSettings(folds=10) if method == "learned" else MethodSettings()
    predicted = predict(method, corpus if settings.folds else chosen, settings).of
    rows_of: list[tuple[str, str, int, str]] = []
    gold: dict[str, int] = {}
    for entry in chosen:
        votes = np.array([vote.shape.breaks for vote in entry.votes for _ in range(vote.count) if isinstance(vote.shape, Flat)])
        votes = votes[draw.permutation(len(votes))]
        for gap in range(votes.shape[1]):
            item = f"{entry.query.id}:{gap}"
            gold[item] = int(votes[:HELD_OUT, gap].sum() * 2 > HELD_OUT)
            for who, vote in enumerate(votes[HELD_OUT:, gap].tolist()):
                rows_of.append((item, f"drawn {who}", vote, "person"))
            rows_of.append((item, method, predicted[entry.query.id].breaks[gap], "segmenter"))
    tasks, workers, labels, kinds = zip(*rows_of, strict=True)
    table = with_kinds(label_table(tasks, workers, labels), workers, kinds)
    found = ask_where_unsure_mixed(table, gold, [method], thresholds=THRESHOLDS, repeats=repeats)
    rows = [{"set": "webis", "machine": method, **each.row()} for each in found]
    for row in rows:
        print(json.dumps(row), flush=True)
    return rows


def saving(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """At the accuracy that people alone reach at each threshold: their labels, and those of people with the machine."""
    found = []
    for name, machine in dict.fromkeys((row["set"], row["machine"]) for row in rows):
        of = [row for row in rows if (row["set"], row["machine"]) == (name, machine)]
        curves = {
            asked: sorted((row["accuracy"], row["people_per_item"]) for row in of if row["asked"] == asked)
            for asked in ("people", "people and machine")
        }
        accuracy, labels = curves["people"][-1]
        enough = [needed for reached, needed in curves["people and machine"] if reached >= accuracy - 0.005]
        found.append(
            {
                "set": name,
                "machine": machine,
                "accuracy": accuracy,
                "people_alone": labels,
                "people_with_machine": min(enough, default=None),
            }
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--queries", type=int, default=600)
    parser.add_argument("--methods", default="titles,learned")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    rows = crowd_sets(options.data, options.repeats)
    for method in options.methods.split(","):
        rows += webis(options.data, method, options.queries, options.repeats)
    for row in saving(rows):
        print(json.dumps(row))
    if options.plot:
        from caesura.foundation import save_figure

        save_figure(lambda axes: _drawn(axes, rows), options.plot)


def _drawn(axes: Any, rows: list[dict[str, Any]]) -> None:
    for number, (name, machine) in enumerate(dict.fromkeys((row["set"], row["machine"]) for row in rows)):
        for asked, style in (("people", "s--"), ("people and machine", "o-")):
            of = [row for row in rows if (row["set"], row["machine"], row["asked"]) == (name, machine, asked)]
            label = f"{name}, machine {machine}" if asked != "people" else None
            points = [row["people_per_item"] for row in of], [row["accuracy"] for row in of]
            axes.plot(*points, style, color=f"C{number}", label=label, alpha=1.0 if label else 0.4)
    axes.set_xlabel("people's labels per item (dashed: without the machine)")
    axes.set_ylabel("accuracy")
    axes.legend(frameon=False, fontsize="x-small")


if __name__ == "__main__":
    main()
