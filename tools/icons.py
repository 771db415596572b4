"""Writes the icons: `python -m tools.icons` (the PNG files need chromium; `--svg` leaves them alone)."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.brand import icon, svg_icons

FOLDER = Path(__file__).resolve().parent.parent / "static" / "icones"

# name -> (pixels, the SVG behind it); a maskable icon keeps its sign in the inner 80 %, Apple rounds corners itself
PNG_ICONS = {
    "icon-192.png": (192, icon()),
    "icon-512.png": (512, icon()),
    "icon-512-maskable.png": (512, icon(corner=0, reach=0.4)),
    "apple-touch-icon.png": (180, icon(corner=0, reach=0.46)),
}


def main(arguments: list[str]) -> None:
    """Write the SVG icons and, unless told otherwise, the PNG ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in svg_icons().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    if "--svg" in arguments:
        return
    from tools.browser import screenshot

    for name, (pixels, svg) in PNG_ICONS.items():
        sized = svg.replace("<svg ", f'<svg width="{pixels}" height="{pixels}" style="display:block" ', 1)
        page = f"<!doctype html><body style='margin:0;background:transparent'>{sized}"
        screenshot(page, pixels, pixels, FOLDER / name)


if __name__ == "__main__":
    main(sys.argv[1:])
