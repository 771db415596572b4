"""Selminha's mark, a spade that smiles, and the SVG icons made of it (64 units square)."""

from __future__ import annotations

from tools.pips import SPADE
from tools.svg import circle, element, group, line, path

FELT = "#0d4a38"
CREAM = "#fff6e4"
YELLOW = "#ffd54a"


def smiling_spade(x: float, y: float, scale: float, body: str = CREAM, face: str = FELT) -> str:
    """The mark around (x, y): the spade is 100 units high before scaling."""
    smile = line("M-17 6Q0 22 17 6", face, 6.5)
    eyes = group(circle(-15, -9, 4.4), circle(15, -9, 4.4), fill=face)
    return group(path(SPADE, fill=body), eyes, smile, transform=f"translate({x:g} {y:g})scale({scale:g})")


def icon(corner: float = 14, reach: float = 0.5, dot: bool = False) -> str:
    """An icon as a whole SVG document: `corner` 0 fills the square, `dot` adds the "your turn" mark."""
    parts = [
        element("rect", width=64, height=64, rx=corner or None, fill=FELT),
        smiling_spade(32, 32, reach),
    ]
    if dot:
        parts.append(circle(50, 13, 11, fill=YELLOW, stroke=FELT, stroke_width=3))
    document = element("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 64 64")
    return document + "\n"


def svg_icons() -> dict[str, str]:
    """File name to text of every SVG icon."""
    return {"favicon.svg": icon(), "favicon-vez.svg": icon(dot=True), "mark.svg": icon(corner=18, reach=0.46)}
