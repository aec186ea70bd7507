"""The application behind `caesura serve`: the addresses of every subject, and how errors leave it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from caesura.shapes import Forest, Words
from caesura.studio.api.admin import admin_routes
from caesura.studio.api.body import read_parameters
from caesura.studio.api.entrance import guard_entrance, page_policy
from caesura.studio.api.messages import ConfigParameters, MethodsAnswer
from caesura.studio.api.metrics import Metrics
from caesura.studio.api.observing import Observed, access_log
from caesura.studio.api.parsing import parsing_routes
from caesura.studio.api.phrasing import phrasing_routes
from caesura.studio.api.problems import handle_problems
from caesura.studio.api.reference_page import reference_page
from caesura.studio.api.routing import Application, Routes, answer
from caesura.studio.api.segmenting import segmenting_routes
from caesura.studio.configurations import Configurations
from caesura.studio.service import Service
from caesura.studio.settings import Deployment, Settings


def make_app(
    settings: Settings | Deployment, service: Service | None = None, *, watch: bool = False, entrance: bool = True
) -> Application:
    """The application, ready to be served; an error in the settings comes out here. The studio hands its own service in.

    With `watch` it follows reloads by other processes, and files of overrides that change. Without `entrance` whoever adds more
    to it guards the entrance when all is added, and shows the API on a page of its own.
    """
    configurations = Configurations(settings, service)
    metrics = Metrics()
    app = Application()
    handle_problems(app)
    subjects = (segmenting_routes, phrasing_routes, parsing_routes, _method_routes)
    for routes in (*(subject(configurations) for subject in subjects), admin_routes(configurations, metrics)):
        app.include(routes)

    async def docs(_request: Request) -> Response:
        text = await run_in_threadpool(lambda: reference_page(app.openapi()).render())
        return HTMLResponse(text, headers={"Content-Security-Policy": page_policy(text)})

    if entrance:
        app.add_route("/docs", docs, ["GET"])
    main = configurations.deployment.main
    if main.database is not None:
        from caesura.campaign import open_store
        from caesura.studio.api.campaigns import add_campaigns

        def propose(words: Words) -> Forest:
            return configurations.service().forest(words)

        store = open_store(main.database, propose=propose)
        add_campaigns(app, store, most_bytes=main.limits.body_bytes, processes=main.processes)
    log = access_log(configurations.deployment.access_log)
    app.add_middleware(Observed, metrics=metrics, paths=frozenset(app.openapi()["paths"]), log=log)
    metrics.generation.set(configurations.current.number)

    def reloaded(done: bool) -> None:
        metrics.reloads.labels("done" if done else "failed").inc()
        metrics.generation.set(configurations.current.number)

    configurations.on_reload = reloaded
    if watch:
        configurations.watch()
    if entrance:
        guard_entrance(app, configurations.deployment.access)
    return app


def _method_routes(configurations: Configurations) -> Routes:
    routes = Routes()

    @routes.get("/v1/methods", parameters=ConfigParameters, gives=MethodsAnswer, problems=(400, 422))
    async def list_methods(request: Request) -> Response:
        """The methods, and which of them this server can use."""
        service = configurations.service(read_parameters(request, ConfigParameters).config)
        return answer(await run_in_threadpool(service.known_methods))

    return routes
