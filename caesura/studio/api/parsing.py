"""`POST /v1/parse`: queries in, forests out, as `caesura parse --format jsonl` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from pydantic import BaseModel, Field, model_validator
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.shapes import query_words
from caesura.studio.api.batches import check_amount, numbered
from caesura.studio.api.body import SEND_LESS_OR_ALLOW_MORE, read_message, read_parameters
from caesura.studio.api.messages import ConfigParameters, Texts, one_of
from caesura.studio.api.observing import count_queries
from caesura.studio.api.routing import Json, Routes, answer
from caesura.studio.configurations import Configurations
from caesura.studio.service import Service

if TYPE_CHECKING:
    from caesura.syntax import Pipeline


class ParseRequest(BaseModel):
    """One query or many."""

    model_config = one_of("query", "queries")

    query: Annotated[str | None, Field(description="One query, as typed.", examples=["paper planes how to fold"])] = None
    queries: Annotated[Texts | None, Field(description="Many queries; either this or query.")] = None
    pipeline: Annotated[
        str | None, Field(description="How to segment and parse; see caesura parse --list. The best one where left out.")
    ] = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.query is None) == (self.queries is None):
            raise ValueError("give either query or queries")
        return self


class WordAnswer(BaseModel):
    """A word, its part of speech, the number of its head (0 for a root) and its relation to it."""

    word: str
    tag: str
    head: int
    label: str | None


class TreeAnswer(BaseModel):
    """A syntactic segment: its text as typed, its characters start:end, its number of words, the number of its root."""

    text: str
    start: int
    end: int
    words: int
    root: int


class ForestAnswer(BaseModel):
    """A query and its forest; `question` is there where one was inferred."""

    query: str
    segments: list[TreeAnswer]
    words: list[WordAnswer]
    confidence: float | None
    method: str
    question: str | None = None


class ForestBatchAnswer(BaseModel):
    """One result for each query, in order."""

    results: list[ForestAnswer]


def parsing_routes(configurations: Configurations) -> Routes:
    routes = Routes()

    @routes.post(
        "/v1/parse",
        parameters=ConfigParameters,
        body=ParseRequest,
        gives=ForestAnswer | ForestBatchAnswer,
        problems=(400, 413, 422),
    )
    async def parse(request: Request) -> Response:
        """Syntactic segments and dependency trees: one object comes back for query, a list of results for queries."""
        config = read_parameters(request, ConfigParameters).config
        service = configurations.service(config)
        limits = service.settings.limits
        asked = await read_message(request, ParseRequest, limits.body_bytes, SEND_LESS_OR_ALLOW_MORE)
        check_amount(limits, len(asked.queries or ()) or 1)
        count_queries(request, config or configurations.deployment.default, 1 if asked.queries is None else len(asked.queries))
        return answer(await run_in_threadpool(_parsed, service, asked))

    return routes


def _parsed(service: Service, asked: ParseRequest) -> Json:
    pipeline = service.pipeline(asked.pipeline)
    if asked.query is not None:
        return _one(service, pipeline, asked.query)
    return {"results": [numbered(i, _one, service, pipeline, text) for i, text in enumerate(asked.queries or ())]}


def _one(service: Service, pipeline: Pipeline, text: str) -> Json:
    from caesura.syntax import forest_json

    service.check(text)
    words = query_words(text)
    parsed = pipeline.parse(words)
    return forest_json(text, words, parsed.parse, pipeline.method.name, parsed.question)
