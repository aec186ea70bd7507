"""Owner, adjudicator and viewer side by side, and all that an owner does with a campaign that runs; with scripts and without."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import Campaign, Plan, Store, campaigns_of, create_campaign, create_owner, open_store, owner_named
from tests.browser.every_page import QUERIES, work_through
from tests.browser.studios import PASSWORD, OpenStudio

PEOPLE = ("adjudicator", "viewer")


@pytest.fixture(scope="module")
def store(studio: OpenStudio) -> Iterator[Store]:
    with open_store(str(studio.folder / "campaigns.db")) as opened:
        for name in ("owner", *PEOPLE):
            create_owner(opened, name, PASSWORD)
        yield opened


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def scripts(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def page(browser: Any, studio: OpenStudio, store: Store, scripts: bool) -> Iterator[Any]:
    assert owner_named(store, "owner") is not None
    page = signed_in(browser, studio, "owner", scripts)
    yield page
    page.context.close()


def signed_in(browser: Any, studio: OpenStudio, name: str, scripts: bool) -> Any:
    page = browser.new_context(java_script_enabled=scripts, accept_downloads=True).new_page()
    page.set_default_timeout(120_000)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{studio.address}/campaigns")
    page.locator("#name").fill(name)
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New campaign").wait_for()
    return page


def half_done(store: Store, name: str) -> Campaign:
    owner = owner_named(store, "owner")
    assert owner is not None
    campaign = create_campaign(store, owner, name, "flat", QUERIES, Plan(annotations=5, items_per_page=3))
    work_through(store, campaign, 3)
    return campaign


def test_each_role_sees_and_does_what_it_is_for(browser: Any, page: Any, studio: OpenStudio, store: Store, scripts: bool) -> None:
    campaign = half_done(store, f"roles {scripts}")
    where = f"{studio.address}/campaigns/{campaign.key}"
    for name in PEOPLE:
        page.goto(f"{where}/people")
        page.locator("#member").fill(name)
        page.locator("#role").select_option(name)
        page.get_by_role("button", name="Let in").click()
    assert {"adjudicator", "viewer"} <= set(page.locator("tbody th").all_inner_texts())
    for name in PEOPLE:
        other = signed_in(browser, studio, name, scripts)
        other.get_by_role("link", name=campaign.name).click()
        assert other.get_by_role("link", name="People and invitations").count() == 0
        assert other.get_by_role("button", name="Close").count() == 0
        assert (other.locator("#remove-worker-1").count() == 1) is (name == "adjudicator")
        assert other.goto(f"{where}/people").status == 404
        other.goto(f"{where}/desk")
        first = other.locator("#split-1")
        if name == "adjudicator":
            first.get_by_role("radio").first.check()
            first.get_by_label("Reason").fill("it is a name")
            first.get_by_role("button", name="Decide").click()
            assert "Decided by adjudicator" in other.locator("main").inner_text()
        else:
            assert first.get_by_role("button").count() == 0
            assert "Decided by adjudicator" in other.locator("main").inner_text(), "a viewer sees who decided"
        other.context.close()
    page.goto(f"{where}/people")
    page.get_by_role("row", name="viewer").get_by_role("button", name="Remove the role").click()
    assert "viewer" not in page.locator("tbody th").all_inner_texts()


def test_changed_while_it_runs(page: Any, studio: OpenStudio, store: Store, scripts: bool) -> None:
    campaign = half_done(store, f"edited {scripts}")
    where = f"{studio.address}/campaigns/{campaign.key}"
    page.goto(f"{where}/texts")
    page.locator("#name").fill("Another name")
    page.locator("#instructions").fill("Read **well**, [a video](https://example.org/v). <script>alert(1)</script>")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{where}/quality")
    page.locator("#annotations").fill("7")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{where}/queries")
    page.locator("#queries").fill("a late query")
    page.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Use 1 query").click()
    page.goto(where)
    assert page.locator("h1").inner_text() == "Another name"
    assert "of 91" in page.locator(".facts").inner_text(), "7 answers for each of 13 queries"
    page.goto(f"{where}/preview")
    instructions = page.locator(".instructions")
    assert instructions.locator("strong").inner_html() == "well"
    assert instructions.locator("script").count() == 0
    for label, state in (("Pause", "paused"), ("Open", "open"), ("Close", "closed")):
        page.goto(where)
        page.get_by_role("button", name=label, exact=True).click()
        assert state in page.locator(".facts").inner_text()


def test_copied_and_deleted(page: Any, studio: OpenStudio, store: Store, scripts: bool) -> None:
    campaign = half_done(store, f"copied {scripts}")
    where = f"{studio.address}/campaigns/{campaign.key}"
    page.goto(f"{where}/people")
    page.get_by_role("button", name="Duplicate").click()
    assert page.locator("h1").inner_text() == f"copied {scripts} (copy)"
    page.goto(f"{where}/people")
    page.locator("#sure").fill("something else")
    page.get_by_role("button", name="Delete").click()
    assert "not the campaign's" in page.get_by_role("alert").inner_text()
    page.locator("#sure").fill(campaign.name)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="Campaigns of owner").wait_for()
    assert page.get_by_role("link", name=campaign.name, exact=True).count() == 0


def test_one_persons_data(page: Any, studio: OpenStudio, store: Store, scripts: bool, tmp_path: Path) -> None:
    campaign = half_done(store, f"person {scripts}")
    page.goto(f"{studio.address}/campaigns/{campaign.key}")
    page.get_by_role("link", name="worker-1").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all that is kept").click()
    download.value.save_as(tmp_path / "person.json")
    assert len(json.loads((tmp_path / "person.json").read_text())) > 2
    page.locator("#votes").select_option("withdraw")
    page.get_by_role("button", name="Erase their data").click()
    page.goto(f"{studio.address}/campaigns/{campaign.key}")
    page.locator("#events summary").click()
    assert "erased" in page.locator("#events").inner_text()
    assert "24 of 60" in " ".join(page.locator(".facts").inner_text().split())


def test_a_backup_by_one_click_and_back(page: Any, studio: OpenStudio, store: Store, scripts: bool, tmp_path: Path) -> None:
    campaign = half_done(store, f"kept {scripts}")
    page.goto(f"{studio.address}/campaigns")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a backup").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    page.goto(f"{studio.address}/campaigns/{campaign.key}/people")
    page.locator("#sure").fill(campaign.name)
    page.get_by_role("button", name="Delete").click()
    page.locator("#backup").set_input_files(kept)
    page.get_by_role("button", name="Restore").click()
    assert campaign.name in page.get_by_role("status").inner_text()
    page.get_by_role("link", name=campaign.name, exact=True).click()
    assert "36 of 60" in " ".join(page.locator(".facts").inner_text().split())
    page.goto(f"{studio.address}/campaigns")
    page.locator("#backup").set_input_files({"name": "x.zip", "mimeType": "application/zip", "buffer": b"nothing"})
    page.get_by_role("button", name="Restore").click()
    assert "not a backup" in page.get_by_role("alert").inner_text()
    owner = owner_named(store, "owner")
    assert owner is not None
    assert campaign.key in {one.key for one in campaigns_of(store, owner)}


def test_on_from_the_answers_by_buttons(page: Any, studio: OpenStudio, store: Store, scripts: bool) -> None:
    campaign = half_done(store, f"loop {scripts}")
    where = f"{studio.address}/campaigns/{campaign.key}"
    page.goto(where)
    page.get_by_role("button", name="Open as corpus").click()
    page.get_by_text("3 votes").first.wait_for()
    assert "used" in page.locator("main").inner_text()
    page.goto(where)
    page.get_by_role("button", name="Evaluate segmenters on it").click()
    page.get_by_role("button", name="Evaluate").wait_for()
    page.goto(where)
    page.get_by_role("link", name="Infer labels").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all (CSV)").click()
    assert download.value.suggested_filename.endswith(".csv")
    page.goto(where)
    page.get_by_role("button", name="Least certain queries first").click()
    assert page.get_by_role("heading", name=campaign.name).is_visible()


def test_personal_invitations(page: Any, browser: Any, studio: OpenStudio, store: Store, scripts: bool) -> None:
    campaign = half_done(store, f"invited {scripts}")
    page.goto(f"{studio.address}/campaigns/{campaign.key}/people")
    page.locator("#count").fill("2")
    page.get_by_role("button", name="Create links").click()
    links = [line.split("\t") for line in page.locator("#links").inner_text().strip().splitlines()]
    assert len(links) == 2
    other = browser.new_context(java_script_enabled=scripts).new_page()
    other.goto(links[1][1])
    other.get_by_role("link", name="Begin").click()
    other.locator(".gap input").first.check()
    if not scripts:
        # Nothing keeps clicks here but the address, by a button of its own.
        other.get_by_role("button", name="Keep my answers for later").click()
        other.wait_for_url("**begin=kept")
        other.reload()
        assert other.locator(".gap input").first.is_checked()
    other.get_by_role("button", name="Send and go on").click()
    other.get_by_text("Page 2 of").wait_for()
    page.goto(f"{studio.address}/campaigns/{campaign.key}/worker/{links[1][0]}")
    assert "Page 1" in page.locator("main").inner_text()
    other.context.close()
