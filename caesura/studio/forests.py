"""`POST /v1/parse`: queries in, forests out, as `caesura parse --format jsonl` prints them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Self

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, Field, model_validator
from starlette.concurrency import run_in_threadpool

from caesura.foundation import InputError
from caesura.shapes import query_words
from caesura.studio.body import read_message
from caesura.studio.messages import Texts, one_of
from caesura.studio.problems import RefusedError, documented
from caesura.studio.routing import Json, answer, takes_body
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


def add_parsing(app: FastAPI, service: Service) -> None:
    """The address for forests, within the limits of the server."""
    limits = service.settings.limits

    @app.post(
        "/v1/parse",
        responses={200: {"model": ForestAnswer | ForestBatchAnswer}, **documented(400, 413, 422)},
        **takes_body(ParseRequest),
    )
    async def parse(request: Request) -> Response:
        """Syntactic segments and dependency trees: one object comes back for query, a list of results for queries."""
        asked = await read_message(request, ParseRequest, limits.body_bytes)
        if len(asked.queries or ()) > limits.batch:
            raise RefusedError(
                413,
                f"{len(asked.queries or ()):,} queries in one request, at most {limits.batch:,} are possible",
                "send fewer at once, or start the server with a larger --max-batch",
            )
        return answer(await run_in_threadpool(_parsed, service, asked))


def _parsed(service: Service, asked: ParseRequest) -> Json:
    chosen = forest_pipeline(asked.pipeline)
    if asked.query is not None:
        return _one(service, chosen, asked.query)
    results = []
    for index, text in enumerate(asked.queries or ()):
        try:
            results.append(_one(service, chosen, text))
        except InputError as error:
            raise InputError(f"queries[{index}]: {error.problem}", cure=error.cure) from None
    return {"results": results}


def _one(service: Service, chosen: Pipeline, text: str) -> Json:
    from caesura.syntax import forest_json

    service.check(text)
    words = query_words(text)
    found = chosen.parse(words)
    return forest_json(text, words, found.parse, chosen.method.name, found.question)


@cache
def forest_pipeline(name: str | None) -> Pipeline:
    """Made once for each name: its models are read when they are first needed."""
    from caesura.syntax import DEFAULT_PIPELINE, pipeline

    return pipeline(name or DEFAULT_PIPELINE)
