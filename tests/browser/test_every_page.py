"""Every page, at the width of a desk and of a phone, light and dark: axe-core finds nothing, nothing hangs over the edge, no word
is pulled apart, and the owner's and annotators' pages say the same without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import accessibility_faults
from tests.browser.every_page import OPEN_PAGES, EveryPage, every_page

NAMES = [
    *OPEN_PAGES,
    "sign-in",
    *(f"campaign{part}" for part in ("s", "-new", "-whole", "-table", "-check", "-begun", "-dashboard", "-worker", "-queries")),
    *(f"campaign-{part}" for part in ("quality", "texts", "desk", "people", "labels", "training", "preview")),
    *(f"annotate-{part}" for part in ("flat", "nested", "options", "judgement", "syntax", "join", "join-without-id", "begin")),
    *(f"annotate-{part}" for part in ("practice", "feedback", "complete", "over-quota", "closed", "correct")),
]


@pytest.fixture(scope="module")
def pages(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EveryPage]:
    with every_page(browser, tmp_path_factory.mktemp("studio")) as found:
        yield found


def test_no_page_is_left_out(pages: EveryPage) -> None:
    assert sorted(pages.pages) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_everybody_can_use_it_everywhere(browser: Any, pages: EveryPage, name: str) -> None:
    page = pages.opened(browser, name)
    assert page.locator("h1").count() == 1
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            # Half of the four views: colours depend on the scheme, layout on the width, and axe-core takes its time.
            if (scheme == "light") == (width == 1280):
                assert accessibility_faults(page) == [], (scheme, width)
    assert _torn_words(page) == []
    page.context.close()


def _torn_words(page: Any) -> list[str]:
    """Short words that stand on two lines, as in a column that was squeezed."""
    torn: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("td, th, .word, .segment, dd, label")].flatMap((place) => {
          const torn = [];
          const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (const word of node.data.matchAll(/[^\\s/_-]{2,15}/g)) {
              const range = document.createRange();
              range.setStart(node, word.index);
              range.setEnd(node, word.index + word[0].length);
              if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) torn.push(word[0]);
            }
          return torn;
        })"""
    )
    return torn


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("campaign", "annotate"))])
def test_the_same_is_there_without_scripts(browser: Any, pages: EveryPage, name: str) -> None:
    with_scripts, without = (pages.opened(browser, name, java_script_enabled=scripts) for scripts in (True, False))
    assert without.locator("h1").inner_text() == with_scripts.locator("h1").inner_text()
    buttons = "main form button[type=submit]:visible"
    assert without.locator(buttons).count() >= with_scripts.locator(buttons).count()
    for page in (with_scripts, without):
        page.context.close()


def test_what_can_be_done_with_a_worker_is_in_sight_on_a_phone(browser: Any, pages: EveryPage) -> None:
    page = pages.opened(browser, "campaign-dashboard", 390)
    for button in ("#remove-worker-1", "#withdraw-worker-1"):
        box = page.locator(button).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    page.context.close()
