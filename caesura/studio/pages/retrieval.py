"""Retrieval experiments: whether phrases help on a collection, measured once in the background and kept.

The example comes with the studio; collections of one's own are named at its start (`caesura studio --collection NAME=DIR`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from caesura.foundation import InputError, Page
from caesura.retrieval import ExperimentSettings, experiment_page, experiment_rows, open_folder, run_experiment
from caesura.studio.pages.frame import page
from caesura.studio.service import Service

EXAMPLE = "town"


class Retrieval:
    """The handlers. One experiment is measured at a time; the others wait."""

    def __init__(self, collections: Mapping[str, str], folder: Path, service: Service) -> None:
        self._collections = {EXAMPLE: str(files("caesura.studio").joinpath("examples", EXAMPLE)), **collections}
        self._cache = folder / "retrieval"
        self._service = service
        self._running: dict[str, Future[Page]] = {}
        self._lock = Lock()
        self._worker = ThreadPoolExecutor(1, "retrieval")

    async def shelf(self, request: Request) -> Response:
        """GET /retrieval: the collections."""
        return page(request, "retrieval.html", collections=list(self._collections), example=EXAMPLE)

    async def show(self, request: Request) -> Response:
        """GET /retrieval/{name}: the report, or a page that waits for it."""
        name = request.path_params["name"]
        if name not in self._collections:
            raise InputError(f"no collection is called '{name[:60]}' here", cure="choose one from the list")
        with self._lock:
            found = self._running.get(name)
            if found is None:
                found = self._running[name] = self._worker.submit(self._measured, name)
        if not found.done():
            return page(request, "retrieval_waiting.html", name=name, headers={"Refresh": "2"})
        if found.exception() is not None:
            # Told once: the cause may be gone (a full disk, a file that was missing), so whoever comes again tries again.
            with self._lock:
                self._running.pop(name, None)
        return page(request, "retrieval_report.html", name=name, report=found.result())

    def _measured(self, name: str) -> Page:
        methods = tuple(dict.fromkeys(("titles", self._service.default)))
        settings = ExperimentSettings(
            methods=methods,
            lexicon=self._service.known_lexicon(),
            cache=self._cache,
            processes=max(1, (os.cpu_count() or 1) - 1),
        )
        found = run_experiment([open_folder(name, self._collections[name], settings, self._cache)])
        return experiment_page(found, experiment_rows(found))
