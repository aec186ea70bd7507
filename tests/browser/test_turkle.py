"""A batch on a real Turkle, loaded by its own forms and worked through in Chromium: what comes back is what was clicked.

The owner uploads the template, publishes the batch and downloads the results on Turkle's pages; two people do the work.
"""

from __future__ import annotations

import contextlib
import csv
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

from caesura.campaign.platforms import corpus_from, read_results
from caesura.shapes import parse_brackets, parse_pipe
from tests.browser.conftest import accessibility_faults, watch
from tests.browser.test_studio import until
from tests.browser.turkle_site import OWNER, PASSWORD
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
    page.wait_for_url(f"{address}/")
    yield page
    context.close()


def publish(page: Any, address: str, folder: Path, assignments: int) -> None:
    """What an owner does on Turkle's pages: a project with our template, and a batch of it."""
    page.goto(f"{address}/admin/turkle/project/add/")
    page.locator("#id_name").fill("Queries")
    page.locator("#id_template_file_upload").set_input_files(folder / "task.html")
    page.locator("#id_filename[value='task.html']").wait_for(state="attached")
    until(lambda: "${page}" in page.locator("#id_html_template").input_value())
    page.locator("[name=_save]").click()
    page.wait_for_url("**/project/")
    page.goto(f"{address}/admin/turkle/batch/add/?project=1")
    page.locator("#id_name").fill("First")
    page.locator("#id_csv_file").set_input_files(folder / "batch.csv")
    page.locator("#id_assignments_per_task").fill(str(assignments))
    page.get_by_role("button", name="Review Batch").click()
    page.wait_for_url("**/batch/1/review/")
    page.get_by_text("Publish Batch").click()
    page.wait_for_url("**/batch/")


def results(browser: Any, address: str, folder: Path, faults: list[str]) -> Path:
    """The file of results that an owner downloads."""
    with signed_in(browser, address, OWNER, faults) as page:
        page.goto(f"{address}/admin/turkle/batch/")
        with page.expect_download() as download:
            page.locator("a[href$='/batch/1/download/']").click()
        download.value.save_as(folder / "results.csv")
    return folder / "results.csv"


@contextlib.contextmanager
def published(browser: Any, folder: Path, faults: list[str], assignments: int = 2) -> Iterator[str]:
    """A Turkle with the folder's task and batch, ready for workers."""
    with turkle(folder) as address:
        with signed_in(browser, address, OWNER, faults) as page:
            publish(page, address, folder, assignments)
        yield address


def pages(page: Any, address: str) -> Iterator[Any]:
    """The frames of a worker's tasks, until there are no more."""
    page.goto(f"{address}/batch/1/accept_next_task/")
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
        while item.locator(".pieces button").count():
            item.locator(".pieces button").nth(draw.randrange(item.locator(".pieces button").count())).click()
        clicked[" ".join(words)] = repr(list(parse_brackets(item.locator("input").input_value(), tuple(words))[1].heights))


@pytest.mark.parametrize(("task", "work"), [("flat", click_breaks), ("nested", join_pieces)])
def test_a_batch_worked_through_comes_back_as_it_was_clicked(browser: Any, tmp_path: Path, task: str, work: Any) -> None:
    prepare(tmp_path, task, 4)
    faults: list[str] = []
    clicked: dict[str, dict[str, str]] = {"ann": {}, "bea": {}}
    with published(browser, tmp_path, faults) as address:
        for number, (name, of) in enumerate(clicked.items()):
            with signed_in(browser, address, name, faults) as page:
                assert sum(1 for frame in pages(page, address) if work(frame, random.Random(number), of) is None) == 2
        corpus = corpus_from(read_results(results(browser, address, tmp_path, faults)))
    assert faults == []
    assert [entry.query.text for entry in corpus] == QUERIES
    for entry in corpus:
        words = " ".join(entry.query.words)
        given = {who: vote.shape for vote in entry.votes for who in vote.annotators}
        got = {who: repr(list(getattr(shape, "breaks", getattr(shape, "heights", ())))) for who, shape in given.items()}
        # Turkle numbers its people: the owner came first.
        assert got == {"2": clicked["ann"][words], "3": clicked["bea"][words]}, words


def test_options_by_keyboard_and_a_comment(browser: Any, tmp_path: Path) -> None:
    faults: list[str] = []
    (tmp_path / "queries.jsonl").write_text('{"id": "a", "text": "red wine glasses"}\n{"id": "b", "text": "<i>x</i> y"}\n')
    assert run("campaign", "template", "options", "-o", tmp_path / "task.html").returncode == 0
    batch = run("campaign", "batch", tmp_path / "queries.jsonl", "--task", "options", "-o", tmp_path / "batch.csv")
    assert batch.returncode == 0
    with published(browser, tmp_path, faults, 1) as address, signed_in(browser, address, "ann", faults) as page:
        for frame in pages(page, address):
            assert frame.locator("#item-1 input").count() == 5
            frame.locator("#item-1 input[value='red wine|glasses']").focus()
            page.keyboard.press("Space")
            frame.locator("#item-2 input[value='?']").focus()
            page.keyboard.press("Space")
            frame.get_by_text("Comment on this page").click()
            frame.get_by_label("Comment").fill('a "comment", with\nlines')
        results(browser, address, tmp_path, faults)
    assert faults == []
    found = read_results(tmp_path / "results.csv")
    assert [(one.item, one.answer) for one in found.annotations] == [("a", "red wine|glasses"), ("b", "?")]


def test_judgements_two_on_a_page(browser: Any, tmp_path: Path) -> None:
    faults: list[str] = []
    pairs = {
        "Who <b>built</b> it?": ('It was "Ada", she said.', "1"),
        "When?": ("In ${page} & the north,\nnear 東京.", "0"),
        "Why?": ("For =1+1.", "1"),
    }
    with (tmp_path / "questions.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("id", "question", "paragraph"))
        writer.writerows((f"p{i}", question, paragraph) for i, (question, (paragraph, _)) in enumerate(pairs.items()))
    assert run("campaign", "template", "judgement", "-o", tmp_path / "task.html").returncode == 0
    made = run("campaign", "batch", tmp_path / "questions.csv", "--task", "judgement", "-o", tmp_path / "batch.csv")
    assert made.returncode == 0, made.stderr
    with published(browser, tmp_path, faults, 1) as address, signed_in(browser, address, "bea", faults) as page:
        sizes = []
        for frame in pages(page, address):
            items = frame.locator("fieldset.item").all()
            sizes.append(len(items))
            for item in items:
                paragraph, judged = pairs[item.locator("legend span").last.text_content()]
                assert item.locator("blockquote").text_content() == paragraph
                item.locator(f"input[value='{judged}']").check()
        assert sizes == [2, 1]
        labels = tmp_path / "labels.csv"
        back = run("campaign", "results", results(browser, address, tmp_path, faults), "-o", labels)
    assert back.returncode == 0, back.stderr
    assert faults == []
    with labels.open(encoding="utf-8", newline="") as stream:
        assert [(row["task"], row["label"]) for row in csv.DictReader(stream)] == [
            (f"p{i}", judged) for i, (_, judged) in enumerate(pairs.values())
        ]


@pytest.mark.parametrize("task", ["flat", "nested", "options", "judgement"])
def test_templates_without_a_platform(page: Any, tmp_path: Path, task: str) -> None:
    """Filled in by hand, escaped by a careful platform, and not at all."""
    from html import escape

    from caesura.campaign import Item
    from caesura.campaign.platforms import task_template
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
