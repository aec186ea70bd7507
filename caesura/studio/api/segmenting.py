"""`/v1/segment`: one query, many, or lines of text."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from caesura.studio.api.batches import check_amount, numbered
from caesura.studio.api.body import read_bytes, read_message, read_parameters
from caesura.studio.api.lines import NDJSON, PLAIN, answered_lines, checked_lines, chosen_form
from caesura.studio.api.messages import LinesParameters, RankedAnswer, SegmentBatchAnswer, SegmentParameters, SegmentRequest
from caesura.studio.api.routing import Form, Json, Routes, answer
from caesura.studio.service import Service


def segmenting_routes(service: Service) -> Routes:
    routes = Routes()
    limits = service.settings.limits

    @routes.post("/v1/segment", body=SegmentRequest, gives=RankedAnswer | SegmentBatchAnswer, problems=(400, 413, 422))
    async def segment(request: Request) -> Response:
        """Segment one query, or many: one object comes back for query, a list of results for queries."""
        asked = await read_message(request, SegmentRequest, limits.body_bytes)
        check_amount(limits, (len(asked.queries or ()) or 1) * asked.nbest)
        return answer(await _in_its_place(service, asked))

    @routes.get("/v1/segment", parameters=SegmentParameters, gives=RankedAnswer, problems=(400, 413, 422))
    async def segment_one(request: Request) -> Response:
        """Segment one query, given in the address."""
        asked = read_parameters(request, SegmentParameters)
        check_amount(limits, asked.nbest)
        return answer(await _in_its_place(service, SegmentRequest(**asked.model_dump())))

    @routes.post(
        "/v1/segment/lines",
        parameters=LinesParameters,
        body=Form((PLAIN,), "One query a line"),
        gives=Form((NDJSON, PLAIN), "One line for every line sent"),
        problems=(400, 406, 413, 422),
    )
    async def segment_lines(request: Request) -> Response:
        """Segment plain text, one query a line; the Accept header chooses NDJSON or pipe form (text/plain)."""
        asked = read_parameters(request, LinesParameters)
        form = chosen_form(request.headers.get("accept", ""))
        segmenter = service.segmenter(asked.method, asked.rules, asked.min_confidence)
        segmenter.segment("ready")  # what is wrong with the method is said before the answer streams
        body = await read_bytes(request, limits.body_bytes)
        await run_in_threadpool(checked_lines, body, service)
        return StreamingResponse(answered_lines(body, segmenter, form, service.settings.threads), media_type=form)

    return routes


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
    return {"results": [numbered(i, one, *each) for i, each in enumerate(zip(queries, tags, strict=True))]}
