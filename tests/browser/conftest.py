"""A headless Chromium (Debian's, not one that Playwright would download) that must not ask the network for anything."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# One browser a module, not a session: Playwright keeps an event loop running in this thread, which other tests must not meet.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test installs it")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page whose script errors and outside requests fail the test."""
    opened = browser.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: faults.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    yield opened
    opened.close()
    assert faults == []
