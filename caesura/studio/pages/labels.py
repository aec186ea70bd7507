"""The page about labels: a file of a crowd's labels in, the true ones and the workers out; nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from caesura.foundation import InputError, Page, Section, html_table
from caesura.labels import (
    compare_labels,
    infer,
    judge_workers,
    label_model,
    labels_page,
    read_gold,
    read_labels,
    resolved,
    write_labels,
)
from caesura.studio.pages.frame import page
from caesura.studio.pages.result_cache import ResultCache
from caesura.studio.pages.uploads import uploaded_files

_BYTES = 16 << 20

#: Rows of a table that a page shows; the file with all of them comes from the command line.
_SHOWN = 200


class Labels:
    """The handlers."""

    def __init__(self) -> None:
        self._example: ResultCache[Page] = ResultCache(1)

    async def show(self, request: Request) -> Response:
        """GET /labels: the worked example."""
        report = await run_in_threadpool(self._example.get, "example", _example_report)
        return page(request, "labels.html", report=report, example=True)

    async def infer(self, request: Request) -> Response:
        """POST /labels: the report on the files of the form, with gold labels or without."""
        async with uploaded_files(request, _BYTES) as form:
            given = {name: await _content(form.get(name)) for name in ("labels", "gold")}
            model = form.get("download")
        if given["labels"] is None:
            raise InputError("no file with labels was chosen", cure="choose one and send the form again")
        if isinstance(model, str):
            table = await run_in_threadpool(_labels_of, given["labels"], given["gold"], model)
            return Response(table, media_type="text/csv", headers={"content-disposition": 'attachment; filename="true-labels.csv"'})
        report = await run_in_threadpool(_report_of, given["labels"], given["gold"])
        return page(request, "labels.html", report=report, example=False)


async def _content(file: object) -> bytes | None:
    return await file.read() if isinstance(file, UploadFile) and file.filename else None


def _example_report() -> Page:
    folder = files("caesura.studio").joinpath("examples")
    with as_file(folder.joinpath("labels-crowd.csv")) as labels, as_file(folder.joinpath("labels-gold.csv")) as gold:
        return labels_report(labels, gold)


def _report_of(labels: bytes, gold: bytes | None) -> Page:
    with _stored(labels, gold) as paths:
        return labels_report(*paths)


def _labels_of(labels: bytes, gold: bytes | None, model: str) -> bytes:
    """The file that `caesura labels infer --known GOLD --output` writes: gold labels are certain."""
    with _stored(labels, gold) as (file, truths):
        table, known = read_labels(file), None if truths is None else read_gold(truths)
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
            yield paths
        except InputError as error:
            name = None if error.file is None else Path(error.file).stem
            raise InputError(error.problem, cure=error.cure, file=name, line=error.line) from None


def labels_report(labels: Path, gold: Path | None) -> Page:
    """As `caesura labels compare --report`; without gold labels, what a model makes of the labels alone."""
    table = read_labels(labels)
    if gold is not None:
        sets, known = {"labels": table}, {"labels": read_gold(gold)}
        return labels_page(compare_labels(sets, known), sets, known)
    found = infer(label_model("dawid-skene"), table)
    workers = sorted((worker.row() for worker in judge_workers(table, model=found.model)), key=lambda row: -row["done"])
    items = found.items()
    note = f"The least certain first; {len(items):,} in all." if len(items) > _SHOWN else "The least certain first."
    facts = found.document()
    lead = (
        f"{facts['labels']:,} labels of {facts['workers']} workers for {facts['items']:,} items, by the model of Dawid and Skene. "
        "With gold labels all models are compared."
    )
    sections = [
        Section("Labels", html_table(items[:_SHOWN]), note),
        Section("Workers", html_table([_told(row) for row in workers[:_SHOWN]]), "Accuracy is against the model's own labels."),
    ]
    return Page("True labels from a crowd", lead, sections)


def _told(row: dict[str, object]) -> dict[str, object]:
    interval = row["interval"]
    return row | {"interval": f"{interval[0]:.3f} to {interval[1]:.3f}" if isinstance(interval, list) else ""}
