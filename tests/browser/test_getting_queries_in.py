"""Files of every kind and encoding, looked at before anything is made of them, with scripts and without."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.studios import OpenStudio
from tests.corpus.workbooks import workbook

QUERIES = ("alte brücke am fluss", "haus", "café im süden")
ROWS = [("id", "query"), *((f"n{number}", query) for number, query in enumerate(QUERIES, start=1))]


@pytest.fixture(scope="module", params=[True, False], ids=["with scripts", "without"])
def page(browser: Any, studio: OpenStudio, request: pytest.FixtureRequest) -> Iterator[Any]:
    context = browser.new_context(java_script_enabled=request.param, accept_downloads=True)
    page = context.new_page()
    studio.enter(page, f"ann {request.param}")
    yield page
    context.close()


def separated(mark: str) -> str:
    return "".join(f"{mark.join(row)}\n" for row in ROWS)


FILES = {
    "comma.csv": separated(",").encode(),
    "semicolon.csv": separated(";").encode("latin-1"),
    "tab.tsv": separated("\t").encode("utf-16"),
    "log.xlsx": workbook(ROWS),
    "log.jsonl": "".join(json.dumps({"id": id, "query": query}) + "\n" for id, query in ROWS[1:]).encode(),
    "utf-8.txt": "\n".join(QUERIES).encode("utf-8-sig"),
    "utf-16.txt": "\r\n".join(QUERIES).encode("utf-16-be"),
    "latin-1.txt": "\n".join(QUERIES).encode("latin-1"),
}


def begun(page: Any, studio: OpenStudio, name: str) -> None:
    page.goto(f"{studio.address}/campaigns/new")
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Continue to the queries").click()


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_looked_at_and_taken(page: Any, studio: OpenStudio, name: str) -> None:
    begun(page, studio, name)
    page.locator("#file").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": FILES[name]})
    page.get_by_role("button", name="Look at them").click()
    preview = page.locator("#preview").inner_text()
    assert "1 left out: one word" in preview
    assert "alte brücke am fluss" in preview
    assert "café im süden" in preview
    if not name.endswith("txt"):
        assert page.locator("#query").input_value() == "query"
        assert page.locator("#id").input_value() == "id"
    page.get_by_role("button", name="Use 2 queries").click()
    page.get_by_role("button", name="Continue to texts and pay").wait_for()


def test_another_column_can_be_chosen_and_the_file_dropped(page: Any, studio: OpenStudio) -> None:
    begun(page, studio, "columns")
    table = b"title,asked for\nold stone house,new boat\nred wine glass,night train to paris\n"
    page.locator("#file").set_input_files({"name": "t.csv", "mimeType": "text/csv", "buffer": table})
    page.get_by_role("button", name="Look at them").click()
    page.locator("#query").select_option("asked for")
    page.get_by_role("button", name="Show again with these choices").click()
    assert "night train to paris" in page.locator("#preview tbody").inner_text()
    assert page.locator("#query").input_value() == "asked for"
    page.get_by_role("button", name="Choose another file").click()
    page.locator("#file").wait_for()


def test_separators_are_never_taken_for_words(page: Any, studio: OpenStudio) -> None:
    begun(page, studio, "odd")
    page.locator("#file").set_input_files({"name": "odd.txt", "mimeType": "text/plain", "buffer": separated("\t").encode()})
    page.get_by_role("button", name="Look at them").click()
    assert page.locator("#query").input_value() == "query"
    assert page.get_by_role("button", name="Use 2 queries").is_enabled()


@pytest.mark.parametrize("form", ["jsonl", "webis"])
def test_a_download_of_the_studio_goes_in_again(page: Any, studio: OpenStudio, tmp_path: Path, form: str) -> None:
    begun(page, studio, "source")
    page.locator("#queries").fill("old stone bridge\nnew river boat")
    page.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Use 2 queries").click()
    campaign = page.url.removesuffix("/quality")
    page.goto(f"{campaign}/check")
    page.get_by_role("button", name="Start").click()
    _answer(page)
    page.goto(campaign)
    with page.expect_download() as download:
        page.locator(f"a[href$='export/{form}']").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    begun(page, studio, "again")
    page.locator("#file").set_input_files(kept)
    page.get_by_role("button", name="Look at them").click()
    assert "old stone bridge" in page.locator("#preview").inner_text()
    page.get_by_role("button", name="Use 2 queries").click()


def _answer(page: Any) -> None:
    """Take part once, so that there is something to download."""
    page.goto(page.locator("#invitation").inner_text())
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("button", name="Send and go on").click()
    page.get_by_role("heading", name="Thank you").wait_for()
