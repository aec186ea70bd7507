"""A test must not look at a page before it is there, however slowly the server sends it."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import accessibility_faults

PAGE = "<!doctype html><html lang=en><title>A page</title><main><h1>{name}</h1><a href=/second>Go on</a></main></html>"


class SlowPages(http.server.BaseHTTPRequestHandler):
    """Says at once that there is a page, and sends the second one late."""

    def do_GET(self) -> None:
        body = PAGE.format(name=self.path[1:]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.flush()
        if self.path == "/second":
            self.wfile.write(body[:1])
            time.sleep(0.5)
            body = body[1:]
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def slow_pages() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowPages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_click_ends_when_the_page_it_leads_to_has_loaded(page: Any, slow_pages: str) -> None:
    page.goto(f"{slow_pages}/first")
    page.get_by_role("link", name="Go on").click()
    assert page.locator("h1", has_text="second").count() == 1
    assert accessibility_faults(page) == []
