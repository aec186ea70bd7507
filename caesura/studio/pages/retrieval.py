"""Retrieval experiments: whether phrases help on a collection, measured once in the background and kept.

The example comes with the studio; collections of your own are named at its start (`caesura studio --collection NAME=DIR`) or
uploaded: documents, queries and judgements, as three files or in one zip file.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.foundation import InputError
from caesura.studio.api.campaigns import UPLOAD, Limiter, address_of
from caesura.studio.pages.computing import EXPERIMENTS, LOOKS, settled
from caesura.studio.pages.computing.jobs import checked_collection, collection_experiment
from caesura.studio.pages.frame import page, page_around
from caesura.studio.pages.result_cache import ResultCache
from caesura.studio.pages.sign_in_gate import visitor
from caesura.studio.pages.upload_shelf import UploadShelf
from caesura.studio.pages.uploads import uploaded_files
from caesura.studio.pages.written_report import WrittenReport
from caesura.studio.service import Service
from caesura.studio.settings import Quota

EXAMPLE = "town"
_BYTES = 64 << 20
#: The fields of the form -> what the files of a collection are called.
_FILES = {"documents": "docs.jsonl", "queries": "queries.tsv", "judgements": "qrels.txt"}


class Retrieval:
    """The handlers. One experiment is measured at a time; the others wait."""

    def __init__(self, collections: Mapping[str, str], folder: Path, quota: Quota, service: Service, limiter: Limiter) -> None:
        self._collections = {EXAMPLE: str(files("caesura.studio").joinpath("examples", EXAMPLE)), **collections}
        self._uploads = UploadShelf(folder / "collections", quota, "collection", frozenset(self._collections))
        self._cache = folder / "retrieval"
        self._service = service
        self._limiter = limiter
        self._measured: ResultCache[WrittenReport] = ResultCache(32)

    async def shelf(self, request: Request) -> Response:
        """GET /retrieval: the collections."""
        uploads = [one.key for one in self._uploads.listed(visitor(request))]
        return page(request, "retrieval.html", collections=list(self._collections), uploads=uploads, example=EXAMPLE)

    async def upload(self, request: Request) -> Response:
        """POST /retrieval: keep a collection and measure it."""
        who = visitor(request)
        await self._limiter.check(UPLOAD, who or address_of(request))
        async with uploaded_files(request, _BYTES) as form:
            sent = {name: file for name in ("archive", *_FILES) if isinstance(file := form.get(name), UploadFile) and file.filename}
            contents = {_FILES.get(name, ""): await file.read() for name, file in sent.items()}
            named = form.get("name")
        if set(sent) not in ({"archive"}, set(_FILES)):
            raise InputError("a collection is documents, queries and judgements", cure="choose all three files, or one zip file")
        name = str(named).strip() if isinstance(named, str) else ""
        with self._uploads.adding(name or "collection", contents, who) as added:
            checked = LOOKS.submit(checked_collection, str(added.path))
            while not await settled(checked, 60.0):
                pass
            checked.result()
        return RedirectResponse(f"/retrieval/{added.key}", 303)

    async def delete(self, request: Request) -> Response:
        """POST /retrieval/{name}/delete: an upload of your own is gone."""
        self._uploads.delete(request.path_params["name"], visitor(request))
        return RedirectResponse("/retrieval", 303)

    async def show(self, request: Request) -> Response:
        """GET /retrieval/{name}: the report, or a page that waits for it."""
        name = request.path_params["name"]
        own = {one.key: str(one.path) for one in self._uploads.listed(visitor(request))}
        folder = self._collections.get(name) or own.get(name)
        if folder is None:
            raise InputError(f"no collection is called '{name[:60]}' here", cure="choose one from the list")
        key = (folder, Path(folder).stat().st_mtime_ns)
        settings = self._service.settings
        future = self._measured.begun(
            key, lambda: EXPERIMENTS.submit(collection_experiment, name, folder, str(self._cache), settings)
        )
        if not await settled(future):
            return page(request, "waiting.html", name=name, headers={"Refresh": "2"})
        return page_around(request, "retrieval_report.html", future.result(), name=name, own=name in own)
