"""Forests as annotators set them: by mouse, by keyboard, on a phone, without scripts; what is sent is looked up in the store."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import (
    Campaign,
    Item,
    Plan,
    Store,
    create_campaign,
    create_owner,
    export_answers,
    join,
    open_store,
    write_export,
)
from caesura.shapes import Forest
from tests.browser.conftest import accessibility_faults
from tests.studio.servers import running

#: What annotators begin with, in place of a parser's: one tree that hangs on the last word.
QUERIES = ("paper planes how to fold", "red wine glasses")


def propose(words: tuple[str, ...]) -> Forest:
    return Forest((*[len(words)] * (len(words) - 1), 0), ("NOUN",) * len(words), (*["dep"] * (len(words) - 1), "root"))


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store]]:
    folder = tmp_path_factory.mktemp("studio")
    with running("--folder", folder, command="studio") as server:
        store = open_store(str(folder / "campaigns.db"), propose=propose)
        yield server.address, store
        store.close()


def begun(page: Any, studio: tuple[str, Store]) -> Campaign:
    address, store = studio
    owner, _ = create_owner(store, f"owner-{time.monotonic_ns()}")
    items = [Item(str(number), text) for number, text in enumerate(QUERIES)]
    made = create_campaign(store, owner, "Paper planes and other queries", "syntax", items, Plan(annotations=3))
    page.goto(f"{address}/annotate/{join(store, made.link).key}?begin=1")
    return made


def query(page: Any, text: str) -> Any:
    return page.locator("fieldset.item").filter(has_text=text)


def word(page: Any, text: str, which: str) -> Any:
    return query(page, text).locator(".words button.word").filter(has=page.get_by_text(which, exact=True))


def send(page: Any) -> None:
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_role("heading", name="Thank you").wait_for()


def answers(studio: tuple[str, Store], made: Campaign) -> dict[str, str]:
    return {given.text: given.answer for given in export_answers(studio[1], made)}


def pictured(page: Any, name: str) -> None:
    """A picture for whoever wants to look at the page (CAESURA_PICTURES names a folder)."""
    if folder := os.environ.get("CAESURA_PICTURES"):
        page.screenshot(path=str(Path(folder, name)), full_page=True)


def test_by_mouse(page: Any, studio: tuple[str, Store], tmp_path: Path) -> None:
    made = begun(page, studio)
    planes = QUERIES[0]
    pictured(page, "proposal.png")
    query(page, planes).get_by_role("button", name="break between planes and how").click()
    # The highest word in front of the cut became the root; it is turned round.
    word(page, planes, "paper").click()
    page.get_by_text("Click the word that “paper” hangs on").wait_for()
    pictured(page, "choosing.png")
    assert accessibility_faults(page) == []
    word(page, planes, "planes").first.click()
    pictured(page, "set.png")
    word(page, "red wine", "red").click()
    word(page, "red wine", "wine").click()
    send(page)
    assert answers(studio, made) == {planes: "paper:2 planes:0 how:5 to:5 fold:0", "red wine glasses": "red:2 wine:3 glasses:0"}
    write_export(studio[1], made, tmp_path / "checked.conllu", "treebank")
    assert "1\tpaper\t_\tNOUN\t_\t_\t2\tdep\t_\tSegment=1" in (tmp_path / "checked.conllu").read_text()


def test_by_keyboard_with_undo(page: Any, studio: tuple[str, Store]) -> None:
    made = begun(page, studio)
    planes = query(page, QUERIES[0])
    planes.get_by_role("button", name="break between paper and planes").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # the cut between planes and how
    word(page, QUERIES[0], "how").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    word(page, QUERIES[0], "to").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the word itself: a root
    page.get_by_text("cross").wait_for()
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_role("alert").get_by_text("answer").wait_for()
    page.keyboard.press("Tab")
    planes.get_by_role("button", name="Undo").click()
    send(page)
    assert answers(studio, made)[QUERIES[0]] == "paper:0 planes:1 how:5 to:5 fold:0"


def test_cuts_and_joins_keep_trees(page: Any, studio: tuple[str, Store]) -> None:
    made = begun(page, studio)
    planes = query(page, QUERIES[0])
    cut = planes.get_by_role("button", name="break between how and to")
    cut.click()
    assert cut.get_attribute("aria-pressed") == "true"
    cut.click()
    assert cut.get_attribute("aria-pressed") == "false"
    send(page)
    assert answers(studio, made)[QUERIES[0]] == "paper:0 planes:1 how:1 to:5 fold:1"


def test_on_a_phone(page: Any, studio: tuple[str, Store]) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    begun(page, studio)
    pictured(page, "phone.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    heights = page.locator(".words button.word").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert min(heights) >= 44
    assert accessibility_faults(page) == []


def test_a_draft_comes_back(page: Any, studio: tuple[str, Store]) -> None:
    made = begun(page, studio)
    query(page, QUERIES[0]).get_by_role("button", name="break between planes and how").click()
    page.reload()
    page.get_by_text("What you had clicked before is back.").wait_for()
    send(page)
    assert answers(studio, made)[QUERIES[0]] == "paper:0 planes:1 how:5 to:5 fold:0"


def test_without_scripts(browser: Any, studio: tuple[str, Store]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    made = begun(page, studio)
    fields = query(page, QUERIES[0]).locator("select")
    fields.nth(0).select_option("2")
    fields.nth(1).select_option("0")
    pictured(page, "plain.png")
    fields.nth(2).select_option("1")
    page.get_by_role("button", name="Send and go on").click()
    assert "trees must be projective" in page.get_by_role("alert").inner_text()
    assert fields.nth(0).input_value() == "2"
    fields.nth(2).select_option("5")
    send(page)
    assert answers(studio, made)[QUERIES[0]] == "paper:2 planes:0 how:5 to:5 fold:0"
    context.close()
