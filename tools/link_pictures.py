"""Writes the pictures that a shared link shows: `python -m tools.link_pictures` (needs chromium).

1200 by 630 pixels, the subject within the central square, since some apps crop to it.
"""

from __future__ import annotations

from pathlib import Path

from tools import grande
from tools.brand import CREAM, FELT, YELLOW, smiling_spade
from tools.pips import OUTLINES

FOLDER = Path(__file__).resolve().parent.parent / "static" / "og"
WIDTH, HEIGHT = 1200, 630
FONT = 'font-family="Liberation Sans Narrow,Arial Narrow,sans-serif" font-weight="700" text-anchor="middle"'


def _card(name: str, x: float, y: float, width: float, turn: float) -> str:
    """A card around (x, y), turned, with a soft shadow under it."""
    height = width * 1.4
    box = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}"'
    shadow = f'<rect {box} rx="{width * 0.09:g}" transform="translate(5 8)" fill="#000" opacity=".22"/>'
    return f'<g transform="translate({x:g} {y:g})rotate({turn:g})">{shadow}<use href="#{name}" {box}/></g>'


def _text(words: str, y: float, size: float, colour: str = CREAM) -> str:
    return f'<text x="600" y="{y:g}" font-size="{size:g}" fill="{colour}" {FONT}>{words}</text>'


def _backdrop() -> str:
    """Felt with the four suit signs, faint, left and right of the central square."""
    spots = [
        ("S", 95, 130, 1.3, -14),
        ("H", 205, 330, 1.1, 12),
        ("C", 90, 510, 1.3, 8),
        ("D", 1105, 120, 1.3, 12),
        ("C", 1000, 320, 1.1, -10),
        ("S", 1110, 510, 1.3, 12),
    ]
    signs = "".join(
        f'<path d="{OUTLINES[suit]}" transform="translate({x} {y})rotate({turn})scale({scale})"/>'
        for suit, x, y, scale, turn in spots
    )
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/><g fill="#0f5843">{signs}</g>'


def _fan(cards: list[str], y: float, width: float, step: float, spread: float) -> str:
    """Cards side by side like a hand: `step` pixels and `spread` degrees from one to the next."""
    middle = (len(cards) - 1) / 2
    drawn = []
    for place, name in enumerate(cards):
        off = place - middle
        drawn.append(_card(name, 600 + off * step, y + off * off * spread * 1.1, width, off * spread))
    return "".join(drawn)


def pictures() -> dict[str, str]:
    """File name to the drawing inside the picture."""
    brand = smiling_spade(600, 62, 0.62)
    return {
        "espadas.jpg": brand
        + _text("Espadas", 190, 96)
        + _fan(["TH", "QD", "KS", "AS", "7C"], 374, 174, 96, 8)
        + _text("4 jogadores · 2 duplas · Selminha", 594, 40, YELLOW),
        "escopa.jpg": brand
        + _text("Escopa de 15", 190, 96)
        + _fan(["7D", "5H", "3S"], 372, 182, 172, 5)
        + _text("2 a 4 jogadores · Selminha", 594, 40, YELLOW),
        "selminha.jpg": smiling_spade(600, 130, 1.7)
        + _text("Selminha", 332, 124)
        + _fan(["JC", "QH", "KS"], 462, 116, 92, 8)
        + _text("Espadas e Escopa de 15 com os amigos", 604, 36, YELLOW),
    }


def main() -> None:
    """Write every picture as a JPEG."""
    from tools.browser import screenshot

    FOLDER.mkdir(parents=True, exist_ok=True)
    sprite = grande.deck().replace("<svg ", '<svg width="0" height="0" style="position:absolute" ', 1)
    for name, drawing in pictures().items():
        page = (
            f"<!doctype html><meta charset=utf-8><body style='margin:0'>{sprite}"
            f'<svg width="{WIDTH}" height="{HEIGHT}" style="display:block">{_backdrop()}{drawing}</svg>'
        )
        screenshot(page, WIDTH, HEIGHT, FOLDER / name)


if __name__ == "__main__":
    main()
