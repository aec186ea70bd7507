"""Pages about corpora: the shelf, one corpus with its facts and votes, and the reports on it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import cached_property
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.foundation import InputError
from caesura.segmenters import METHODS
from caesura.studio.api.campaigns import UPLOAD, Limiter, address_of
from caesura.studio.pages.computing import LOOKS, REPORTS, settled
from caesura.studio.pages.computing.jobs import (
    CorpusReport,
    checked_corpus,
    corpus_agreement,
    corpus_bias,
    corpus_evaluation,
    corpus_view,
)
from caesura.studio.pages.corpus_view import CorpusView
from caesura.studio.pages.frame import asked_by_htmx, page, page_around
from caesura.studio.pages.library import Library, Shelved
from caesura.studio.pages.result_cache import ResultCache
from caesura.studio.pages.sign_in_gate import visitor
from caesura.studio.pages.uploads import read_upload
from caesura.studio.service import Service

#: Larger corpora are named on the command line.
_UPLOAD_BYTES = 32 << 20
#: Seconds that a part of a page is waited for: there is no page to show in the meantime.
_PART_SECONDS = 30.0


class Corpora:
    """The handlers."""

    def __init__(self, library: Library, service: Service, limiter: Limiter) -> None:
        self._library = library
        self._service = service
        self._limiter = limiter
        # Going back and forth between pages computes nothing twice, and who asks for the same waits for the same.
        self._views: ResultCache[CorpusView] = ResultCache(64)
        self._reports: ResultCache[CorpusReport] = ResultCache(32)

    async def shelf(self, request: Request) -> Response:
        """GET /corpora."""
        return page(request, "corpora.html", shelf=self._library.shelf(visitor(request)))

    async def upload(self, request: Request) -> Response:
        """POST /corpora: keep a file and show it."""
        who = visitor(request)
        await self._limiter.check(UPLOAD, who or address_of(request))
        name, content = await read_upload(request, "file", _UPLOAD_BYTES)
        with self._library.adding(name, content, who) as added:
            checked = LOOKS.submit(checked_corpus, str(added.path))
            while not await settled(checked, 60.0):
                pass
            try:
                checked.result()
            except InputError as error:
                # The reader names a path of the server; the user knows the file by another name.
                raise InputError(f"{name}: {error.problem}", cure=error.cure, line=error.line) from None
        return RedirectResponse(f"/corpora/{added.key}", 303)

    async def delete(self, request: Request) -> Response:
        """POST /corpora/{key}/delete: an upload of your own is gone."""
        self._library.delete(request.path_params["key"], visitor(request))
        return RedirectResponse("/corpora", 303)

    async def show(self, request: Request) -> Response:
        """GET /corpora/{key}?search=&page=&which=: facts, and the queries that are searched for."""
        shelved = self._found(request)
        search = request.query_params.get("search", "").strip().lower()
        which = request.query_params.get("which", "all")
        number = request.query_params.get("page", "1")
        wanted = int(number) if number.isdecimal() and len(number) < 9 else 1
        key = (*shelved.stamp, search, which, wanted)
        future = self._views.begun(key, lambda: LOOKS.submit(corpus_view, shelved.stamp, search, which, wanted))
        is_part = asked_by_htmx(request)
        if not await settled(future, *([_PART_SECONDS] if is_part else [])):
            return _waiting(request, shelved)
        content: dict[str, Any] = {"shelved": shelved, "tab": "queries", "search": search, "which": which}
        view = future.result()
        return page(request, "corpus_queries.html" if is_part else "corpus.html", **content, **vars(view))

    async def evaluation(self, request: Request) -> Response:
        """GET /corpora/{key}/evaluation?method=...: the report of `caesura evaluate --report`."""
        usable = await run_in_threadpool(lambda: self._usable)
        asked = [name for name in request.query_params.getlist("method") if name in usable]
        chosen = list(dict.fromkeys(asked or [name for name in ("none", "titles", self._service.default) if name in usable]))
        content = {"usable": usable, "chosen": chosen}
        computed = (corpus_evaluation, chosen, self._service.settings)
        return await self._report(request, "evaluation", "corpus_evaluation.html", computed, content)

    async def agreement(self, request: Request) -> Response:
        """GET /corpora/{key}/agreement: what `caesura agreement` prints."""
        return await self._report(request, "agreement", "corpus_report.html", (corpus_agreement,), {})

    async def bias(self, request: Request) -> Response:
        """GET /corpora/{key}/bias: the report of `caesura bias --report`."""
        return await self._report(request, "bias", "corpus_report.html", (corpus_bias,), {})

    async def _report(
        self,
        request: Request,
        tab: str,
        template: str,
        computed: tuple[Callable[..., CorpusReport], *tuple[Any, ...]],
        content: Any,
    ) -> Response:
        shelved = self._found(request)
        job, *arguments = computed

        def begin() -> Future[CorpusReport]:
            return REPORTS.submit(job, shelved.stamp, *arguments)

        future = self._reports.begun((*shelved.stamp, tab, *content.get("chosen", ())), begin)
        if not await settled(future):
            return _waiting(request, shelved)
        found = future.result()
        return page_around(request, template, found.written, shelved=shelved, tab=tab, flat=found.flat, **content)

    @cached_property
    def _usable(self) -> list[str]:
        """The methods that work here. Trying all of them takes half a second, and those that do not work are not remembered."""
        return [name for name, method in METHODS.items() if self._service.can_use(method)]

    def _found(self, request: Request) -> Shelved:
        return self._library.find(request.path_params["key"], visitor(request))


def _waiting(request: Request, shelved: Shelved) -> Response:
    return page(request, "waiting.html", name=shelved.name, headers={"Refresh": "2"})
