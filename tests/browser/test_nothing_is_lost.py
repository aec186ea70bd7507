"""What annotators have clicked is never thrown away: late pages, pauses, reloads, corrections. With scripts and without."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from caesura.campaign import Campaign, CampaignState, Item, Role, Store, export_answers, join, next_page, set_state
from caesura.campaign.store import schema
from tests.browser.test_annotating import RunningStudio, item_of, send, studio

__all__ = ["studio"]


@pytest.fixture(params=["with scripts", "without scripts"])
def opened(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    context = browser.new_context(java_script_enabled=request.param == "with scripts")
    yield context.new_page()
    context.close()


def time_is_up(store: Store, campaign: Campaign) -> None:
    """The page's reservation has ended, and somebody else's request has swept it away."""
    pages = schema.pages
    ended = update(pages).where(pages.c.campaign == campaign.id).values(expires_at=pages.c.issued_at - 1)
    store.run(lambda transaction: transaction.connection.execute(ended).rowcount)
    next_page(store, join(store, campaign.link).key)


def begin(opened: Any, studio: RunningStudio, task: str = "flat", *extra: Item, **plan: Any) -> Campaign:
    return studio.begun(opened, task, *extra, **plan)


def counted(studio: RunningStudio, campaign: Campaign) -> dict[str, str]:
    return {given.text: given.answer for given in export_answers(studio.store, campaign) if given.state == "counted"}


def test_a_page_that_ran_over_its_time_is_stored(opened: Any, studio: RunningStudio) -> None:
    made = begin(opened, studio)
    opened.get_by_label("break between red and wine").check()
    time_is_up(studio.store, made)
    send(opened)
    assert counted(studio, made)["red wine glasses"] == "red|wine glasses"


def test_a_page_sent_while_the_campaign_is_paused_is_stored(opened: Any, studio: RunningStudio) -> None:
    made = begin(opened, studio)
    opened.get_by_label("break between red and wine").check()
    set_state(studio.store, made, CampaignState.PAUSED)
    opened.get_by_role("button", name="Send and go on").click()
    opened.get_by_role("heading", name="Paused").wait_for()
    assert opened.get_by_text("2 answers of yours are stored").is_visible()
    assert counted(studio, made)["red wine glasses"] == "red|wine glasses"


def test_a_page_sent_after_the_end_says_that_it_is_not_stored(opened: Any, studio: RunningStudio) -> None:
    made = begin(opened, studio)
    opened.get_by_label("break between red and wine").check()
    set_state(studio.store, made, CampaignState.CLOSED)
    opened.get_by_role("button", name="Send and go on").click()
    opened.locator("#problem", has_text="This page was not stored: the campaign is over").wait_for()
    assert opened.get_by_label("break between red and wine").is_checked()
    opened.get_by_role("link", name="Go on").click()
    opened.get_by_role("heading", name="This campaign is over").wait_for()
    assert not opened.get_by_text("stored").count()
    assert export_answers(studio.store, made) == []


def test_the_last_page_is_corrected_until_the_next_is_sent(opened: Any, studio: RunningStudio) -> None:
    made = begin(opened, studio, "flat", items_per_page=1)
    first = opened.locator("input[name=page]").get_attribute("value")
    opened.locator(".gap input").first.check()
    opened.get_by_role("button", name="Send and go on").click()
    opened.get_by_role("link", name="Correct the last page").click()
    opened.get_by_text("You can still correct it").wait_for()
    assert opened.locator("input[name=page]").get_attribute("value") == first
    assert opened.locator(".gap input").first.is_checked()
    opened.locator(".gap input").first.uncheck()
    opened.locator(".gap input").last.check()
    opened.get_by_role("button", name="Send the correction").click()
    opened.get_by_role("button", name="Send and go on").wait_for()
    (answer,) = export_answers(studio.store, made)
    assert answer.answer == answer.text.rsplit(" ", 1)[0] + "|" + answer.text.rsplit(" ", 1)[1]
    send(opened)
    opened.get_by_role("link", name="Correct the last page").click()
    assert opened.locator("input[name=page]").get_attribute("value") != first, "the first one can be corrected no more"


def test_a_corrected_tree(opened: Any, studio: RunningStudio) -> None:
    made = begin(opened, studio, "nested", items_per_page=2)
    with_scripts = opened.locator(".pieces").count() > 0
    if with_scripts:
        for name in ("join night and train", "join night train and to", "join night train to and paris"):
            opened.get_by_role("button", name=name, exact=True).click()
        for name in ("join red and wine", "join red wine and glasses"):
            opened.get_by_role("button", name=name, exact=True).click()
    else:
        item_of(opened, "night").get_by_role("textbox").fill("(((night train) to) paris)")
        item_of(opened, "red").get_by_role("textbox").fill("((red wine) glasses)")
    send(opened)
    opened.get_by_role("link", name="Correct the last page").click()
    if with_scripts:
        assert item_of(opened, "red").get_by_text("Done").is_visible(), "the tree is as it was sent"
        item_of(opened, "red").get_by_role("button", name="Undo").click()
        opened.get_by_role("button", name="join wine and glasses", exact=True).click()
        opened.get_by_role("button", name="join red and wine glasses", exact=True).click()
    else:
        assert item_of(opened, "red").get_by_role("textbox").input_value() == "((red wine) glasses)"
        item_of(opened, "red").get_by_role("textbox").fill("(red (wine glasses))")
    opened.get_by_role("button", name="Send the correction").click()
    opened.get_by_role("heading", name="Thank you").wait_for()
    assert studio.answers(made) == {
        "night train to paris": "(((night train) to) paris)",
        "red wine glasses": "(red (wine glasses))",
    }


@pytest.mark.parametrize("task", ["flat", "nested", "options", "judgement"])
def test_a_reload_keeps_what_was_clicked(page: Any, studio: RunningStudio, task: str) -> None:
    made = studio.begun(page, task, items_per_page=2)
    item = page.locator("fieldset.item").first
    if task == "nested":
        item.locator(".pieces button").first.click()
        before = item.locator(".pieces").inner_text()
    else:
        item.locator("input").first.check()
    page.get_by_text("Comment on this page").click()
    page.get_by_label("Comment").fill("half a thought")
    page.reload()
    page.get_by_text("What you had clicked before is back").wait_for()
    if task == "nested":
        assert item.locator(".pieces").inner_text() == before
        item.get_by_role("button", name="Undo").click()
        assert item.locator(".piece.single").count() == len(item.locator(".piece").all())
    else:
        assert item.locator("input").first.is_checked()
    assert page.get_by_label("Comment").input_value() == "half a thought"
    assert made.task == task


def test_drafts_are_gone_when_the_page_is_stored(page: Any, studio: RunningStudio) -> None:
    studio.begun(page, "flat", items_per_page=1)
    page.locator(".gap input").first.check()
    assert page.evaluate("localStorage.length") == 1
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_role("link", name="Correct the last page").wait_for()
    assert page.evaluate("localStorage.length") == 0
    assert not page.locator(".gap input").first.is_checked()


def test_a_draft_outlives_the_pages_time(page: Any, studio: RunningStudio) -> None:
    """The same queries come on another page: what was clicked on the first comes along."""
    made = studio.begun(page, "flat")
    page.get_by_label("break between red and wine").check()
    first = page.locator("input[name=page]").get_attribute("value")
    pages = schema.pages
    ended = update(pages).where(pages.c.campaign == made.id).values(expires_at=pages.c.issued_at - 1)
    studio.store.run(lambda transaction: transaction.connection.execute(ended).rowcount)
    page.reload()
    page.get_by_text("What you had clicked before is back").wait_for()
    assert page.locator("input[name=page]").get_attribute("value") != first
    assert page.get_by_label("break between red and wine").is_checked()
    send(page)
    assert counted(studio, made)["red wine glasses"] == "red|wine glasses"


def test_enter_on_a_gap_breaks_and_sends_nothing(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat")
    gap = page.get_by_label("break between red and wine")
    gap.focus()
    page.keyboard.press("Enter")
    assert gap.is_checked()
    page.keyboard.press("Enter")
    assert not gap.is_checked()
    time.sleep(0.2)
    assert export_answers(studio.store, made) == []


def test_enter_sends_nothing_without_scripts_either(browser: Any, studio: RunningStudio) -> None:
    made = studio.campaign("flat")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{studio.address}/annotate/{join(studio.store, made.link).key}?begin=1")
    page.get_by_label("break between red and wine").focus()
    page.keyboard.press("Enter")
    time.sleep(0.3)
    assert page.get_by_role("button", name="Send and go on").is_visible()
    assert export_answers(studio.store, made) == []
    context.close()


def colours(page: Any, text: str) -> list[tuple[str, str]]:
    """Word or gap and its background, along a query of the flat task."""
    script = """row => [...row.querySelectorAll('.word, .gap span')].map(
        part => [part.textContent || '|', getComputedStyle(part).backgroundColor])"""
    found: list[tuple[str, str]] = item_of(page, text).locator(".flat").evaluate(script)
    return [(part, colour) for part, colour in found]


def test_joined_words_are_one_pill_and_a_break_parts_it(page: Any, studio: RunningStudio) -> None:
    studio.begun(page, "flat")
    page.get_by_label("break between red and wine").check()
    drawn = colours(page, "red wine glasses")
    red, gap, wine, joined, glasses = (colour for _, colour in drawn)
    assert red == wine == joined == glasses
    assert gap == "rgba(0, 0, 0, 0)"
    pill = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--pill')").strip()
    page.get_by_text("Instructions and an example").click()
    example = page.locator(".example .segment").first.evaluate("part => getComputedStyle(part).backgroundColor")
    assert example == red, f"the same where queries are drawn: {pill}"


def test_feedback_on_trees_shows_boxes(page: Any, studio: RunningStudio) -> None:
    practice = Item("t", "old town square", Role.TRAINING, accepted=("((old town) square)",))
    studio.begun(page, "nested", practice, rules={"training": {"items": 1, "failures": 1}})
    page.get_by_role("button", name="join town and square", exact=True).click()
    page.get_by_role("button", name="join old and town square", exact=True).click()
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_text("Others would say").wait_for()
    assert "(" not in page.locator("section.card").inner_text()
    drawings = page.get_by_role("img")
    assert [each.get_attribute("aria-label") for each in drawings.all()] == ["((old town) square)", "(old (town square))"]
    assert page.locator(".boxes > .piece > .piece > .piece").all_text_contents() == ["old", "town", "town", "square"]


ARABIC = Item("r", "مطاعم في مدينة دبي القديمة")


def test_queries_from_right_to_left(page: Any, studio: RunningStudio) -> None:
    made = studio.begun(page, "flat", ARABIC)
    words = item_of(page, ARABIC.text).locator(".word")
    assert words.first.bounding_box()["x"] > words.nth(1).bounding_box()["x"]
    left = item_of(page, "night").locator(".word")
    assert left.first.bounding_box()["x"] < left.nth(1).bounding_box()["x"]
    gaps = item_of(page, ARABIC.text).locator(".gap input")
    gaps.first.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert gaps.nth(1).is_checked(), "arrows follow the eye"
    send(page)
    assert studio.answers(made)[ARABIC.text] == "مطاعم في|مدينة دبي القديمة"


@pytest.mark.parametrize("task", ["flat", "nested", "options"])
def test_no_line_begins_with_a_bar_and_nothing_spills(page: Any, studio: RunningStudio, task: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    words = "wonderful inexpensive mountain restaurants near constantinople"
    long = Item("l", words if task == "options" else f"{words} " * 5 + "x" * 300)
    studio.begun(page, task, long)
    for gap in page.locator(".flat .gap input").all():
        gap.check()
    starts = page.evaluate(
        """() => [...document.querySelectorAll('.flat, .cut, .pieces')].flatMap(row => {
            const marks = [...row.querySelectorAll('.gap.break, label.gap, .unit > button')];
            const words = [...row.querySelectorAll('.word, .unit > .piece')];
            return marks.filter(mark => !words.some(word => {
                const a = word.getBoundingClientRect(), b = mark.getBoundingClientRect();
                return a.right <= b.left + 1 && a.top < b.bottom && b.top < a.bottom;
            })).map(mark => mark.outerHTML.slice(0, 80));
        })"""
    )
    assert starts == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    hidden = page.locator(".visually-hidden").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert all(width <= 1 for width in hidden)


def test_the_consent_names_all_that_is_kept(page: Any, studio: RunningStudio) -> None:
    made = studio.campaign("flat")
    page.goto(f"{studio.address}/join/{made.link}?PROLIFIC_PID=5f3a")
    text = page.locator("form").inner_text()
    assert "5f3a" in text
    for kept in ("your answers", "how long", "comments", "the id above"):
        assert kept in text
    assert "nothing else" not in text
