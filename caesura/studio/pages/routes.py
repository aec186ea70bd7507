"""Which address shows which page."""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.studio.api.campaigns import Limiter
from caesura.studio.api.reference_page import reference_page
from caesura.studio.api.routing import Application
from caesura.studio.pages.assets import asset
from caesura.studio.pages.corpora import Corpora
from caesura.studio.pages.frame import page
from caesura.studio.pages.labels import Labels
from caesura.studio.pages.library import Library
from caesura.studio.pages.playground import Playground
from caesura.studio.pages.problems import tell_problems
from caesura.studio.pages.retrieval import Retrieval
from caesura.studio.service import Service
from caesura.studio.settings import StudioSettings


def add_pages(app: Application, service: Service, settings: StudioSettings, limiter: Limiter) -> Library:
    """Pages beside the API; they are for people, so OpenAPI does not list them. The shelf of corpora is returned."""
    playground = Playground(service)
    app.add_route("/", playground.show, ["GET"], include_in_schema=False)
    app.add_route("/playground", playground.ask, ["POST"], include_in_schema=False)
    library = Library(settings.corpora, Path(settings.folder), settings.quota)
    corpora = Corpora(library, service, limiter)
    app.add_route("/corpora", corpora.shelf, ["GET"], include_in_schema=False)
    app.add_route("/corpora", corpora.upload, ["POST"], include_in_schema=False)
    app.add_route("/corpora/{key}/delete", corpora.delete, ["POST"], include_in_schema=False)
    app.add_route("/corpora/{key}", corpora.show, ["GET"], include_in_schema=False)
    app.add_route("/corpora/{key}/evaluation", corpora.evaluation, ["GET"], include_in_schema=False)
    app.add_route("/corpora/{key}/agreement", corpora.agreement, ["GET"], include_in_schema=False)
    app.add_route("/corpora/{key}/bias", corpora.bias, ["GET"], include_in_schema=False)
    retrieval = Retrieval(settings.collections, Path(settings.folder), settings.quota, service, limiter)
    app.add_route("/retrieval", retrieval.shelf, ["GET"], include_in_schema=False)
    app.add_route("/retrieval", retrieval.upload, ["POST"], include_in_schema=False)
    app.add_route("/retrieval/{name}/delete", retrieval.delete, ["POST"], include_in_schema=False)
    app.add_route("/retrieval/{name}", retrieval.show, ["GET"], include_in_schema=False)
    labels = Labels(limiter)
    app.add_route("/labels", labels.show, ["GET"], include_in_schema=False)
    app.add_route("/labels", labels.infer, ["POST"], include_in_schema=False)
    app.add_route("/labels/example", labels.example, ["GET"], include_in_schema=False)
    app.add_route("/labels/{key}", labels.report, ["GET"], include_in_schema=False)
    app.add_route("/labels/{key}/labels.csv", labels.download, ["GET"], include_in_schema=False)

    async def docs(request: Request) -> Response:
        """GET /docs: the API, as the other pages are."""
        report = await run_in_threadpool(reference_page, app.openapi())
        return page(request, "api.html", report=report)

    app.add_route("/docs", docs, ["GET"], include_in_schema=False)
    app.add_route("/static/{digest}/{name}", asset, ["GET"], include_in_schema=False)
    tell_problems(app)
    return library
