"""The HTTP API: which address does what. The work is done in `service`, errors are told by `problems`."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from caesura.foundation import InputError, __version__
from caesura.phrasing import Options, engine_named, parse_fields
from caesura.studio.body import read_bytes, read_message, read_parameters
from caesura.studio.forests import add_parsing
from caesura.studio.lines import NDJSON, PLAIN, answered_lines, checked_lines, chosen_form
from caesura.studio.messages import (
    HealthAnswer,
    LinesParameters,
    MethodsAnswer,
    PhraseAnswer,
    PhraseBatchAnswer,
    PhraseRequest,
    RankedAnswer,
    SegmentBatchAnswer,
    SegmentParameters,
    SegmentRequest,
)
from caesura.studio.problems import RefusedError, documented, handle_problems
from caesura.studio.reference_page import reference_page
from caesura.studio.routing import DirectRoute, answer, takes_body, takes_parameters
from caesura.studio.service import Json, Service
from caesura.studio.settings import Settings


def make_app(settings: Settings, service: Service | None = None) -> FastAPI:
    """The application, ready to be served; an error in the settings comes out here. The studio hands its own service in."""
    service = service or Service(settings)
    limits = settings.limits
    # FastAPI's own documentation pages load scripts from a foreign host: /docs is a page of ours.
    app = FastAPI(
        title="Caesura",
        version=__version__,
        summary="Finds the breaks in search queries",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.router.route_class = DirectRoute
    handle_problems(app)

    @app.post(
        "/v1/segment",
        responses={200: {"model": RankedAnswer | SegmentBatchAnswer}, **documented(400, 413, 422)},
        **takes_body(SegmentRequest),
    )
    async def segment(request: Request) -> Response:
        """Segment one query, or many: one object comes back for query, a list of results for queries."""
        asked = await read_message(request, SegmentRequest, limits.body_bytes)
        _check_amount(len(asked.queries or ()) or 1, asked.nbest)
        return answer(await _in_its_place(service, asked))

    @app.get(
        "/v1/segment", responses={200: {"model": RankedAnswer}, **documented(400, 413, 422)}, **takes_parameters(SegmentParameters)
    )
    async def segment_one(request: Request) -> Response:
        """Segment one query, given in the address."""
        asked = read_parameters(request, SegmentParameters)
        _check_amount(1, asked.nbest)
        same = SegmentRequest(
            query=asked.query, method=asked.method, rules=asked.rules, nbest=asked.nbest, min_confidence=asked.min_confidence
        )
        return answer(await _in_its_place(service, same))

    @app.post(
        "/v1/segment/lines",
        responses={
            200: {"description": "One line for every line sent", "content": {NDJSON: _TEXT, PLAIN: _TEXT}},
            **documented(400, 406, 413, 422),
        },
        **takes_parameters(LinesParameters, {"content": {PLAIN: _TEXT}, "required": True}),
    )
    async def segment_lines(request: Request) -> Response:
        """Segment plain text, one query a line; the Accept header chooses NDJSON or pipe form (text/plain)."""
        asked = read_parameters(request, LinesParameters)
        form = chosen_form(request.headers.get("accept", ""))
        chosen = service.segmenter(asked.method, asked.rules, asked.min_confidence)
        chosen.segment("ready")  # what is wrong with the method is said before the answer streams
        body = await read_bytes(request, limits.body_bytes)
        await run_in_threadpool(checked_lines, body, service)
        return StreamingResponse(answered_lines(body, chosen, form, settings.threads), media_type=form)

    @app.post(
        "/v1/phrase",
        responses={200: {"model": PhraseAnswer | PhraseBatchAnswer}, **documented(400, 413, 422)},
        **takes_body(PhraseRequest),
    )
    async def phrase(request: Request) -> Response:
        """Turn a query, or many, into what a search engine takes, with the segments as phrases."""
        asked = await read_message(request, PhraseRequest, limits.body_bytes)
        _check_amount(len(asked.queries or ()) or 1, 1)
        if asked.queries is None:
            return answer(_phrased(service, asked))
        return answer(await run_in_threadpool(_phrased, service, asked))

    add_parsing(app, service)

    @app.get("/v1/methods", responses={200: {"model": MethodsAnswer}})
    async def list_methods(_request: Request) -> Response:
        """The methods, and which of them this server can use."""
        return answer(await run_in_threadpool(service.known_methods))

    @app.get("/healthz", responses={200: {"model": HealthAnswer}})
    async def health(_request: Request) -> Response:
        """Whether the server answers."""
        return answer({"status": "ok", "version": __version__, "method": service.default})

    @app.get("/docs", include_in_schema=False)
    async def docs(_request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(reference_page, app.openapi()))

    def _check_amount(queries: int, nbest: int) -> None:
        if queries * nbest > limits.batch:
            raise RefusedError(
                413,
                f"{queries * nbest:,} segmentations in one request, at most {limits.batch:,} are possible",
                "send fewer at once, use /v1/segment/lines, or start the server with a larger --max-batch",
            )

    if settings.database is not None:
        from caesura.campaign import open_store
        from caesura.studio.campaigns import add_campaigns

        add_campaigns(app, open_store(settings.database), most_bytes=limits.body_bytes, processes=settings.processes)
    return app


_TEXT: Json = {"schema": {"type": "string"}}


async def _in_its_place(service: Service, asked: SegmentRequest) -> Json:
    """One query takes microseconds, and a thread would cost more than it frees; all else must not keep other requests waiting."""
    if asked.query is not None and asked.nbest == 1:
        return _segmented(service, asked)
    return await run_in_threadpool(_segmented, service, asked)


def _segmented(service: Service, asked: SegmentRequest) -> Json:
    def one(text: str, tags: Any) -> Json:
        return service.segment(
            text, method=asked.method, rules=asked.rules, nbest=asked.nbest, tags=tags, min_confidence=asked.min_confidence
        )

    if asked.query is not None:
        return one(asked.query, asked.tags)
    queries = asked.queries or []
    service.segmenter(asked.method, asked.rules)
    tags = asked.tags or [None] * len(queries)
    return {"results": [_placed(i, one, *each) for i, each in enumerate(zip(queries, tags, strict=True))]}


def _phrased(service: Service, asked: PhraseRequest) -> Json:
    usual = service.confidence(asked.method) if asked.segments is None else 0.0
    least = usual if asked.min_confidence is None else asked.min_confidence
    options = Options(
        fields=parse_fields(asked.fields),
        boost=asked.boost,
        slop=asked.slop,
        tie=asked.tie,
        operator=asked.operator,
        mode=asked.mode,
        min_confidence=least,
    )

    def one(query: str | list[str]) -> Json:
        return service.phrase(query, asked.engine, options, asked.method, asked.rules)

    if asked.queries is None:
        return one(asked.query if asked.query is not None else asked.segments or [])
    # Said for an empty list too, and once for a long one.
    engine_named(asked.engine)
    service.segmenter(asked.method, asked.rules)
    return {"results": [_placed(i, one, query) for i, query in enumerate(asked.queries)]}


def _placed(index: int, work: Any, *arguments: Any) -> Any:
    """The result of one of many; its error says which one it was."""
    try:
        return work(*arguments)
    except InputError as error:
        raise InputError(f"queries[{index}]: {error.problem}", cure=error.cure) from None
