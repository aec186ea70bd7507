"""The studio where others can reach it, in a browser: signing in, own uploads, labels and collections; with scripts and without."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import check_on_a_phone
from tests.browser.studios import PASSWORD, OpenStudio, open_studio


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenStudio]:
    """A studio with a public address, which is this machine's own so that a browser can go there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("studio")
    with open_studio(folder, "--public-url", f"http://127.0.0.1:{port}", "--port", port) as opened:
        yield opened


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def scripts(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Any, studio: OpenStudio, scripts: bool) -> Iterator[Any]:
    context = browser.new_context(java_script_enabled=scripts, accept_downloads=True)
    opened = context.new_page()
    opened.on("dialog", lambda dialog: dialog.accept())
    studio.enter(opened, request.node.name)
    yield opened
    context.close()


def test_a_stranger_is_asked_to_sign_in_and_then_is_where_they_wanted_to_be(browser: Any, studio: OpenStudio) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    studio.enter(opened, "somebody new")
    opened.get_by_role("button", name="Sign out").click()
    opened.goto(f"{studio.address}/corpora/example?search=bread")
    assert opened.get_by_role("heading", name="Sign in").is_visible()
    opened.locator("#name").fill("somebody new")
    opened.locator("#password").fill(PASSWORD)
    opened.get_by_role("button", name="Sign in").click()
    opened.wait_for_url("**/corpora/example?search=bread")
    context.close()


def test_a_corpus_is_added_looked_at_and_deleted(page: Any, scripts: bool, studio: OpenStudio, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps({"id": "1", "text": "tea pot", "votes": [{"flat": "tea pot", "count": 4}]}) + "\n")
    page.goto(f"{studio.address}/corpora")
    check_on_a_phone(page, scripts)
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Add").click()
    page.get_by_text("tea").first.wait_for(timeout=240_000)
    page.goto(f"{studio.address}/corpora")
    page.get_by_role("button", name="Delete mine.jsonl").click()
    page.get_by_role("link", name="City life (example)").wait_for()
    assert page.get_by_role("link", name="mine.jsonl").count() == 0


def test_labels_are_inferred_and_downloaded(page: Any, scripts: bool, studio: OpenStudio, tmp_path: Path) -> None:
    rows = "".join(f"t{i},w{j},{i % 2}\n" for i in range(6) for j in range(3))
    file = tmp_path / "labels.csv"
    file.write_text("task,worker,label\n" + rows)
    page.goto(f"{studio.address}/labels")
    page.locator("#labels").wait_for(timeout=240_000)
    page.locator("#labels").set_input_files(file)
    page.get_by_role("button", name="Infer").click()
    page.get_by_text("18 labels of 3 workers").wait_for(timeout=240_000)
    check_on_a_phone(page, scripts)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the inferred labels").click()
    assert downloading.value.path().read_text().startswith("task,label,probability")


def test_a_collection_is_uploaded_and_measured(page: Any, scripts: bool, studio: OpenStudio) -> None:
    town = files("caesura.studio").joinpath("examples", "town")
    page.goto(f"{studio.address}/retrieval")
    check_on_a_phone(page, scripts)
    page.locator("#name").fill("my town")
    for field, name in (("documents", "docs.jsonl"), ("queries", "queries.tsv"), ("judgements", "qrels.txt")):
        page.locator(f"#{field}").set_input_files(str(town.joinpath(name)))
    page.get_by_role("button", name="Add and measure").click()
    page.locator(".report-title").wait_for(timeout=600_000)
    page.goto(f"{studio.address}/retrieval")
    page.get_by_role("button", name="Delete my-town").click()
    page.get_by_role("link", name="town", exact=True).wait_for()
    assert page.get_by_role("link", name="my-town").count() == 0


def test_a_colleague_gets_an_account_by_a_link_that_works_once(page: Any, scripts: bool, browser: Any, studio: OpenStudio) -> None:
    page.goto(f"{studio.address}/campaigns")
    page.get_by_role("button", name="Link for a colleague").click()
    link = page.get_by_role("status").locator("code").inner_text()
    check_on_a_phone(page, scripts)
    for number, works in ((1, True), (2, False)):
        context = browser.new_context()
        other = context.new_page()
        other.goto(link)
        other.locator("#new-name").fill(f"colleague {number} of {page.url[-9:]} {link[-6:]}")
        other.locator("#new-password").fill(PASSWORD)
        other.get_by_role("button", name="Create an account").click()
        said = other.get_by_role("link", name="New campaign") if works else other.get_by_text("was used before")
        said.wait_for()
        context.close()


def test_the_api_page_has_the_navigation_and_fits_a_phone(page: Any, scripts: bool, studio: OpenStudio) -> None:
    page.goto(f"{studio.address}/docs")
    assert page.get_by_role("navigation", name="Studio").get_by_role("link", name="Campaigns").is_visible()
    check_on_a_phone(page, scripts)
