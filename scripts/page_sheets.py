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

from scripts.screenshots import IMAGES
from tests.browser.every_page import EveryPage, every_page

SHEETS = IMAGES / "pages"
VIEWS = tuple((width, scheme) for width in (1280, 390) for scheme in ("light", "dark"))
#: Pages are cut below this, and a sheet is this many times smaller than the screen.
HEIGHT = 2400
SMALLER = 2


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("no Chromium here: apt-get install chromium")
    SHEETS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with every_page(browser, Path(folder)) as pages:
            for name in sys.argv[1:] or pages.pages:
                save(name, [taken(browser, pages, name, width, scheme) for width, scheme in VIEWS])
                sys.stderr.write(f"{name}\n")
        browser.close()


def taken(browser: Any, pages: EveryPage, name: str, width: int, scheme: str) -> bytes:
    page = pages.opened(browser, name, width, scheme)
    height = min(HEIGHT, page.evaluate("document.documentElement.scrollHeight"))
    picture: bytes = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})
    page.context.close()
    return picture


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
