"""Headers that every answer carries: nothing is guessed, framed, run, or passed on. Pages bring a policy of their own."""

from __future__ import annotations

import base64
import hashlib
import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ALWAYS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # An annotator's link is their key: it must not travel on as a referrer.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
#: A year, for whoever reaches the server by https.
_TRANSPORT = ("Strict-Transport-Security", "max-age=31536000")


class GuardHeaders:
    """Middleware that adds what an answer does not say itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
                if (scope["app"].state.access.origin or "").startswith("https:"):
                    headers.setdefault(*_TRANSPORT)
            await send(message)

        await self._app(scope, receive, guarded)


def page_policy(text: str) -> str:
    """The policy of a page in one file: its own scripts, by their hashes, and its own styles."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", text, re.DOTALL)
    hashes = sorted({base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts})
    allowed = " ".join(f"'sha256-{each}'" for each in hashes) or "'none'"
    policy = f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:"
    return f"{policy}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
