"""What all pages share: the templates, the headers that keep foreign scripts out, and the places of the navigation."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from caesura.campaign.annotating import instructions_html, pieces, pills, proposed_heads, spoken_amount, spoken_time, trees
from caesura.foundation import __version__, embedded_json, template_environment
from caesura.shapes import parse_pipe
from caesura.studio.pages.assets import address, is_here

if TYPE_CHECKING:
    import jinja2

    from caesura.studio.pages.written_report import WrittenReport


@dataclass(frozen=True)
class Place:
    """A place of the studio, as the navigation names it."""

    name: str
    address: str


PLACES = (
    Place("Playground", "/"),
    Place("Corpora", "/corpora"),
    Place("Labels", "/labels"),
    Place("Retrieval", "/retrieval"),
    Place("Campaigns", "/campaigns"),
    Place("API", "/docs"),
)


@cache
def environment() -> jinja2.Environment:
    """The templates of the studio, of tasks and of pages, and what they may call."""
    import jinja2
    from markupsafe import Markup

    made = template_environment(
        jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("caesura.studio"),
                jinja2.PackageLoader("caesura.campaign", "tasks"),
                jinja2.PackageLoader("caesura.foundation.page", ""),
            ]
        )
    )
    made.globals.update(asset=address, asset_is_here=is_here, places=PLACES, version=__version__)
    made.globals.update(moment=moment)
    made.globals.update(markdown=instructions_html, spoken_amount=spoken_amount, spoken_time=spoken_time)
    made.globals.update(
        pieces=pieces, pills=pills, trees=trees, proposed_heads=proposed_heads, breaks=lambda pipe: parse_pipe(pipe)[1].breaks
    )
    # Reports bring data, which is made safe, and scripts and styles, which are our own files.
    made.globals.update(embedded=lambda data: Markup(embedded_json(data)), as_it_is=Markup)  # noqa: S704
    return made


def moment(milliseconds: int) -> str:
    """A time as people read it; the server's clock may have said anything."""
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, ValueError, OSError):
        return str(milliseconds)


def page(
    request: Request, template: str, status: int = 200, headers: Mapping[str, str] | None = None, **content: Any
) -> HTMLResponse:
    """A page, or a part of one where htmx asks for it; `content` goes to the template."""
    nonce = secrets.token_urlsafe(16)
    text = environment().get_template(template).render(request=request, here=request.url.path, nonce=nonce, **content)
    return HTMLResponse(text, status, {**guard(nonce), **(headers or {})})


def page_around(request: Request, template: str, report: WrittenReport, **content: Any) -> HTMLResponse:
    """A page with a report that is written already: only what stands around it is rendered here."""
    from markupsafe import Markup

    nonce, place = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    around = environment().get_template(template)
    text = around.render(request=request, here=request.url.path, nonce=nonce, report=Markup(place), **content)  # noqa: S704
    before, after = text.split(place)
    return HTMLResponse(b"".join((before.encode(), report.html(nonce), after.encode())), 200, guard(nonce))


def guard(nonce: str) -> dict[str, str]:
    """Headers for every page: only our own scripts run, nobody frames us, nothing is asked of other hosts."""
    policy = {
        "default-src": "'none'",
        "script-src": f"'self' 'nonce-{nonce}'",
        "style-src": f"'self' 'nonce-{nonce}'",
        # Figures colour their lines by style attributes; a style attribute cannot run anything.
        "style-src-attr": "'unsafe-inline'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        # Nothing for other sites; our own are told, because without it browsers do not say where a form comes from.
        "Referrer-Policy": "same-origin",
        "Cache-Control": "no-store",
        # A page and its part for htmx have one address.
        "Vary": "HX-Request",
    }


def asked_by_htmx(request: Request) -> bool:
    """Whether only the changing part of the page is wanted."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-History-Restore-Request") != "true"
