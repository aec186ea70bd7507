"""A batch on a real Turkle, worked through in Chromium by two people: what comes back is what was clicked."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caesura.campaign import corpus_from, read_results
from caesura.shapes import parse_brackets, parse_pipe
from tests.browser.conftest import accessibility_faults, watch
from tests.browser.turkle_site import PASSWORD
from tests.cli.commands import run

pytestmark = pytest.mark.skipif(importlib.util.find_spec("turkle") is None, reason="Turkle is not here: pip install turkle==3.1.0")

SITE = Path(__file__).with_name("turkle_site.py")

QUERIES = [
    "night train to paris",
    "</script><script>alert(1)</script> <b>bold</b> & \"quotes\" 'ticks'",
    "${page} ${items} a,b;c {{x}} {% y %}",
    "=1+1 @sum \\ back\\slash pi|pe (brack)ets",
    "&quot; &amp; two\nlines\tand  spaces",
    "naïve 東京 😀 ‮rtl",
]


@contextlib.contextmanager
def turkle(folder: Path) -> Iterator[str]:
    """A server on a free port; it is gone afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "turkle.log").open("w") as log:
        process = subprocess.Popen([sys.executable, SITE, folder, str(port)], stdout=log, stderr=log)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert process.poll() is None, (folder / "turkle.log").read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def prepare(folder: Path, task: str, per_page: int) -> None:
    queries = folder / "queries.jsonl"
    queries.write_text("".join(json.dumps({"id": f"q{i}", "text": text}) + "\n" for i, text in enumerate(QUERIES)))
    assert run("campaign", "template", task, "-o", folder / "task.html").returncode == 0
    made = run("campaign", "batch", queries, "--task", task, "--per-hit", per_page, "-o", folder / "batch.csv")
    assert made.returncode == 0, made.stderr


@contextlib.contextmanager
def signed_in(browser: Any, address: str, name: str, faults: list[str]) -> Iterator[Any]:
    context = browser.new_context()
    page = context.new_page()
    watch(page, faults)
    page.on("dialog", lambda dialog: faults.append(f"a dialog: {dialog.message}"))
    page.goto(f"{address}/login/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("button.form-control").click()
    page.goto(f"{address}/batch/1/accept_next_task/")
    yield page
    context.close()


def pages(page: Any) -> Iterator[Any]:
    """The frames of a worker's tasks, until there are no more."""
    while page.locator("#task_assignment_iframe").count():
        here = page.url
        frame = page.frame_locator("#task_assignment_iframe")
        frame.locator("fieldset.item").first.wait_for()
        yield frame
        frame.get_by_role("button", name="Send and go on").click()
        page.wait_for_url(lambda url, here=here: url != here)


def click_breaks(frame: Any, draw: random.Random, clicked: dict[str, str]) -> None:
    for item in frame.locator("fieldset.item").all():
        words = item.locator(".flat .word").all_text_contents()
        breaks = [draw.random() < 0.5 for _ in words[1:]]
        for gap, wanted in zip(item.locator(".gap input").all(), breaks, strict=True):
            if wanted:
                gap.check()
        clicked[" ".join(words)] = repr([int(each) for each in breaks])


def join_pieces(frame: Any, draw: random.Random, clicked: dict[str, str]) -> None:
    for item in frame.locator("fieldset.item").all():
        words = item.locator(".piece.single").all_text_contents()
        while item.locator(".pieces > button").count():
            item.locator(".pieces > button").nth(draw.randrange(item.locator(".pieces > button").count())).click()
        clicked[" ".join(words)] = repr(list(parse_brackets(item.locator("input").input_value(), tuple(words))[1].heights))


def export(folder: Path) -> Path:
    subprocess.run([sys.executable, SITE, folder, "export"], check=True)
    return folder / "results.csv"


@pytest.mark.parametrize(("task", "work"), [("flat", click_breaks), ("nested", join_pieces)])
def test_a_batch_worked_through_comes_back_as_it_was_clicked(browser: Any, tmp_path: Path, task: str, work: Any) -> None:
    prepare(tmp_path, task, 4)
    faults: list[str] = []
    clicked: dict[str, dict[str, str]] = {"ann": {}, "bea": {}}
    with turkle(tmp_path) as address:
        for number, (name, of) in enumerate(clicked.items()):
            with signed_in(browser, address, name, faults) as page:
                assert sum(1 for frame in pages(page) if work(frame, random.Random(number), of) is None) == 2
        corpus = corpus_from(read_results(export(tmp_path)))
    assert faults == []
    assert [entry.query.text for entry in corpus] == QUERIES
    for entry in corpus:
        words = " ".join(entry.query.words)
        given = {who: vote.shape for vote in entry.votes for who in vote.annotators}
        got = {who: repr(list(getattr(shape, "breaks", getattr(shape, "heights", ())))) for who, shape in given.items()}
        assert got == {"1": clicked["ann"][words], "2": clicked["bea"][words]}, words


def test_options_by_keyboard_and_a_comment(browser: Any, tmp_path: Path) -> None:
    faults: list[str] = []
    (tmp_path / "queries.jsonl").write_text('{"id": "a", "text": "red wine glasses"}\n{"id": "b", "text": "<i>x</i> y"}\n')
    assert run("campaign", "template", "options", "-o", tmp_path / "task.html").returncode == 0
    batch = run("campaign", "batch", tmp_path / "queries.jsonl", "--task", "options", "-o", tmp_path / "batch.csv")
    assert batch.returncode == 0
    with turkle(tmp_path) as address, signed_in(browser, address, "ann", faults) as page:
        for frame in pages(page):
            assert frame.locator("#item-1 input").count() == 5
            frame.locator("#item-1 input[value='red wine|glasses']").focus()
            page.keyboard.press("Space")
            frame.locator("#item-2 input[value='?']").focus()
            page.keyboard.press("Space")
            frame.get_by_text("Say something about this page").click()
            frame.get_by_label("Comment").fill('a "comment", with\nlines')
        export(tmp_path)
    assert faults == []
    found = read_results(tmp_path / "results.csv")
    assert [(one.item, one.answer) for one in found.annotations] == [("a", "red wine|glasses"), ("b", "?")]


@pytest.mark.parametrize("task", ["flat", "nested", "options", "judgement"])
def test_templates_without_a_platform(page: Any, tmp_path: Path, task: str) -> None:
    """Filled in by hand, escaped by a careful platform, and not at all."""
    from html import escape

    from caesura.campaign import Item, task_template
    from caesura.campaign.platforms.cells import write_cell

    paragraph = "It was <b>Ada</b>." if task == "judgement" else ""
    cell = write_cell(task, [Item("a", 'who "built" <it>', paragraph=paragraph)])
    for filled in (cell, escape(cell)):
        head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Task</title></head><body><main><form>'
        made = head + task_template(task).replace("${page}", filled) + "</form></main></body></html>"
        (tmp_path / "task.html").write_text(made)
        page.goto((tmp_path / "task.html").as_uri())
        assert 'who "built" <it>' in page.locator("#item-1").text_content()
        assert accessibility_faults(page) == []
    (tmp_path / "bare.html").write_text(task_template(task))
    page.goto((tmp_path / "bare.html").as_uri())
    assert "without its queries" in page.get_by_role("alert").inner_text()
    assert page.get_by_role("button", name="Send").is_disabled()


def test_pipe_form_of_the_script_reads_back() -> None:
    """The template's script escapes every backslash and bar; so does ours need to read them."""
    assert parse_pipe(r"pi\|pe \\ back\\slash|x")[0] == ("pi|pe", "\\", "back\\slash", "x")
