"""The owner's pages in a browser: step by step with a preview, the desk, a worker's page; with scripts and without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import accessibility_faults, check_on_a_phone
from tests.browser.studios import OpenStudio


@pytest.mark.parametrize("scripts", [True, False])
def test_from_a_table_to_a_decision(browser: Any, studio: OpenStudio, tmp_path: Path, scripts: bool) -> None:
    table = tmp_path / "log.csv"
    table.write_bytes("nr;suche\n1;alte brücke am fluss\n2;haus\n3;neue stadt karte\n".encode("utf-16"))
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    studio.enter(page, f"ann {scripts}")
    page.get_by_role("link", name="New campaign").click()
    page.locator("#name").fill("Towns")
    check_on_a_phone(page, scripts)
    page.get_by_role("button", name="Continue to the queries").click()
    page.locator("#file").set_input_files(table)
    check_on_a_phone(page, scripts)
    page.get_by_role("button", name="Look at them").click()
    preview = page.locator("#preview").inner_text()
    assert "semicolon between cells" in preview
    assert "UTF-16" in preview
    assert "1 left out: one word" in preview
    assert page.locator("#query").input_value() == "suche"
    check_on_a_phone(page, scripts)
    page.get_by_role("button", name="Use 2 queries").click()
    page.locator("#annotations").fill("2")
    page.locator("[name=preset][value=none]").check()
    check_on_a_phone(page, scripts)
    page.get_by_role("button", name="Continue to texts and pay").click()
    page.locator("#instructions").fill("Read **well**.")
    check_on_a_phone(page, scripts)
    page.get_by_role("button", name="Continue to the check").click()
    assert page.locator(".facts div", has_text="Answers").locator("dd").inner_text() == "4"
    check_on_a_phone(page, scripts)
    page.get_by_role("link", name="See it as an annotator does").click()
    assert page.locator("fieldset.item").count() == 2
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="Start").click()
    invitation = page.locator("#invitation").inner_text()
    dashboard = page.url
    for number in range(2):
        _took_part(browser, invitation, number)
    page.goto(f"{dashboard}/desk")
    check_on_a_phone(page, scripts)
    first = page.locator("#split-1")
    first.get_by_role("radio").first.check()
    first.get_by_label("Reason").fill("one name")
    first.get_by_role("button", name="Decide").click()
    assert page.get_by_text("one name").is_visible()
    page.goto(f"{dashboard}/worker/worker-1")
    check_on_a_phone(page, scripts)
    page.get_by_role("button", name="Approve", exact=True).click()
    assert page.get_by_text("approved").is_visible()
    for below in ("people", "labels", ""):
        page.goto(f"{dashboard}/{below}".rstrip("/"))
        check_on_a_phone(page, scripts)
    context.close()


def _took_part(browser: Any, invitation: str, number: int) -> None:
    context = browser.new_context()
    desk = context.new_page()
    desk.goto(f"{invitation}?PROLIFIC_PID=p{number}&STUDY_ID=s&SESSION_ID=x{number}")
    desk.get_by_role("button", name="Take part").click()
    desk.get_by_role("link", name="Begin").click()
    assert "Page 1 of at most 1" in desk.locator(".standing").inner_text()
    for item in desk.locator("fieldset.item").all():
        item.locator(".gap input").nth(number).check()
    desk.get_by_role("button", name="Send and go on").click()
    desk.get_by_role("heading", name="Thank you").wait_for()
    context.close()


def test_an_annotator_reads_german_where_the_campaign_is_in_german(browser: Any, studio: OpenStudio) -> None:
    page = browser.new_page()
    studio.enter(page, "german owner")
    page.get_by_role("link", name="New campaign").click()
    page.locator("#name").fill("Städte")
    page.locator("#language").select_option("de")
    page.locator("[name=task][value=nested]").check()
    page.get_by_role("button", name="Continue to the queries").click()
    page.locator("#queries").fill("old stone bridge")
    page.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Use 1 query").click()
    page.goto(page.url.replace("/quality", "/check"))
    page.get_by_role("button", name="Start").click()
    desk = browser.new_page()
    desk.goto(page.locator("#invitation").inner_text())
    assert desk.locator("html").get_attribute("lang") == "de"
    desk.get_by_role("button", name="Teilnehmen").click()
    assert accessibility_faults(desk) == []
    desk.get_by_role("link", name="Anfangen").click()
    desk.get_by_role("button", name="old und stone verbinden").click()
    desk.get_by_role("button", name="Senden und weiter").click()
    assert "noch nicht zu einem Stück verbunden" in desk.locator("#problem").inner_text()
    desk.get_by_role("button", name="old stone und bridge verbinden").click()
    desk.get_by_role("button", name="Senden und weiter").click()
    desk.get_by_role("heading", name="Vielen Dank").wait_for()
