"""`/v1/phrase`: queries in, what a search engine takes out."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.foundation import one_of
from caesura.phrasing import ENGINES
from caesura.studio.api.batches import check_amount, numbered
from caesura.studio.api.body import SEND_LESS_OR_ALLOW_MORE, read_message, read_parameters
from caesura.studio.api.messages import ConfigParameters, PhraseAnswer, PhraseBatchAnswer, PhraseRequest
from caesura.studio.api.observing import count_queries
from caesura.studio.api.routing import Json, Routes, answer
from caesura.studio.configurations import Configurations
from caesura.studio.service import Service


def phrasing_routes(configurations: Configurations) -> Routes:
    routes = Routes()

    @routes.post(
        "/v1/phrase",
        parameters=ConfigParameters,
        body=PhraseRequest,
        gives=PhraseAnswer | PhraseBatchAnswer,
        problems=(400, 413, 422),
    )
    async def phrase(request: Request) -> Response:
        """Turn a query, or many, into what a search engine takes, with the segments as phrases."""
        config = read_parameters(request, ConfigParameters).config
        service = configurations.service(config)
        limits = service.settings.limits
        asked = await read_message(request, PhraseRequest, limits.body_bytes, SEND_LESS_OR_ALLOW_MORE)
        check_amount(limits, len(asked.queries or ()) or 1)
        count_queries(request, config or configurations.deployment.default, 1 if asked.queries is None else len(asked.queries))
        if asked.queries is None:
            return answer(_phrased(service, asked))
        return answer(await run_in_threadpool(_phrased, service, asked))

    return routes


def _phrased(service: Service, asked: PhraseRequest) -> Json:
    options = asked.options(service.confidence(asked.method) if asked.segments is None else 0.0)
    cut = service.segmenter(asked.method, asked.rules, options.min_confidence, asked.profile).segment

    def one(query: str | list[str]) -> Json:
        return service.phrase(
            query,
            asked.engine,
            options,
            cut,
            user_syntax=asked.user_syntax,
            user_fields=asked.user_fields,
            part=asked.part,
        )

    if asked.queries is None:
        return one(asked.query if asked.query is not None else asked.segments or [])
    one_of("engine", asked.engine, ENGINES)  # said for an empty list too, and once for a long one
    return {"results": [numbered(i, one, query) for i, query in enumerate(asked.queries)]}
