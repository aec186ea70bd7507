"""From a platform's link to its codes, with scripts and without: with an id or none, done, too late, closed, screened out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from caesura.campaign import (
    Campaign,
    CampaignState,
    Item,
    Owner,
    Payment,
    Plan,
    Platform,
    Role,
    Store,
    create_campaign,
    create_owner,
    export_answers,
    open_store,
    set_state,
    workers_of,
)
from caesura.campaign.managing import remove_worker
from tests.browser.studios import OpenStudio

CODES = Platform("https://app.prolific.com/submissions/complete", "SCREENED", "CLOSED", "FULL", only_with_id=True)
PLAN = Plan(annotations=5, items_per_page=2, per_worker=4, completion_code="DONE", platform=CODES)
PLAN = replace(PLAN, payment=Payment(0.25, "GBP"), seconds_per_item=12)
IDS = "PROLIFIC_PID=p{}&STUDY_ID=study&SESSION_ID=session"


@pytest.fixture(scope="module")
def store(studio: OpenStudio) -> Iterator[Store]:
    with open_store(str(studio.folder / "campaigns.db")) as opened:
        yield opened


@pytest.fixture(scope="module")
def owner(store: Store) -> Owner:
    return create_owner(store, "requester")[0]


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    context = browser.new_context(java_script_enabled=request.param)
    # Nothing is asked of the platform itself.
    context.route("https://app.prolific.com/**", lambda route: route.fulfill(body="back on the platform"))
    yield context.new_page()
    context.close()


def made(store: Store, owner: Owner, plan: Plan = PLAN, queries: int = 8, *more: Item) -> Campaign:
    return create_campaign(
        store, owner, "Paid", "flat", [*(Item(f"q{n}", f"old town map{n}") for n in range(queries)), *more], plan
    )


def enter(page: Any, studio: OpenStudio, campaign: Campaign, person: object) -> None:
    page.goto(f"{studio.address}/join/{campaign.link}?{IDS.format(person)}")
    assert f"p{person}" in page.locator("form.card").inner_text()
    page.get_by_role("button", name="Take part").click()


def send(page: Any) -> None:
    page.get_by_role("button", name="Send and go on").click()


def test_as_much_as_was_asked_for_and_back_with_the_code(page: Any, studio: OpenStudio, store: Store, owner: Owner) -> None:
    campaign = made(store, owner)
    page.goto(f"{studio.address}/join/{campaign.link}?{IDS.format(1)}")
    offer = page.locator(".offer").inner_text()
    assert "4 queries, on about 2 pages" in offer
    assert "0.25 GBP" in offer
    assert "24 seconds" in offer
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("link", name="Begin").click()
    for number in (1, 2):
        page.get_by_text(f"Page {number} of 2").wait_for()
        standing = page.locator(".standing").inner_text()
        assert "pays 0.25 GBP" in standing
        assert "to be sent within 30 minutes" in standing
        assert page.locator("#code").count() == 0, "no code before the end"
        send(page)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert page.locator("#code").inner_text() == "DONE"
    assert page.locator("[data-copy=code]").inner_text() == "Copy"
    page.get_by_role("link", name="Return to the platform").click()
    page.wait_for_url("https://app.prolific.com/submissions/complete?cc=DONE")
    [worker] = workers_of(store, campaign)
    assert (worker.external, worker.study, worker.session) == ("p1", "study", "session")
    # Who comes again by the same link is the same person, and done.
    enter(page, studio, campaign, 1)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert len(workers_of(store, campaign)) == 1
    assert len(export_answers(store, campaign)) == 4


def test_without_an_id_nobody_is_let_in(page: Any, studio: OpenStudio, store: Store, owner: Owner) -> None:
    campaign = made(store, owner)
    page.goto(f"{studio.address}/join/{campaign.link}")
    assert "only to those who come from its platform" in page.get_by_role("alert").inner_text()
    assert page.get_by_role("button", name="Take part").count() == 0
    assert workers_of(store, campaign) == []


def test_whoever_comes_too_late_gets_the_code_for_that(page: Any, studio: OpenStudio, store: Store, owner: Owner) -> None:
    campaign = made(store, owner, replace(PLAN, annotations=1), 2)
    enter(page, studio, campaign, 1)
    page.get_by_role("link", name="Begin").click()
    send(page)
    page.locator("#code").wait_for()
    page.context.clear_cookies()
    enter(page, studio, campaign, 2)
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("heading", name="No work is left").wait_for()
    assert page.locator("#code").inner_text() == "FULL"


def test_a_closed_campaign_has_a_code_of_its_own(page: Any, studio: OpenStudio, store: Store, owner: Owner) -> None:
    campaign = made(store, owner)
    set_state(store, campaign, CampaignState.CLOSED)
    enter(page, studio, campaign, 1)
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("heading", name="This campaign is over").wait_for()
    assert page.locator("#code").inner_text() == "CLOSED"


def test_who_fails_the_practice_is_screened_out(page: Any, studio: OpenStudio, store: Store, owner: Owner) -> None:
    practice = Item("p", "new town map", Role.TRAINING, "", ("new|town map",), "A town map is one thing.")
    rules = {"training": {"items": 1, "failures": 1, "action": "exclude"}}
    campaign = made(store, owner, replace(PLAN, rules=rules), 8, practice)
    enter(page, studio, campaign, 1)
    page.get_by_role("link", name="Begin with a few for practice").click()
    send(page)
    page.get_by_text("A town map is one thing.").wait_for()
    page.goto(f"{page.url.split('?')[0]}?begin=1")
    page.get_by_role("heading", name="No more pages for you").wait_for()
    assert page.locator("#code").inner_text() == "SCREENED"


def test_who_was_removed_does_not_come_back_without_an_id(page: Any, studio: OpenStudio, store: Store, owner: Owner) -> None:
    campaign = made(store, owner, replace(PLAN, platform=replace(CODES, only_with_id=False)))
    enter(page, studio, campaign, 1)
    page.get_by_role("link", name="Begin").wait_for()
    remove_worker(store, campaign, workers_of(store, campaign)[0].name, with_answers=False, reason="guessed", by="requester")
    page.goto(f"{studio.address}/join/{campaign.link}")
    page.locator("form.card button").click()
    page.goto(f"{page.url.split('?')[0]}?begin=1")
    page.get_by_role("heading", name="No more pages for you").wait_for()
    assert len(workers_of(store, campaign)) == 1
    assert page.locator("#code").count() == 0, "no code for nothing"
