"""A headless Chromium (Debian's, not one that Playwright would download) that must not ask the network for anything."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.studios import OpenStudio, open_studio

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

AXE = Path(__file__).parent / "vendored" / "axe.min.js"


# One browser a module, not a session: Playwright keeps an event loop running in this thread, which other tests must not meet.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test installs it")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with playwright.sync_playwright() as running, pytest.MonkeyPatch.context() as patch:
        patch.setattr(playwright.Locator, "click", _loading(playwright.Locator.click))
        opened = running.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        yield opened
        opened.close()


def _loading(click: Any) -> Any:
    """A click that ends when the page it leads to has loaded.

    Playwright's own ends when that page's address is known. Nothing of it need be read by then, so that on a busy machine axe-core,
    `count()` and `is_visible()` would be asked of an empty document.
    """

    def click_and_load(locator: Any, *arguments: Any, **options: Any) -> None:
        click(locator, *arguments, **options)
        locator.page.wait_for_load_state()

    return click_and_load


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenStudio]:
    """A studio with an empty folder. Files that need another one have a fixture of this name."""
    with open_studio(tmp_path_factory.mktemp("studio")) as opened:
        yield opened


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page whose script errors, refused content and outside requests fail the test."""
    opened = browser.new_page()
    faults: list[str] = []
    watch(opened, faults)
    yield opened
    opened.close()
    assert faults == []


def watch(opened: Any, faults: list[str]) -> None:
    """Collect what must not happen. Files and servers of this machine may be asked, nothing else."""
    here = ("file:", "data:", "http://127.0.0.1:")
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: None if request.url.startswith(here) else faults.append(request.url))
    opened.on("console", lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None)


def accessibility_faults(page: Any) -> list[str]:
    """What axe-core calls serious or critical on the page as it stands, each with the first place."""
    if not AXE.exists():
        pytest.skip("axe-core is not here: scripts/vendor tests/browser")
    # Evaluated by the driver, so that the page's own policy needs no exception for the test.
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def check_on_a_phone(page: Any, scripts: bool = True) -> None:
    """Nothing hangs over the edge of a phone, and axe-core finds nothing; without scripts there is nothing to ask it with."""
    if not scripts:
        return
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.url
    assert accessibility_faults(page) == [], page.url
    page.set_viewport_size({"width": 1280, "height": 800})
