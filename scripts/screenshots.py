"""Takes the pictures of docs/images that show the studio: `python -m scripts.screenshots`. Needs Playwright and Chromium.

A studio on made-up queries, with made-up workers who answer through the store, so that the dashboard has something to show.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from caesura.campaign import Item, Plan, create_campaign, join, open_store, owner_named
from caesura.shapes import parse_pipe
from tests.browser.every_page import TRUTHS, work_through
from tests.studio.servers import running

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def known() -> dict[str, tuple[int, ...]]:
    return {" ".join(parse_pipe(truth)[0]): tuple(map(int, parse_pipe(truth)[1].breaks)) for truth in TRUTHS}


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("no Chromium here: apt-get install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        running("--folder", folder, command="studio") as server,
        sync_playwright() as play,
    ):
        if server.process.stdout is None:
            sys.exit("the studio says nothing")
        code = server.process.stdout.readline().split("code=")[1].strip()
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1100, "height": 800}, color_scheme="light")
        show(page, f"{server.address}/?query=grand+canyon+west+rim+helicopter+tour", "studio-playground", whole=False)
        page.goto(f"{server.address}/corpora")
        page.locator("main a[href^='/corpora/']").first.click()
        shoot(page, "studio-corpus", whole=False)
        page.goto(f"{server.address}/campaigns?code={code}")
        page.locator("#new-name").fill("ann")
        page.locator("#new-password").fill("a password of some length")
        page.get_by_role("button", name="Create an account").click()
        page.get_by_role("link", name="New campaign").click()
        page.locator("#name").fill("A dozen queries")
        page.get_by_role("button", name="Continue to the queries").click()
        page.locator("#queries").fill("\n".join(" ".join(parse_pipe(truth)[0]) for truth in TRUTHS[:6]))
        page.get_by_role("button", name="Look at them").click()
        shoot(page, "studio-new-campaign", whole=False)
        store = open_store(str(Path(folder, "campaigns.db")))
        owner = owner_named(store, "ann")
        if owner is None:
            sys.exit("the account was not made")
        items = [Item(f"q{number}", " ".join(parse_pipe(truth)[0])) for number, truth in enumerate(TRUTHS, start=1)]
        plan = Plan(annotations=10, items_per_page=3)
        made = {task: create_campaign(store, owner, "A dozen queries", task, items, plan) for task in ("nested", "flat")}
        work_through(store, made["flat"], 7)
        page.goto(f"{server.address}/campaigns/{made['flat'].key}")
        page.set_viewport_size({"width": 1100, "height": 1250})
        shoot(page, "studio-dashboard", whole=False)
        page.set_viewport_size({"width": 900, "height": 620})
        for task, campaign in made.items():
            page.goto(f"{server.address}/annotate/{join(store, campaign.link).key}?begin=1")
            some_work(page, task)
            shoot(page, f"task-{task}", whole=task == "nested")
        store.close()
        browser.close()


def some_work(page: Any, task: str) -> None:
    """A page half done says more than an empty one."""
    if task == "nested":
        for pieces in page.locator(".pieces").all():
            pieces.locator("button").first.click()
    for item in page.locator(".item:has(.flat)").all():
        breaks = known()[item.locator(".query").text_content()]
        for gap, wanted in zip(item.locator(".gap input").all(), breaks, strict=True):
            gap.set_checked(bool(wanted))
    page.mouse.move(0, 0)


def show(page: Any, address: str, name: str, *, whole: bool = True) -> None:
    page.goto(address)
    shoot(page, name, whole=whole)


def shoot(page: Any, name: str, *, whole: bool = True) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / f"{name}.png", full_page=whole)


if __name__ == "__main__":
    main()
