"""The playground: a query, and what every method, the engine and the syntax make of it while it is typed."""

from __future__ import annotations

from urllib.parse import parse_qs, quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.foundation import InputError
from caesura.phrasing import ENGINES
from caesura.segmenters import METHODS, PROFILES
from caesura.studio.api.body import read_bytes
from caesura.studio.pages.frame import asked_by_htmx, page
from caesura.studio.pages.playground_answer import Answer, answer_log, answer_query
from caesura.studio.pages.result_cache import ResultCache
from caesura.studio.pages.wording import said
from caesura.studio.service import Service

EXAMPLES = ("new york times square dance", "cheap flights to cape town", "grand canyon west rim helicopter tour")

#: Enough for a pasted log of some hundred lines; what is longer belongs to the command line.
_CHARACTERS = 20_000
_BYTES = 6 * _CHARACTERS


#: What stands in the list of profiles for a model file of the user's.
_OWN = "own model"


class Playground:
    """The page, and the part of it that changes with every letter."""

    def __init__(self, service: Service) -> None:
        self._service = service
        # The first page, examples, and letters typed back and forth.
        self._answers: ResultCache[Answer] = ResultCache(256)
        self._profiles = _profiles(service)

    async def show(self, request: Request) -> Response:
        """GET /?query=...: an address that can be kept and passed on."""
        text = request.query_params.get("query", EXAMPLES[0])[:_CHARACTERS]
        named = request.query_params
        return await run_in_threadpool(self._page, request, text, named.get("engine", ""), named.get("profile", ""))

    async def ask(self, request: Request) -> Response:
        """POST /playground: the answer alone for htmx, else the whole page."""
        fields = parse_qs((await read_bytes(request, _BYTES)).decode("utf-8", "replace"))
        text = fields.get("query", [""])[0][:_CHARACTERS]
        engine, profile = (fields.get(name, [""])[0] for name in ("engine", "profile"))
        return await run_in_threadpool(self._page, request, text, engine, profile)

    def _answer(self, lines: list[str], engine: str, profile: str | None) -> Answer:
        if len(lines) > 1:
            return answer_log(self._service, lines, profile)
        text = "".join(lines)
        return self._answers.get((engine, profile, text), lambda: answer_query(self._service, text, engine, profile))

    def _page(self, request: Request, text: str, engine: str, profile: str) -> Response:
        engine = engine if engine in ENGINES else "elasticsearch"
        profile = profile if profile in self._profiles else self._profiles[0]
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            # A field that was cleared asks nothing.
            answer = self._answer(lines, engine, profile if profile in PROFILES else None) if lines else Answer()
        except InputError as error:
            answer = Answer(problem=said(error))
        if not asked_by_htmx(request):
            return page(
                request,
                "playground.html",
                answer=answer,
                text=text,
                engine=engine,
                engines=list(ENGINES),
                profile=profile,
                profiles=self._profiles,
                examples=EXAMPLES,
                limit=_CHARACTERS,
            )
        named = f"&profile={profile}" if profile != self._profiles[0] else ""
        kept = f"/?query={quote(lines[0])}&engine={engine}{named}" if len(lines) == 1 else "/"
        return page(request, "playground_answer.html", headers={"HX-Replace-Url": kept}, answer=answer)


def _profiles(service: Service) -> list[str]:
    """The models to choose from, the one that is used at first in front; none where the method takes no model."""
    if not METHODS[service.default].takes_model:
        return [""]
    first = service.settings.model or next(iter(PROFILES))
    return [first if first in PROFILES else _OWN, *(name for name in PROFILES if name != first)]
