"""What the page about labels says of a file of labels, within limits on how much work one file may cause."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from caesura.corpus import check_size
from caesura.foundation import InputError, Page, Section, html_table
from caesura.labels import (
    LabelTable,
    compare_labels,
    infer,
    judge_workers,
    label_model,
    labels_page,
    read_gold,
    read_labels,
    resolved,
    simulate,
    write_items,
    write_labels,
)
from caesura.studio.pages.written_report import WrittenReport, written_report

#: Rows of a table that a page shows; the download has all of them.
_SHOWN = 200

#: What one request may ask for. Models keep numbers for every item and class, and for every worker and pair of classes.
MOST_ROWS = 200_000
MOST_BYTES = 32 << 20
MOST_CLASSES = 1_000
MOST_CELLS = 8_000_000
#: Labels are drawn again and again for the curves of labels per item: of no more than these, and by models that take little time.
MOST_DRAWN = 20_000
_DRAWN = ("majority", "one-coin", "dawid-skene", "naive-bayes")


@dataclass(frozen=True)
class LabelsReport:
    """The report, and the inferred labels as CSV."""

    written: WrittenReport
    csv: bytes


def example_report() -> LabelsReport:
    folder = files("caesura.studio").joinpath("examples")
    with as_file(folder.joinpath("labels-crowd.csv")) as labels, as_file(folder.joinpath("labels-gold.csv")) as gold:
        return labels_report(labels, gold)


def report_of(labels: bytes, gold: bytes | None) -> LabelsReport:
    with _stored(labels, gold) as paths:
        return labels_report(*paths)


def labels_of(labels: bytes, gold: bytes | None, model: str) -> bytes:
    """The file that `caesura labels infer --known GOLD --output` writes: gold labels are certain."""
    with _stored(labels, gold) as (file, truths):
        table, known = read_labels(file), None if truths is None else read_gold(truths)
        check_work(table)
        name, choice = resolved(model, table, known=known)
        found = infer(label_model(name), table, known=known, choice=choice)
        output = file.with_name("true.csv")
        write_labels(output, found.labels, found.probabilities)
        return output.read_bytes()


@contextmanager
def _stored(labels: bytes, gold: bytes | None) -> Iterator[tuple[Path, Path | None]]:
    """Both files in a folder of their own; errors name them as the form does, not the copies on the server."""
    with TemporaryDirectory() as folder:
        paths = (Path(folder, "labels.csv"), None if gold is None else Path(folder, "gold.csv"))
        paths[0].write_bytes(labels)
        if paths[1] is not None and gold is not None:
            paths[1].write_bytes(gold)
        try:
            for path in paths:
                if path is not None:
                    check_size(path, MOST_ROWS, MOST_BYTES)
            yield paths
        except InputError as error:
            name = None if error.file is None else Path(error.file).stem
            raise InputError(error.problem, cure=error.cure, file=name, line=error.line) from None


def labels_report(labels: Path, gold: Path | None) -> LabelsReport:
    """As `caesura labels compare --report`; without gold labels, what a model makes of the labels alone."""
    table = read_labels(labels)
    check_work(table)
    found = infer(label_model("dawid-skene"), table)
    items = found.items()
    csv = _written(items)
    if gold is not None:
        sets, known = {"labels": table}, {"labels": read_gold(gold)}
        curves = {"labels": simulate(table, known["labels"], models=_DRAWN, repeats=3)} if len(table) <= MOST_DRAWN else {}
        return LabelsReport(written_report(labels_page(compare_labels(sets, known), sets, known, curves=curves)), csv)
    workers = sorted((worker.row() for worker in judge_workers(table, model=found.model)), key=lambda row: -row["done"])
    note = f"The least certain first; {len(items):,} in all." if len(items) > _SHOWN else "The least certain first."
    facts = found.document()
    lead = (
        f"{facts['labels']:,} labels of {facts['workers']} workers for {facts['items']:,} items, by the model of Dawid and Skene. "
        "With gold labels all models are compared."
    )
    sections = [
        Section("Labels", html_table(items[:_SHOWN]), note),
        Section("Workers", html_table([_in_words(row) for row in workers[:_SHOWN]]), "Accuracy is against the model's own labels."),
    ]
    return LabelsReport(written_report(Page("True labels from a crowd", lead, sections)), csv)


def check_work(table: LabelTable) -> None:
    """An `InputError` for labels that no page should work on: with too many classes they are free text, or another column."""
    classes, cure = len(table.classes), "is the column of labels the right one? use the command line for larger files"
    if classes > MOST_CLASSES:
        raise InputError(f"{classes:,} different labels; at most {MOST_CLASSES:,} are possible here", cure=cure)
    cells = classes * max(len(table.tasks), len(table.workers) * classes)
    if cells > MOST_CELLS:
        raise InputError(
            f"{len(table.tasks):,} items and {len(table.workers):,} workers with {classes:,} different labels are too many here",
            cure=cure,
        )


def _written(items: list[dict[str, object]]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "labels.csv")
        write_items(path, items)
        return path.read_bytes()


def _in_words(row: dict[str, object]) -> dict[str, object]:
    interval = row["interval"]
    return row | {"interval": f"{interval[0]:.3f} to {interval[1]:.3f}" if isinstance(interval, list) else ""}
