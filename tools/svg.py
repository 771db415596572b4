"""The few SVG words that the art makers share: elements, uses, symbols, whole sheets."""

from __future__ import annotations

INK = "#14181c"
RED = "#c8102e"
SUITS = "CDHS"

Attribute = str | int | float


def number(value: float) -> str:
    """The shortest text of a coordinate, to a hundredth of a unit: 0.5 -> ".5", 3.0 -> "3"."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def element(name: str, *children: str, **attributes: Attribute | None) -> str:
    """One element; `stroke_width=2` is written stroke-width="2", None leaves an attribute out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, (int, float)) else value
            words.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    inside = "".join(children)
    return f"<{' '.join(words)}>{inside}</{name}>" if inside else f"<{' '.join(words)}/>"


def path(d: str, **attributes: Attribute | None) -> str:
    """A path with its outline first."""
    return element("path", d=d, **attributes)


def group(*children: str, **attributes: Attribute | None) -> str:
    """A group; its fill and stroke are what the shared shapes inside inherit."""
    return element("g", *children, **attributes)


def line(d: str, colour: str, width: float, **attributes: Attribute | None) -> str:
    """A drawn line with round ends."""
    return path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **attributes)


def circle(x: float, y: float, radius: float, **attributes: Attribute | None) -> str:
    """A circle around (x, y)."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def use(name: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: Attribute | None) -> str:
    """The shape called `name` with its origin at (x, y), `scale` times its size."""
    steps = []
    if x or y:
        steps.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        steps.append(f"scale({f'{scale:.3f}'.rstrip('0').replace('0.', '.', 1)})")
    return element("use", href=f"#{name}", transform="".join(steps) or None, **attributes)


def card_symbol(name: str, *children: str) -> str:
    """One card as others fetch it: `deck.svg#QH`, 100 units wide and 140 high."""
    return element("symbol", *children, id=name, viewBox="0 0 100 140")


def sheet(comment: str, shared: list[str], symbols: list[str]) -> str:
    """A whole sprite file: the shared shapes, then one symbol a line."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        f"<!-- {comment} -->",
        "<defs>",
        *shared,
        "</defs>",
        *symbols,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
