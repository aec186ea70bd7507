"""Labels as a page in one file: the sets, the models, the workers, and how many labels are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caesura.foundation import Page, PathLike, Section, extra, html_table, shared_signature, svg_figure, written
from caesura.labels.calibration import ReliabilityBin
from caesura.labels.comparing import LabelComparison
from caesura.labels.excluding import suspects
from caesura.labels.figures import OF_THE_PAGE, calibration_figure, confusions_figure, curves_figure, workers_figure
from caesura.labels.model import gold_codes
from caesura.labels.planning import labels_needed
from caesura.labels.simulation import Point
from caesura.labels.table import LabelTable
from caesura.labels.workers import judge_workers

if TYPE_CHECKING:
    from markupsafe import Markup

#: Workers with the most labels are listed one by one; the figure shows all.
_LISTED = 50
#: Confusion matrices with more classes are too small to read.
_SHOWN_CLASSES = 8


def write_labels_report(
    path: PathLike,
    comparison: LabelComparison,
    sets: Mapping[str, LabelTable],
    gold: Mapping[str, Any],
    *,
    curves: Mapping[str, Sequence[Point]] | None = None,
    target: float = 0.95,
    seed: int = 1,
) -> None:
    """One HTML page."""
    made = labels_page(comparison, sets, gold, curves=curves, target=target, seed=seed)
    with written(path) as stream:
        stream.write(made.render())


def labels_page(
    comparison: LabelComparison,
    sets: Mapping[str, LabelTable],
    gold: Mapping[str, Any],
    *,
    curves: Mapping[str, Sequence[Point]] | None = None,
    target: float = 0.95,
    seed: int = 1,
) -> Page:
    """The report in sections; the studio shows the same. `curves` holds a simulation of labels per item, where there is one."""
    sections = [_models(comparison), _sets(comparison), _agreed(comparison)]
    sections += [_calibration(name, models, comparison) for name, models in comparison.reliability.items()]
    sections += [_workers(name, table, gold[name]) for name, table in sets.items()]
    sections += [_needed(name, points, target, seed) for name, points in (curves or {}).items()]
    labels = sum(len(table) for table in sets.values())
    counted = f"{len(sets)} {'set' if len(sets) == 1 else 'sets'}, {labels:,} labels."
    lead = f"{counted} Accuracy is against gold labels, with 95 % intervals."
    marks = [
        f"{name}: {shared_signature(row['signature'] for row in comparison.models if row['set'] == name)}"
        for name in sets
        if any(row["set"] == name for row in comparison.models)
    ]
    return Page("True labels from a crowd", lead, sections, footer="  ".join(marks))


def _models(comparison: LabelComparison) -> Section:
    rows: dict[str, dict[str, Any]] = {}
    titles: dict[tuple[int, str], str] = {}
    for row in comparison.models:
        line = rows.setdefault(row["set"], {"set": row["set"]})
        line[row["model"]] = row["accuracy"]
        low, high = row["interval"]
        stopped = "" if row["converged"] else ", did not converge"
        titles[list(rows).index(row["set"]), row["model"]] = f"{low:.3f} to {high:.3f}, {row['ties']} ties{stopped}"
    models = list(dict.fromkeys(row["model"] for row in comparison.models))
    note = (
        "Share of items with the right label; the best model of each set stands out. Point at a figure for its interval and ties."
    )
    return Section("Models", html_table(list(rows.values()), ["set", *models], best=models, titles=titles), note)


def _sets(comparison: LabelComparison) -> Section:
    columns = ["set", "items", "workers", "labels", "duplicates", "classes", "labels_per_item", "annotation_accuracy"]
    return Section(
        "Sets", html_table(comparison.sets, columns), "Annotation accuracy is the share of single labels that are right."
    )


def _agreed(comparison: LabelComparison) -> Section:
    note = "Of how many items how many workers agreed on the most frequent label."
    return Section("How many agreed", html_table(comparison.agreed, group_by="set"), note)


def _calibration(name: str, models: Mapping[str, Sequence[ReliabilityBin]], comparison: LabelComparison) -> Section:
    label = f"{name}: share of right labels (upwards) by how sure a model is (to the right), both from 0 to 1"
    figure = svg_figure(calibration_figure(models, OF_THE_PAGE), label=label, height=1.5 * (1 + (len(models) - 1) // 5))
    errors = {row["model"]: row["calibration_error"] for row in comparison.models if row["set"] == name}
    rows = [{"model": model, "calibration_error": errors[model]} for model in sorted(models, key=lambda model: errors[model])]
    note = (
        "On the dashed line, nine in ten of the labels with probability .9 are right; the error is the mean distance from it. "
        "Larger points: more items."
    )
    return Section(f"Calibration on {name}", _both(figure, html_table(rows)), note)


def _workers(name: str, table: LabelTable, gold: Any) -> Section:
    judged = judge_workers(table, gold=gold_codes(table, gold))
    doubtful = set(suspects(judged))
    listed = sorted(judged, key=lambda worker: -worker.done)[:_LISTED]
    rows = [
        {
            "worker": str(worker.name),
            "done": worker.done,
            "accuracy": worker.accuracy,
            "interval": "" if worker.interval is None else f"{worker.interval[0]:.3f} to {worker.interval[1]:.3f}",
            "spam_probability": worker.spam_probability,
            "exclude": worker.name in doubtful,
        }
        for worker in listed
    ]
    figure = svg_figure(workers_figure(judged, OF_THE_PAGE), label=f"{name}: accuracy of workers against labels they gave")
    note = f"{len(judged)} workers; {len(doubtful)} of them probably answer at random."
    if len(table.classes) <= _SHOWN_CLASSES:
        matrices = svg_figure(confusions_figure(judged, table.classes, OF_THE_PAGE), label=f"{name}: confusion matrices of workers")
        figure = figure + matrices
        classes = ", ".join(map(str, table.classes))
        note += f" Small squares: truths downwards, labels to the right ({classes}), dark where frequent; at most 24 workers."
    if len(judged) > len(listed):
        note += f" The {len(listed)} with most labels are listed."
    return Section(f"Workers of {name}", _both(figure, html_table(rows)), note)


def _needed(name: str, points: Sequence[Point], target: float, seed: int) -> Section:
    draw = curves_figure(points, "labels per item", OF_THE_PAGE, target=target)
    figure = svg_figure(draw, label=f"{name}: accuracy against labels per item; bands hold 95 % of the draws")
    rows = [need.row() for need in labels_needed(points, target, seed=seed)]
    note = (
        f"How many labels per item each model needs for an accuracy of {target:g}, with the range that other gold items would "
        "give; empty is more than were tried."
    )
    return Section(f"Labels needed for {name}", _both(figure, html_table(rows)), note)


def _both(figure: Markup, table: Markup) -> Markup:
    with extra("plots"):
        from markupsafe import Markup

    return Markup('<div class="figures">{}</div>{}').format(figure, table)
