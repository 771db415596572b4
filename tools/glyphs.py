"""The printed ranks: condensed bold figures and letters, 26 units high, drawn by ourselves."""

from __future__ import annotations

from tools.svg import path

HEIGHT = 26.0
STROKE = 5.6

# rank -> (width of the printed sign, its outline or its centre lines). Straight signs are outlines to be filled;
# round ones are centre lines, half of whose stroke (2.8) lies outside the lines.
FILLED: dict[str, tuple[float, str]] = {
    "1": (9, "M9 26H3.4V8.2L0 9.9V4.4L4.6 0H9Z"),
    "4": (18.5, "M9.6 0H15.6V15.4H18.5V20.4H15.6V26H10.2V20.4H0V15.6ZM10.2 7.4L5.2 15.4H10.2Z"),
    "7": (16, "M0 0H16V4.6L8.6 26H2.6L9.6 5.4H0Z"),
    "A": (19.5, "M6.8 0H12.7L19.5 26H13.8L12.6 20.8H6.9L5.7 26H0ZM8 16.1H11.5L9.75 8.2Z"),
    "K": (18.5, "M0 0H5.6V9.8L11.6 0H18.1L11 10.8L18.5 26H12.2L7.3 15.6L5.6 18V26H0Z"),
}
DRAWN: dict[str, tuple[float, str]] = {
    "2": (17, "M2.8 9.4V8.5A5.6 5.7 0 0 1 14 8.5C14 11.5 12.7 13.4 10.4 16.2L4.6 23.2H16.3"),
    "3": (17, "M1.5 2.8H12.9L7.6 11.3C11.7 11.2 14.2 13.5 14.2 17A5.8 6.2 0 0 1 2.8 18.8"),
    "5": (17, "M15 2.8H4.5V12.4C5.5 11.4 7 10.8 8.6 10.8C12 10.8 14.2 13.2 14.2 17A5.8 6.2 0 0 1 2.8 18.8"),
    "6": (17, "M12.4 1.2C6.2 5.6 2.8 11 2.8 16.8A5.7 6.4 0 1 0 14.2 16.8A5.7 6.4 0 0 0 3.2 14.4"),
    "8": (17, "M8.5 12.4A4.9 4.8 0 1 1 8.5 2.8A4.9 4.8 0 1 1 8.5 12.4A5.7 5.4 0 1 0 8.5 23.2A5.7 5.4 0 1 0 8.5 12.4Z"),
    "9": (17, "M4.6 24.8C10.8 20.4 14.2 15 14.2 9.2A5.7 6.4 0 1 0 2.8 9.2A5.7 6.4 0 0 0 13.8 11.6"),
    "0": (16, "M2.8 8.8A5.2 6 0 0 1 13.2 8.8V17.2A5.2 6 0 0 1 2.8 17.2Z"),
    "Q": (18.5, "M2.8 9.2A5.9 6.4 0 0 1 14.6 9.2V16.8A5.9 6.4 0 0 1 2.8 16.8ZM9.4 17.6L16.8 25.8"),
    "J": (14.5, "M11.7 0V17.6A4.4 5.6 0 0 1 2.8 17.6V15.6"),
}
GLYPHS = FILLED | DRAWN
# what is printed for each rank of a French deck
PRINTED = {"T": "10"}


def glyph_shapes(signs: str) -> list[str]:
    """The signs as shared shapes gA, g2 ...; the user says the colour both as fill and as stroke."""
    shapes = []
    for sign in signs:
        if sign in FILLED:
            shapes.append(path(FILLED[sign][1], id=f"g{sign}", stroke="none", fill_rule="evenodd"))
        else:
            shapes.append(path(DRAWN[sign][1], id=f"g{sign}", fill="none", stroke_width=STROKE))
    return shapes


def width(text: str, gap: float = 2.4) -> float:
    """Width in units of a printed text such as "10"."""
    return sum(GLYPHS[sign][0] for sign in text) + gap * (len(text) - 1)


def placed(text: str, gap: float = 2.4) -> list[tuple[str, float]]:
    """Each sign of a text with its left edge, the whole centred on 0."""
    left = -width(text, gap) / 2
    spots = []
    for sign in text:
        spots.append((sign, left))
        left += GLYPHS[sign][0] + gap
    return spots
