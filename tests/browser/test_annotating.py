"""The four tasks as annotators do them, by mouse and by keyboard; what is sent is looked up in the store."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import update

from caesura.campaign import Campaign, Item, Plan, Role, Store, create_campaign, create_owner, export_answers, join, open_store
from caesura.campaign.store import schema
from tests.browser.conftest import accessibility_faults
from tests.studio.servers import running

ITEMS = {
    "flat": [Item("a", "night train to paris"), Item("b", "red wine glasses")],
    "nested": [Item("a", "night train to paris"), Item("b", "red wine glasses")],
    "options": [Item("a", "red wine glasses"), Item("b", "night train")],
    "judgement": [Item("a", "Who built it?", paragraph="It was built by Ada."), Item("b", "When?", paragraph="In the north.")],
}


@dataclass(frozen=True)
class RunningStudio:
    """A studio and its store, and campaigns made straight in the store."""

    address: str
    store: Store

    def campaign(self, task: str, *extra: Item, **plan: Any) -> Campaign:
        owner, _ = create_owner(self.store, f"owner-{time.monotonic_ns()}")
        items = [*ITEMS[task], *extra]
        return create_campaign(self.store, owner, f"A {task} campaign", task, items, Plan(annotations=3, **plan))

    def begun(self, page: Any, task: str, *extra: Item, **plan: Any) -> Campaign:
        """A new campaign with one worker, who is looking at her first page."""
        made = self.campaign(task, *extra, **plan)
        page.goto(f"{self.address}/annotate/{join(self.store, made.link).key}?begin=1")
        return made

    def answers(self, campaign: Campaign) -> dict[str, str]:
        return {given.text: given.answer for given in export_answers(self.store, campaign)}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    folder = tmp_path_factory.mktemp("studio")
    with running("--folder", folder, command="studio") as server:
        store = open_store(str(folder / "campaigns.db"))
        yield RunningStudio(server.address, store)
        store.close()


def given_out_an_hour_ago(store: Store, campaign: Campaign) -> None:
    """As if the worker had looked at her page for an hour: no test waits for a clock."""
    pages = schema.pages
    earlier = update(pages).where(pages.c.campaign == campaign.id).values(issued_at=pages.c.issued_at - 3_600_000)
    store.run(lambda transaction: transaction.connection.execute(earlier).rowcount)


def send(page: Any) -> None:
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_role("heading", name="Thank you").wait_for()


def item_of(page: Any, text: str) -> Any:
    return page.locator("fieldset.item").filter(has_text=text.split()[0])


def test_flat_by_mouse(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat")
    page.get_by_label("break between train and to").check()
    page.get_by_label("break between to and paris").check()
    page.get_by_label("break between to and paris").uncheck()
    send(page)
    assert studio.answers(made) == {"night train to paris": "night train|to paris", "red wine glasses": "red wine glasses"}


def test_flat_by_keyboard(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat")
    page.get_by_label("break between night and train").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.get_by_label("break between red and wine").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Send and go on").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Thank you").wait_for()
    assert studio.answers(made) == {"night train to paris": "night train|to paris", "red wine glasses": "red wine|glasses"}


def test_nested_by_mouse_with_undo(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "nested")
    page.get_by_role("button", name="join train and to", exact=True).click()
    item_of(page, "night").get_by_role("button", name="Undo").click()
    for name in ("join night and train", "join to and paris", "join night train and to paris", "join red and wine"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_text("A query is not joined to one piece yet").wait_for()
    page.get_by_role("button", name="join red wine and glasses", exact=True).click()
    send(page)
    assert studio.answers(made) == {
        "night train to paris": "((night train) (to paris))",
        "red wine glasses": "((red wine) glasses)",
    }


def test_a_grown_tree_stays_on_a_phone(page: Any, studio: RunningStudio) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    studio.begun(page, "nested", Item("c", "wonderful mountain restaurants somewhere near constantinople"))
    tree = item_of(page, "wonderful")
    while tree.locator(".pieces button").count():
        tree.locator(".pieces button").last.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_nested_by_keyboard(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "nested")
    page.get_by_role("button", name="join night and train", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    for _ in range(3):
        page.keyboard.press("Enter")
    page.get_by_role("button", name="join wine and glasses", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Send and go on").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Thank you").wait_for()
    assert studio.answers(made) == {
        "night train to paris": "(((night train) to) paris)",
        "red wine glasses": "(red (wine glasses))",
    }


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_options(page: Any, studio: RunningStudio, way: str) -> None:
    made = studio.begun(page, "options")
    chosen = (page.locator("input[value='red wine|glasses']"), item_of(page, "night").locator("input[value='?']"))
    for radio in chosen:
        if way == "mouse":
            radio.check()
        else:
            radio.focus()
            page.keyboard.press("Space")
    send(page)
    assert studio.answers(made) == {"red wine glasses": "red wine|glasses", "night train": "?"}


def test_options_come_in_another_order_for_everybody(page: Any, studio: RunningStudio) -> None:
    made = studio.campaign("options", Item("c", "one two three four five"))
    orders = set()
    for _ in range(3):
        page.goto(f"{studio.address}/annotate/{join(studio.store, made.link).key}?begin=1")
        radios = item_of(page, "one").locator("input[type=radio]")
        values = [radios.nth(number).get_attribute("value") for number in range(radios.count())]
        assert len(values) == 17
        assert values[-1] == "?"
        orders.add(tuple(values))
    assert len(orders) == 3


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_judgement(page: Any, studio: RunningStudio, way: str) -> None:
    made = studio.begun(page, "judgement", items_per_page=2)
    for text, answer in (("Who built it?", "Yes"), ("When?", "No")):
        radio = item_of(page, text).get_by_label(answer)
        if way == "mouse":
            radio.check()
        else:
            radio.focus()
            page.keyboard.press("Space")
    send(page)
    assert studio.answers(made) == {"Who built it?": "1", "When?": "0"}


def test_practice_explains_and_a_comment_is_kept(page: Any, studio: RunningStudio) -> None:
    practice = Item("t", "old town square", Role.TRAINING, accepted=("old town|square",), explanation="The old town is a place.")
    made = studio.begun(page, "flat", practice, rules={"training": {"items": 1, "failures": 1}})
    assert page.get_by_text("For practice").is_visible()
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_text("The old town is a place.").wait_for()
    assert page.get_by_text("Others would say").is_visible()
    assert page.get_by_text("You said").locator(".cut").get_attribute("aria-label") == "old town square"
    page.get_by_role("link", name="Go on").click()
    page.get_by_text("Comment on this page").click()
    page.get_by_label("Comment").fill("nice <b>queries</b>")
    send(page)
    assert "nice <b>queries</b>" in {given.comment for given in export_answers(studio.store, made)}


def test_too_fast_is_told_and_nothing_is_lost(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat", rules={"minimum-time": {"seconds": 3600}})
    page.get_by_label("break between red and wine").check()
    page.get_by_role("button", name="Send and go on").click()
    page.locator("#problem", has_text="it takes at least 3600").wait_for()
    assert page.get_by_label("break between red and wine").is_checked()
    given_out_an_hour_ago(studio.store, made)
    send(page)
    assert studio.answers(made)["red wine glasses"] == "red|wine glasses"


def test_a_lost_connection_loses_nothing(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat")
    page.get_by_label("break between red and wine").check()
    page.context.set_offline(True)
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_text("Your answers are kept here").wait_for()
    page.context.set_offline(False)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert studio.answers(made)["red wine glasses"] == "red|wine glasses"


def test_a_lost_response_counts_once(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat")
    lost: list[str] = []

    def lose_the_first(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.request.url)
            route.fetch()  # the server has it, the browser never hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/annotate/**", lose_the_first)
    page.get_by_role("button", name="Send and go on").dblclick()
    page.get_by_role("heading", name="Thank you").wait_for()
    assert lost
    assert len(export_answers(studio.store, made)) == 2


def test_without_scripts_the_form_still_works(browser: Any, studio: RunningStudio) -> None:
    made = studio.campaign("nested")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{studio.address}/annotate/{join(studio.store, made.link).key}?begin=1")
    item_of(page, "night").get_by_role("textbox").fill("((night train) (to paris))")
    page.get_by_role("button", name="Send and go on").click()
    assert page.get_by_role("alert").inner_text().startswith("Not sent yet: answer")
    assert "((night train) (to paris))" in [box.input_value() for box in page.get_by_role("textbox").all()]
    item_of(page, "red").get_by_role("textbox").fill("(red (wine glasses))")
    page.get_by_role("button", name="Send and go on").click()
    assert page.get_by_role("heading", name="Thank you").is_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("task", list(ITEMS))
def test_everybody_can_do_it_on_a_phone_too(page: Any, studio: RunningStudio, task: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    made = studio.campaign(task)
    page.goto(f"{studio.address}/join/{made.link}?PROLIFIC_PID=p1")
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Take part").click()
    assert accessibility_faults(page) == []
    page.get_by_role("link", name="Begin").click()
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
