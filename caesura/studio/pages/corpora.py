"""Pages about corpora: the shelf, one corpus with its facts and votes, and the reports on it."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.corpus import Corpus, Entry, corpus_facts
from caesura.foundation import Page
from caesura.segmenters import METHODS
from caesura.shapes import Flat, Nested, Shape, Words, print_brackets, print_pipe
from caesura.studio.pages.frame import asked_by_htmx, page
from caesura.studio.pages.library import Library, Shelved
from caesura.studio.pages.reports import agreement_report, bias_report_page, evaluation_report
from caesura.studio.pages.result_cache import ResultCache
from caesura.studio.pages.uploads import read_upload
from caesura.studio.service import Service

#: Queries on one page of the list.
_PAGE = 50

#: Larger corpora are named on the command line.
_UPLOAD_BYTES = 32 << 20


@dataclass(frozen=True)
class Choice:
    """One segmentation of a query, in pipe or bracket form, and who chose it."""

    answer: str
    count: int
    text: str


@dataclass(frozen=True)
class Listed:
    """A query as the list shows it: how many broke between which words (flat votes only), and the single votes."""

    id: str
    words: tuple[str, ...]
    task: str
    shares: tuple[float, ...] | None
    total: int
    safe: bool
    choices: tuple[Choice, ...]


class Corpora:
    """The handlers."""

    def __init__(self, library: Library, service: Service) -> None:
        self._library = library
        self._service = service
        # Going back and forth between pages computes nothing twice.
        self._reports: ResultCache[Page] = ResultCache(32)

    async def shelf(self, request: Request) -> Response:
        """GET /corpora."""
        return page(request, "corpora.html", shelf=self._library.shelf())

    async def upload(self, request: Request) -> Response:
        """POST /corpora: keep a file and show it."""
        name, content = await read_upload(request, "file", _UPLOAD_BYTES)
        added = await run_in_threadpool(self._library.add, name, content)
        return RedirectResponse(f"/corpora/{added.key}", 303)

    async def show(self, request: Request) -> Response:
        """GET /corpora/{key}?search=&page=&which=: facts, and the queries that are searched for."""
        return await run_in_threadpool(self._show, request)

    async def evaluation(self, request: Request) -> Response:
        """GET /corpora/{key}/evaluation?method=...: the report of `caesura evaluate --report`."""
        return await run_in_threadpool(self._evaluation, request)

    async def agreement(self, request: Request) -> Response:
        """GET /corpora/{key}/agreement: what `caesura agreement` prints."""
        return await run_in_threadpool(self._report, request, "agreement")

    async def bias(self, request: Request) -> Response:
        """GET /corpora/{key}/bias: the report of `caesura bias --report`."""
        return await run_in_threadpool(self._report, request, "bias")

    def _show(self, request: Request) -> Response:
        shelved, corpus = self._found(request)
        search = request.query_params.get("search", "").strip().lower()
        which = request.query_params.get("which", "all")
        found = [entry for entry in corpus if _fits(entry, search, which)]
        pages = max(1, -(-len(found) // _PAGE))
        number = request.query_params.get("page", "1")
        current = min(max(int(number), 1), pages) if number.isdecimal() and len(number) < 9 else 1
        listed = [_listed(entry) for entry in found[(current - 1) * _PAGE : current * _PAGE]]
        template = "corpus_queries.html" if asked_by_htmx(request) else "corpus.html"
        return page(
            request,
            template,
            shelved=shelved,
            tab="queries",
            facts=corpus_facts(corpus),
            flat=_is_flat(corpus),
            annotated=any(entry.votes.all for entry in corpus),
            listed=listed,
            matching=len(found),
            search=search,
            which=which,
            current=current,
            pages=pages,
        )

    def _evaluation(self, request: Request) -> Response:
        shelved, corpus = self._found(request)
        usable = [name for name, method in METHODS.items() if self._service.can_use(method)]
        asked = [name for name in request.query_params.getlist("method") if name in usable]
        chosen = asked or [name for name in ("none", "titles", self._service.default) if name in usable]
        key = (*shelved.stamp, *chosen)
        report = self._reports.get(key, lambda: evaluation_report(corpus, list(dict.fromkeys(chosen)), self._service))
        template = "corpus_evaluation.html"
        return page(request, template, shelved=shelved, tab="evaluation", flat=True, report=report, usable=usable, chosen=chosen)

    def _report(self, request: Request, tab: str) -> Response:
        shelved, corpus = self._found(request)
        make = agreement_report if tab == "agreement" else bias_report_page
        report = self._reports.get((*shelved.stamp, tab), lambda: make(corpus))
        return page(request, "corpus_report.html", shelved=shelved, tab=tab, flat=_is_flat(corpus), report=report)

    def _found(self, request: Request) -> tuple[Shelved, Corpus]:
        key = request.path_params["key"]
        return self._library.find(key), self._library.open(key)


def _fits(entry: Entry, search: str, which: str) -> bool:
    if search and search not in entry.query.text.lower() and search != entry.query.id.lower():
        return False
    return which == "all" or not entry.votes.all or entry.votes.is_safe == (which == "safe")


def _is_flat(corpus: Corpus) -> bool:
    """Whether methods can be evaluated on it here; queries without votes are in the way of nothing."""
    return all(isinstance(vote.shape, Flat) for entry in corpus for vote in entry.votes.all[:1])


def _listed(entry: Entry) -> Listed:
    words, votes = entry.query.words, entry.votes
    total = sum(vote.count for vote in votes.all)
    flats = [(vote.shape.breaks, vote.count) for vote in votes.all if isinstance(vote.shape, Flat)]
    shares = (
        tuple(sum(count for breaks, count in flats if breaks[place]) / total for place in range(len(words) - 1)) if flats else None
    )
    nested = any(isinstance(vote.shape, Nested) for vote in votes.all)
    choices = tuple(Choice(_printed(words, vote.shape), vote.count, ", ".join(vote.annotators)) for vote in votes.all)
    safe = bool(votes.all) and votes.is_safe
    return Listed(entry.query.id, words, "nested" if nested else "flat", shares, total, safe, choices)


def _printed(words: Words, shape: Shape) -> str:
    """Trees in brackets; of a forest, its segments."""
    if isinstance(shape, Nested):
        return print_brackets(words, shape)
    return print_pipe(words, shape if isinstance(shape, Flat) else shape.segments)
