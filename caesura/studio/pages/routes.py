"""Which address shows which page."""

from __future__ import annotations

from pathlib import Path

from caesura.studio.api.routing import Application
from caesura.studio.pages.assets import asset
from caesura.studio.pages.corpora import Corpora
from caesura.studio.pages.labels import Labels
from caesura.studio.pages.library import Library
from caesura.studio.pages.playground import Playground
from caesura.studio.pages.problems import tell_problems
from caesura.studio.pages.retrieval import Retrieval
from caesura.studio.service import Service
from caesura.studio.settings import StudioSettings


def add_pages(app: Application, service: Service, settings: StudioSettings) -> Library:
    """Pages beside the API; they are for people, so OpenAPI does not list them. The shelf of corpora is returned."""
    playground = Playground(service)
    app.add_route("/", playground.show, ["GET"], include_in_schema=False)
    app.add_route("/playground", playground.ask, ["POST"], include_in_schema=False)
    library = Library(settings.corpora, Path(settings.folder))
    corpora = Corpora(library, service)
    app.add_route("/corpora", corpora.shelf, ["GET"], include_in_schema=False)
    app.add_route("/corpora", corpora.upload, ["POST"], include_in_schema=False)
    app.add_route("/corpora/{key}", corpora.show, ["GET"], include_in_schema=False)
    app.add_route("/corpora/{key}/evaluation", corpora.evaluation, ["GET"], include_in_schema=False)
    app.add_route("/corpora/{key}/agreement", corpora.agreement, ["GET"], include_in_schema=False)
    app.add_route("/corpora/{key}/bias", corpora.bias, ["GET"], include_in_schema=False)
    retrieval = Retrieval(settings.collections, Path(settings.folder), service)
    app.add_route("/retrieval", retrieval.shelf, ["GET"], include_in_schema=False)
    app.add_route("/retrieval/{name}", retrieval.show, ["GET"], include_in_schema=False)
    labels = Labels()
    app.add_route("/labels", labels.show, ["GET"], include_in_schema=False)
    app.add_route("/labels", labels.infer, ["POST"], include_in_schema=False)
    app.add_route("/static/{digest}/{name}", asset, ["GET"], include_in_schema=False)
    tell_problems(app)
    return library
