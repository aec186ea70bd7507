"""The page about labels: a file of a crowd's labels in, the true ones and the workers out; reports are kept for a while only."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from concurrent.futures import Future

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.foundation import InputError
from caesura.studio.api.campaigns import UPLOAD, Limiter, address_of
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.computing import EXPERIMENTS, REPORTS, settled
from caesura.studio.pages.frame import page, page_around
from caesura.studio.pages.labels_report import LabelsReport, example_report, labels_of, report_of
from caesura.studio.pages.result_cache import ResultCache
from caesura.studio.pages.sign_in_gate import visitor
from caesura.studio.pages.uploads import uploaded_files

_BYTES = 16 << 20

#: Reports that are kept for whoever sent the labels; the oldest goes first.
_KEPT = 50


class Labels:
    """The handlers."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter
        self._example: ResultCache[LabelsReport] = ResultCache(1)
        self._reports: OrderedDict[str, tuple[str | None, Future[LabelsReport]]] = OrderedDict()

    async def show(self, request: Request) -> Response:
        """GET /labels: the form, and the worked example where it is computed already; nobody with a file in hand waits for it."""
        future = self._begun_example()
        if await settled(future) and future.exception() is None:
            return page_around(request, "labels.html", future.result().written, example=True, key="")
        return page(request, "labels.html", report=None, example=True, key="")

    async def example(self, request: Request) -> Response:
        """GET /labels/example: the worked example, or a page that waits for it."""
        return await self._shown(request, self._begun_example(), "")

    def _begun_example(self) -> Future[LabelsReport]:
        # Not among the reports: nobody's own labels are to wait for it.
        return self._example.begun("example", lambda: EXPERIMENTS.submit(example_report))

    async def infer(self, request: Request) -> Response:
        """POST /labels: begin the report on the files of the form, with gold labels or without."""
        who = visitor(request)
        await self._limiter.check(UPLOAD, who or address_of(request))
        async with uploaded_files(request, _BYTES) as form:
            labels, gold = [await _content(form.get(name)) for name in ("labels", "gold")]
            model = form.get("download")
        if labels is None:
            raise InputError("no file with labels was chosen", cure="choose one and send the form again")
        if isinstance(model, str):
            return await _true_labels(labels, gold, model)
        future = REPORTS.submit(report_of, labels, gold)
        key = secrets.token_urlsafe(16)
        self._reports[key] = (who, future)
        while len(self._reports) > _KEPT:
            self._reports.popitem(last=False)
        return RedirectResponse(f"/labels/{key}", 303)

    async def report(self, request: Request) -> Response:
        """GET /labels/{key}: the report, or a page that waits for it."""
        return await self._shown(request, self._found(request), request.path_params["key"])

    async def download(self, request: Request) -> Response:
        """GET /labels/{key}/labels.csv: the most likely label of every item."""
        future = self._found(request)
        if not await settled(future, 30.0):
            raise RefusedError(503, "the labels are still being computed", "try again in a moment", {"Retry-After": "5"})
        headers = {"Content-Disposition": 'attachment; filename="inferred-labels.csv"'}
        return Response(future.result().csv, headers=headers, media_type="text/csv; charset=utf-8")

    def _found(self, request: Request) -> Future[LabelsReport]:
        who, future = self._reports.get(request.path_params["key"], (None, None))
        if future is None or who != visitor(request):
            raise RefusedError(404, "this report is no longer here", "send the labels again")
        return future

    async def _shown(self, request: Request, future: Future[LabelsReport], key: str) -> Response:
        if not await settled(future):
            return page(request, "waiting.html", name="True labels", headers={"Refresh": "2"})
        return page_around(request, "labels.html", future.result().written, example=not key, key=key)


async def _true_labels(labels: bytes, gold: bytes | None, model: str) -> Response:
    """The labels of one model as a file."""
    future = REPORTS.submit(labels_of, labels, gold, model)
    while not await settled(future, 60.0):
        pass
    headers = {"content-disposition": 'attachment; filename="true-labels.csv"'}
    return Response(future.result(), media_type="text/csv", headers=headers)


async def _content(file: object) -> bytes | None:
    return await file.read() if isinstance(file, UploadFile) and file.filename else None
