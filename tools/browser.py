"""Turns a page of ours into pixels by the machine's chromium (with playwright): for the committed PNG and JPEG."""

from __future__ import annotations

import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
JPEG_QUALITY = 88


def screenshot(html: str, width: int, height: int, target: Path) -> None:
    """Write `html` as a picture of width x height pixels: JPEG by the file's name, else PNG, clear where the page is.

    Raises RuntimeError where no chromium is found.
    """
    from playwright.sync_api import sync_playwright

    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        raise RuntimeError("no chromium on this machine: install one to make the pictures anew")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(html)
        if target.suffix == ".jpg":
            page.screenshot(path=target, type="jpeg", quality=JPEG_QUALITY)
        else:
            page.screenshot(path=target, type="png", omit_background=True)
        browser.close()
