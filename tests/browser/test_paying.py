"""A requester who pays, in a browser with scripts and without: what is set is what people get, and what is missing is said."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.studios import OpenStudio, open_studio

QUERIES = "\n".join(f"{kind} stone bridge {town}" for kind in ("old", "new", "long") for town in ("prague", "york", "bern"))
CODES = {"completion_code": "DONE1", "platform.screened_out": "OUT1", "platform.closed": "SHUT1", "platform.over_quota": "FULL1"}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenStudio]:
    with open_studio(tmp_path_factory.mktemp("studio")) as opened:
        yield opened


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_from_the_amount_to_the_payment_file(browser: Any, studio: OpenStudio, tmp_path: Path, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    studio.enter(page, f"requester {scripts}")
    page.get_by_role("link", name="New campaign").click()
    page.locator("#name").fill("Brücken")
    page.locator("#language").select_option("de")
    page.get_by_role("button", name="Continue to the queries").click()
    page.locator("#queries").fill(QUERIES)
    page.locator("[name=tests]").fill("red|wine glass\nnight train|paris")
    page.get_by_role("button", name="Look at them").click()
    page.get_by_role("button", name="Use 9 queries").click()
    page.locator("#annotations").fill("2")
    page.locator("#items_per_page").fill("3")
    page.locator("#per_worker").fill("6")
    page.locator("[name=preset][value=light]").check()
    page.locator("[name=tests_again]").check()
    page.get_by_role("button", name="Continue to texts and pay").click()
    # An amount without a tick is never dropped: the script ticks the box, without it the page asks.
    page.locator("[name='payment.per_page']").fill("0.30")
    page.locator("[name='payment.currency']").fill("EUR")
    for name, code in CODES.items():
        page.locator(f"[name='{name}']").fill(code)
    page.locator("[name='platform.completion_url']").fill("https://app.prolific.com/submissions/complete")
    page.locator("[name='platform.only_with_id']").select_option("yes")
    page.get_by_role("button", name="Continue to the check").click()
    if not scripts:
        assert "“This campaign pays” is not ticked" in page.locator(".problem").inner_text()
        assert page.locator("[name='payment.per_page']").input_value() == "0.30"
        page.locator("[name=payment]").check()
        page.get_by_role("button", name="Continue to the check").click()
    said = page.locator("main").inner_text()
    assert "EUR" in page.locator(".facts div", has_text="Cost").inner_text()
    assert "nobody will be judged, because that takes 5 tests and a person gets 1 test" in said
    assert "completed DONE1, screened out OUT1, closed SHUT1, no work left FULL1" in said
    assert "Quality: light" in said, "tests that come again are chosen beside a preset"
    page.get_by_role("link", name="3. Quality").click()
    assert page.locator("[name=tests_again]").is_checked()
    page.goto(page.url.replace("/quality", "/check"))
    page.get_by_role("button", name="Start").click()
    dashboard, invitation = page.url, page.locator("#invitation").inner_text()
    _worked(browser, invitation, scripts)
    page.goto(dashboard)
    with page.expect_download() as download:
        page.get_by_role("link", name="Payments (CSV)").click()
    download.value.save_as(tmp_path / "payments.csv")
    (row,) = csv.DictReader((tmp_path / "payments.csv").read_text(encoding="utf-8").splitlines())
    assert (row["external"], row["study"], row["session"], row["complete"]) == ("p1", "study", "session", "True")
    assert float(row["earned"]) == pytest.approx(0.6)
    context.close()


def _worked(browser: Any, invitation: str, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    context.route("https://app.prolific.com/**", lambda route: route.fulfill(body="back on the platform"))
    desk = context.new_page()
    desk.goto(f"{invitation}?PROLIFIC_PID=p1&STUDY_ID=study&SESSION_ID=session")
    assert "Eine Seite bringt 0,30 EUR." in desk.locator("main").inner_text()
    assert desk.locator("a.skip").inner_text() == "Zum Inhalt springen"
    desk.get_by_role("button", name="Teilnehmen").click()
    desk.get_by_role("link", name="Anfangen").click()
    for number in (1, 2):
        desk.locator(".standing", has_text=f"Seite {number} von 2 · bringt 0,30 EUR").wait_for()
        for item in desk.locator("fieldset.item").all():
            item.locator(".gap input").first.check()
        if number == 1:  # what was clicked through comes back, and says so in German alone
            desk.get_by_role("button", name="Senden und weiter").click()
            said = desk.locator("#problem", has_text="schneller fertig").inner_text()
            assert said.endswith("bitte sehen Sie sie noch einmal durch.")
        desk.wait_for_timeout(5500)
        desk.get_by_role("button", name="Senden und weiter").click()
    desk.get_by_text("DONE1").first.wait_for()
    context.close()
