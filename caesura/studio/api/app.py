"""The application behind `caesura serve`: the addresses of every subject, and how errors leave it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from caesura.foundation import __version__
from caesura.studio.api.messages import HealthAnswer, MethodsAnswer
from caesura.studio.api.parsing import parsing_routes
from caesura.studio.api.phrasing import phrasing_routes
from caesura.studio.api.problems import handle_problems
from caesura.studio.api.reference_page import reference_page
from caesura.studio.api.routing import Application, Routes, answer
from caesura.studio.api.segmenting import segmenting_routes
from caesura.studio.service import Service
from caesura.studio.settings import Settings


def make_app(settings: Settings, service: Service | None = None) -> Application:
    """The application, ready to be served; an error in the settings comes out here. The studio hands its own service in."""
    service = service or Service(settings)
    app = Application()
    handle_problems(app)
    for routes in (segmenting_routes(service), phrasing_routes(service), parsing_routes(service), _server_routes(service)):
        app.include(routes)

    async def docs(_request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(reference_page, app.openapi()))

    app.add_route("/docs", docs, ["GET"])
    if settings.database is not None:
        from caesura.campaign import open_store
        from caesura.studio.api.campaigns import add_campaigns

        limits = settings.limits
        add_campaigns(app, open_store(settings.database), most_bytes=limits.body_bytes, processes=settings.processes)
    return app


def _server_routes(service: Service) -> Routes:
    routes = Routes()

    @routes.get("/v1/methods", gives=MethodsAnswer)
    async def list_methods(_request: Request) -> Response:
        """The methods, and which of them this server can use."""
        return answer(await run_in_threadpool(service.known_methods))

    @routes.get("/healthz", gives=HealthAnswer)
    async def health(_request: Request) -> Response:
        """Whether the server answers."""
        return answer({"status": "ok", "version": __version__, "method": service.default})

    return routes
