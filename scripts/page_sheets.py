"""Every page of the studio on one small picture each: `python -m scripts.page_sheets`. Needs Playwright, Chromium and Pillow.

A sheet shows a page 1280 and 390 wide, light and dark, side by side, as docs/images/pages/NAME.webp: what a change to a style sheet
did can be seen at a glance.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from caesura.campaign import Campaign, Item, Plan, Role, Store, create_campaign, create_owner, join, open_store
from caesura.shapes import parse_pipe
from scripts.screenshots import IMAGES, TRUTHS, answered
from tests.studio.servers import running

SHEETS = IMAGES / "pages"
PASSWORD = "a password of some length"  # noqa: S105
VIEWS = tuple((width, scheme) for width in (1280, 390) for scheme in ("light", "dark"))
#: Pages are cut below this, and a sheet is so many times smaller than the screen.
HEIGHT = 1400
SMALLER = 2


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("no Chromium here: apt-get install chromium")
    SHEETS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running("--folder", folder, command="studio") as server,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with open_store(str(Path(folder, "campaigns.db"))) as store:
            listed = addresses(store)
            state = signed_in(browser, server.address)
            for name, path in listed.items():
                known = state if path.startswith("/campaigns") and "signed-out" not in path else None
                parts = [taken(browser, f"{server.address}{path}", width, scheme, known) for width, scheme in VIEWS]
                save(name, parts)
                sys.stderr.write(f"{name}\n")
        browser.close()


def addresses(store: Store) -> dict[str, str]:
    """Every page by name; those of campaigns lead to one that is half done, and to drafts and finished ones where they differ."""
    owner, _ = create_owner(store, "ann", PASSWORD)
    queries = [Item(f"q{number}", " ".join(parse_pipe(truth)[0])) for number, truth in enumerate(TRUTHS, start=1)]
    practice = [Item("p1", "used mountain bikes", Role.TRAINING, "", ("used|mountain bikes",), "Mountain bikes are one thing.")]
    plan = Plan(annotations=10, items_per_page=3, rules={"training": {"items": 1}})
    made: dict[str, Campaign] = {
        task: create_campaign(store, owner, "A dozen queries", task, queries, Plan(annotations=10, items_per_page=3))
        for task in ("flat", "nested", "options")
    }
    texts = [Item("j1", "opening hours of the library?", paragraph="The library opens at nine and closes at six.")]
    made["judgement"] = create_campaign(store, owner, "Judgements", "judgement", texts, Plan(annotations=3, items_per_page=3))
    trained = create_campaign(store, owner, "With practice", "flat", [*queries, *practice], plan)
    done = create_campaign(store, owner, "Done", "flat", queries[:3], Plan(annotations=1, items_per_page=3))
    finished = join(store, done.link).key
    draft = create_campaign(store, owner, "A draft", "flat", [], Plan())
    answered(store, done, 1)
    answered(store, made["flat"], 7)
    key = made["flat"].key
    found = {
        "playground": "/?query=grand+canyon+west+rim+helicopter+tour",
        "playground-log": "/?query=grand+canyon+tour%0Acape+town+hotels%0Ared+wine+glasses",
        "corpora": "/corpora",
        "corpus": "/corpora/example",
        "corpus-evaluation": "/corpora/example/evaluation",
        "corpus-agreement": "/corpora/example/agreement",
        "corpus-habits": "/corpora/example/bias",
        "labels": "/labels/example",
        "retrieval": "/retrieval",
        "retrieval-report": "/retrieval/town",
        "api": "/docs",
        "problem": "/corpora/nowhere",
        "sign-in": "/campaigns?signed-out",
        "campaigns": "/campaigns",
        "campaign-new": "/campaigns/new",
        "campaign-whole": "/campaigns/new/all",
        "campaign-dashboard": f"/campaigns/{key}",
        "campaign-worker": f"/campaigns/{key}/worker/worker-1",
    }
    found |= {f"campaign-{part}": f"/campaigns/{draft.key}/{part}" for part in ("queries", "quality", "texts", "check")}
    found |= {f"campaign-{part}": f"/campaigns/{key}/{part}" for part in ("desk", "people", "labels", "training", "preview")}
    found["annotate-join"] = f"/join/{made['flat'].link}?PROLIFIC_PID=person"
    found["annotate-begin"] = f"/annotate/{join(store, made['flat'].link).key}"
    found |= {f"annotate-{task}": f"/annotate/{join(store, campaign.link).key}?begin=1" for task, campaign in made.items()}
    found["annotate-practice"] = f"/annotate/{join(store, trained.link).key}?begin=1"
    found["annotate-end"] = f"/annotate/{finished}?begin=1"
    return found


def signed_in(browser: Any, address: str) -> Any:
    """The cookies of an owner."""
    page = browser.new_page()
    page.goto(f"{address}/campaigns")
    page.locator("#name").fill("ann")
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New campaign").wait_for()
    return page.context.storage_state()


def taken(browser: Any, address: str, width: int, scheme: str, state: Any) -> bytes:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce", storage_state=state
    )
    page = context.new_page()
    page.set_default_timeout(300_000)
    page.goto(address)
    # A page that waits for a computation looks again by itself.
    page.locator("body:not(:has(.lead .spinner))").wait_for()
    page.wait_for_load_state("networkidle")
    height = min(HEIGHT, page.evaluate("document.documentElement.scrollHeight"))
    found: bytes = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})
    context.close()
    return found


def save(name: str, parts: list[bytes]) -> None:
    from PIL import Image

    views = [Image.open(BytesIO(part)).convert("RGB") for part in parts]
    views = [view.resize((view.width // SMALLER, view.height // SMALLER), Image.Resampling.LANCZOS) for view in views]
    gap = 8
    sheet = Image.new("RGB", (sum(view.width + gap for view in views) - gap, max(view.height for view in views)), "#808080")
    left = 0
    for view in views:
        sheet.paste(view, (left, 0))
        left += view.width + gap
    sheet.save(SHEETS / f"{name}.webp", quality=60, method=6)


if __name__ == "__main__":
    main()
