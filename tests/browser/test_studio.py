"""The studio as a visitor uses it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import accessibility_faults
from tests.studio.servers import running
from tests.studio.test_pages import PAGES

STATIC = Path(__file__).parents[2] / "caesura" / "studio" / "static"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running("--folder", tmp_path_factory.mktemp("studio"), command="studio") as server:
        yield server.address


@pytest.fixture
def with_htmx() -> None:
    if not (STATIC / "htmx.min.js").exists():
        pytest.skip("htmx is not here: scripts/vendor caesura/studio")


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something on the page. Playwright's own way evaluates strings, which the studio's policy forbids."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def texts(page: Any, selector: str) -> list[str]:
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


@pytest.mark.usefixtures("with_htmx")
def test_the_answer_follows_the_keys(page: Any, studio: str) -> None:
    page.goto(studio)
    page.locator("#query").fill("")
    page.locator("#query").press_sequentially("brown bear")
    until(lambda: texts(page, ".verdict .word") == ["brown", "bear"])
    until(lambda: "/?query=brown%20bear" in page.url)
    page.locator("#engine").select_option("lucene")
    until(lambda: "^" in page.locator("#engine-query").inner_text())


@pytest.mark.usefixtures("with_htmx")
def test_a_pasted_log_becomes_a_table(page: Any, studio: str) -> None:
    page.goto(studio)
    page.locator("#query").fill("brown bear\nlake garden\ncity hall")
    until(lambda: texts(page, "#answer h2")[0].startswith("3 queries"))


@pytest.mark.usefixtures("with_htmx")
def test_a_pasted_log_stands_beside_its_answers(page: Any, studio: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(studio)
    page.locator("#query").fill("brown bear\nlake garden\ncity hall")
    until(lambda: page.locator("#answer .log").count() == 1)
    asked, answered = page.locator("#query").bounding_box(), page.locator("#answer .log").bounding_box()
    assert answered["x"] >= asked["x"] + asked["width"]
    assert abs(answered["y"] - asked["y"]) < 80


@pytest.mark.usefixtures("with_htmx")
def test_a_cleared_playground_says_nothing(page: Any, studio: str) -> None:
    page.goto(studio)
    for text in ("", "   ", "\n\n"):
        page.locator("#query").fill("brown bear")
        until(lambda: texts(page, ".verdict .word") == ["brown", "bear"])
        page.locator("#query").fill(text)
        until(lambda: page.locator("#answer").inner_text().strip() == "")
    assert page.locator(".problem").count() == 0


def test_enter_asks_and_the_address_can_be_kept(page: Any, studio: str) -> None:
    page.goto(f"{studio}/?query=city+hall+opening+hours")
    assert texts(page, ".verdict .word") == ["city", "hall", "opening", "hours"]
    assert page.locator("#query").input_value() == "city hall opening hours"


@pytest.mark.usefixtures("with_htmx")
def test_queries_of_a_corpus_are_found_while_typing(page: Any, studio: str) -> None:
    page.goto(f"{studio}/corpora/example")
    page.locator("#search").fill("recycling")
    until(lambda: page.locator("article.query").count() == 1)
    page.locator("article.query summary").click()
    assert page.locator("article.query tbody tr").count() >= 2


def test_a_corpus_is_added_by_its_file(page: Any, studio: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps({"id": "1", "text": "tea pot", "votes": [{"flat": "tea pot", "count": 4}]}) + "\n")
    page.goto(f"{studio}/corpora")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Add").click()
    page.wait_for_url("**/corpora/mine", timeout=60_000)
    assert page.get_by_role("heading", name="mine.jsonl").is_visible()


def test_the_report_draws_its_queries(page: Any, studio: str) -> None:
    page.goto(f"{studio}/corpora/example/evaluation")
    page.wait_for_selector("#queries article", timeout=120_000)
    assert page.locator("svg").count() >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", PAGES)
def test_everybody_can_use_it(page: Any, studio: str, address: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{studio}{address}")
    assert accessibility_faults(page) == []


@pytest.mark.parametrize("address", PAGES)
def test_nothing_hangs_over_the_edge_of_a_phone(page: Any, studio: str, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{studio}{address}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_keyboard_reaches_everything_and_focus_is_seen(page: Any, studio: str) -> None:
    page.goto(f"{studio}/corpora")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
