"""`/v1/segment`: one query, many, or lines of text."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from caesura.foundation import InputError
from caesura.studio.api.batches import check_amount, numbered
from caesura.studio.api.body import SEND_LESS_OR_ALLOW_MORE, read_bytes, read_message, read_parameters
from caesura.studio.api.lines import NDJSON, PLAIN, answered_lines, checked_lines, chosen_form
from caesura.studio.api.messages import (
    ConfigParameters,
    LinesParameters,
    RankedAnswer,
    SegmentBatchAnswer,
    SegmentParameters,
    SegmentRequest,
)
from caesura.studio.api.observing import count_queries
from caesura.studio.api.routing import Form, Json, Routes
from caesura.studio.api.wire import json_bytes
from caesura.studio.configurations import Configurations
from caesura.studio.service import Service


def segmenting_routes(configurations: Configurations) -> Routes:
    routes = Routes()

    @routes.post(
        "/v1/segment",
        parameters=ConfigParameters,
        body=SegmentRequest,
        gives=RankedAnswer | SegmentBatchAnswer,
        problems=(400, 413, 422),
    )
    async def segment(request: Request) -> Response:
        """Segment one query, or many: one object comes back for query, a list of results for queries."""
        config = read_parameters(request, ConfigParameters).config
        service = configurations.service(config)
        limits = service.settings.limits
        asked = await read_message(request, SegmentRequest, limits.body_bytes, SEND_LESS_OR_ALLOW_MORE)
        check_amount(limits, (len(asked.queries or ()) or 1) * asked.nbest)
        return await _answered(request, service, config or configurations.deployment.default, asked)

    @routes.get("/v1/segment", parameters=SegmentParameters, gives=RankedAnswer, problems=(400, 413, 422))
    async def segment_one(request: Request) -> Response:
        """Segment one query, given in the address."""
        asked = read_parameters(request, SegmentParameters)
        service = configurations.service(asked.config)
        check_amount(service.settings.limits, asked.nbest)
        config = asked.config or configurations.deployment.default
        return await _answered(request, service, config, SegmentRequest(**asked.model_dump(exclude={"config"})))

    @routes.post(
        "/v1/segment/lines",
        parameters=LinesParameters,
        body=Form((PLAIN,), "One query per line"),
        gives=Form((NDJSON, PLAIN), "One line for every line sent"),
        problems=(400, 406, 413, 422),
    )
    async def segment_lines(request: Request) -> Response:
        """Segment plain text, one query per line; the Accept header chooses NDJSON or pipe form (text/plain)."""
        asked = read_parameters(request, LinesParameters)
        service = configurations.service(asked.config)
        form = chosen_form(request.headers.get("accept", ""))
        segmenter = service.segmenter(asked.method, asked.rules, asked.min_confidence, asked.profile)
        segmenter.segment("ready")  # what is wrong with the method is said before the answer streams
        body = await read_bytes(request, service.settings.limits.body_bytes, SEND_LESS_OR_ALLOW_MORE)
        await run_in_threadpool(checked_lines, body, service)
        count_queries(
            request, asked.config or configurations.deployment.default, body.count(b"\n") + (body[-1:] not in (b"", b"\n"))
        )
        return StreamingResponse(answered_lines(body, segmenter, form, service.settings.threads), media_type=form)

    return routes


async def _answered(request: Request, service: Service, config: str, asked: SegmentRequest) -> Response:
    """One query takes microseconds, and a thread would cost more than it frees; all else must not keep other requests waiting."""
    answers = service.answers
    before = answers.hits
    if asked.query is not None and asked.nbest == 1:
        body = _segmented(service, asked)
        count_queries(request, config, 1, answers.hits - before)
    else:
        body = await run_in_threadpool(_segmented, service, asked)
        count_queries(request, config, 1 if asked.queries is None else len(asked.queries))
    return Response(body, media_type="application/json")


def _segmented(service: Service, asked: SegmentRequest) -> bytes:
    if asked.nbest > 1 or asked.tags is not None:
        return json_bytes(_one_by_one(service, asked))
    if asked.query is not None:
        return service.segment_json(asked.query, asked.method, asked.rules, asked.min_confidence, asked.profile)
    try:
        results = service.segment_many_json(asked.queries or [], asked.method, asked.rules, asked.min_confidence, asked.profile)
    except InputError:
        return json_bytes(_one_by_one(service, asked))  # which says the query it is
    return b'{"results":[' + results + b"]}"


def _one_by_one(service: Service, asked: SegmentRequest) -> Json:
    def one(text: str, tags: Any) -> Json:
        return service.segment(
            text,
            method=asked.method,
            rules=asked.rules,
            nbest=asked.nbest,
            tags=tags,
            min_confidence=asked.min_confidence,
            profile=asked.profile,
        )

    if asked.query is not None:
        return one(asked.query, asked.tags)
    queries = asked.queries or []
    service.segmenter(asked.method, asked.rules, profile=asked.profile)
    tags = asked.tags or [None] * len(queries)
    return {"results": [numbered(i, one, *each) for i, each in enumerate(zip(queries, tags, strict=True))]}
