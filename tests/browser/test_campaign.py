"""A whole campaign in the browser: from an empty studio to a corpus whose aggregated segmentation is the truth.

Twelve made-up workers with stated error rates, two of whom break at random, on sixty queries of known segmentation. What a worker
answers to a query depends on her and the query alone, so the order in which the server hands queries out, which is its secret,
changes nothing.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from caesura.agreement import measure_agreement
from caesura.corpus import read_corpus
from caesura.labels import aggregate
from caesura.shapes import Flat, parse_pipe, print_pipe
from tests.browser.conftest import accessibility_faults
from tests.browser.studios import OpenStudio
from tests.browser.test_studio import STATIC, until

WORKERS = 12
BAD = (0, 1)
ERROR = 0.04
FIRST = ("garden", "night", "river", "paper", "winter", "copper")
SECOND = ("train", "market", "lamp", "school", "bridge")
AFTER = ("repair", "near lisbon", "opening hours")


def truths() -> dict[str, str]:
    """Sixty queries and where they break: two words that are one thing, then what is wanted of it."""
    found = {}
    for number, (first, second) in enumerate((first, second) for first in FIRST for second in SECOND):
        for step in range(2):
            after = AFTER[(number + step) % len(AFTER)]
            found[f"{first} {second} {after}"] = f"{first} {second}|{after}"
    return found


def signed_in(page: Any, studio: OpenStudio, name: str) -> None:
    studio.enter(page, name)
    page.get_by_role("link", name="New campaign").click()
    page.get_by_role("link", name="all on one page").click()


def answered(worker: int, text: str, truth: Flat) -> list[int]:
    """The breaks that this worker sees in a query: the true ones, but for her errors."""
    draw = random.Random(f"crowd 1, worker {worker}: {text}")
    error = 0.5 if worker in BAD else ERROR
    return [wanted ^ (draw.random() < error) for wanted in truth.breaks]


def take_part(browser: Any, invitation: str, worker: int, known: dict[str, Flat]) -> None:
    """Come by the link and answer page after page until there is nothing left."""
    context = browser.new_context()
    desk = context.new_page()
    desk.goto(f"{invitation}?PROLIFIC_PID=person-{worker}")
    desk.get_by_role("button", name="Take part").click()
    desk.get_by_role("link", name="Begin").click()
    # On a busy machine the page before is still there when its link has been clicked.
    desk.locator("#work, h1:has-text('Thank you'), h1:has-text('just now'), h1:has-text('No more')").first.wait_for()
    while desk.locator("#work").count():
        key = desk.locator("input[name=page]").get_attribute("value")
        for item in desk.locator("fieldset.item").all():
            text = item.locator(".query").text_content()
            for gap, wanted in zip(item.locator(".gap input").all(), answered(worker, text, known[text]), strict=True):
                if wanted:
                    gap.check()
        desk.get_by_role("button", name="Send and go on").click()
        desk.locator(
            f"h1:has-text('Thank you'), h1:has-text('just now'), h1:has-text('No more'), #work:not(:has([value='{key}']))"
        ).wait_for()
    context.close()


def test_from_an_empty_studio_to_the_truth(browser: Any, page: Any, studio: OpenStudio, tmp_path: Path) -> None:
    truth = truths()
    assert len(truth) == 60
    tests = {
        f"{place} ferry {when}": f"{place} ferry|{when}" for place in ("north", "south") for when in ("times", "prices", "map")
    }
    known = {text: parse_pipe(piped)[1] for text, piped in (truth | tests).items()}
    missed = [sum(answered(worker, text, known[text]) != list(known[text].breaks) for text in tests) for worker in range(WORKERS)]
    assert all((of_worker >= 4) if worker in BAD else (of_worker <= 1) for worker, of_worker in enumerate(missed)), (
        "the errors drawn must show who is bad, in whatever order the tests come"
    )
    signed_in(page, studio, "ann")
    page.locator("#name").fill("Sixty queries")
    page.locator("#queries").fill("\n".join(truth))
    page.locator("#tests").fill("\n".join(tests.values()))
    page.locator("#annotations").fill("10")
    page.locator("#items_per_page").fill("20")
    page.locator("input[value=training]").uncheck()
    page.locator("[name='minimum-time.seconds']").fill("0")
    page.locator("[name='test-queries.score']").fill("0.6")
    page.locator("[name='test-queries.minimum']").fill("3")
    page.get_by_role("button", name="Create and open").click()
    invitation = page.locator("#invitation").inner_text()
    for worker in range(10):
        take_part(browser, invitation, worker, known)

    # The test queries show who answers at random; she is removed with her answers, and others take her places.
    page.reload()
    review = page.locator("tr.review")
    until(lambda: review.count() == len(BAD))
    assert {text.split()[1] for text in review.locator("th").all_inner_texts()} == {f"(person-{worker})" for worker in BAD}
    page.on("dialog", lambda asked: asked.accept())
    for worker in BAD:
        row = page.locator("tr", has_text=f"(person-{worker})")
        row.get_by_role("button", name="Remove with answers").click()
        row.filter(has_text="removed").wait_for()
    for worker in range(10, WORKERS):
        take_part(browser, invitation, worker, known)
    page.reload()
    assert accessibility_faults(page) == []

    with page.expect_download() as download:
        page.get_by_role("link", name="Corpus with votes (JSONL)").click()
    file = tmp_path / "export.jsonl"
    download.value.save_as(file)
    corpus = read_corpus(file)
    assert len(corpus) == 60
    assert all(entry.votes.total == 10 for entry in corpus)
    learned = aggregate(corpus, "break", "one-coin")
    found = {entry.query.text: print_pipe(entry.query.words, _flat(entry.votes.top.shape)) for entry in learned}
    assert found == truth

    # What the owner sees is what the command line says of the export.
    row = measure_agreement(corpus).as_row()
    tile = page.locator(".facts div", has_text="Alpha").locator("dd").inner_text()
    assert re.match(r"-?[\d.]+", tile)[0] == f"{row['alpha']:.3f}"  # type: ignore[index]
    assert page.locator(".facts div", has_text=re.compile("^S")).last.locator("dd").inner_text().strip() == f"{row['S']:.3f}"


def _flat(shape: object) -> Flat:
    assert isinstance(shape, Flat)
    return shape


def test_what_is_wrong_is_told_and_what_was_typed_stays(page: Any, studio: OpenStudio) -> None:
    signed_in(page, studio, "ben")
    page.locator("#name").fill("Broken")
    page.locator("#queries").fill("one query")
    page.locator("#training").fill("old town|\nx")
    page.get_by_role("button", name="Create and open").click()
    assert "practice, line 1" in page.get_by_role("alert").inner_text()
    assert page.locator("#queries").input_value() == "one query"
    assert accessibility_faults(page) == []


@pytest.mark.skipif(not (STATIC / "htmx.min.js").exists(), reason="htmx is not here: scripts/vendor caesura/studio")
def test_what_the_owner_opened_stays_open_while_figures_grow(browser: Any, page: Any, studio: OpenStudio) -> None:
    signed_in(page, studio, "eve")
    page.locator("#name").fill("Growing")
    page.locator("#queries").fill("one query\nanother one")
    page.locator("[name='minimum-time.seconds']").fill("0")
    page.get_by_role("button", name="Create and open").click()
    page.get_by_text("What the rules and you did").click()
    page.locator("#events tbody").wait_for()
    take_part(browser, page.locator("#invitation").inner_text(), 5, {text: Flat((0,)) for text in ("one query", "another one")})
    # The new worker shows that the figures were drawn anew.
    page.locator("th", has_text="person-5").wait_for()
    assert page.locator("#events tbody").is_visible()
    # Whoever does not mean it changes nothing.
    page.once("dialog", lambda asked: asked.dismiss())
    page.get_by_role("button", name="Remove", exact=True).click()
    page.reload()
    assert page.get_by_role("button", name="Remove", exact=True).is_visible()


def test_nobody_sees_anothers_campaign(page: Any, browser: Any, studio: OpenStudio) -> None:
    signed_in(page, studio, "cleo")
    page.locator("#name").fill("Mine")
    page.locator("#queries").fill("one query\nanother one")
    page.get_by_role("button", name="Create and open").click()
    page.locator("#invitation").wait_for()
    mine = page.url
    stranger = browser.new_context().new_page()
    assert stranger.goto(mine).status == 401
    signed_in(stranger, studio, "dan")
    assert stranger.goto(mine).status == 404
    assert stranger.goto(f"{mine}/export/jsonl").status == 404
    stranger.context.close()
    state = page.request.post(f"{mine}/state", form={"state": "closed"}, headers={"accept": "application/json"})
    assert state.status == 403, "a form without the token of her page changes nothing"
    assert json.loads(state.text())["error"]
