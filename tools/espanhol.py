"""The Spanish deck of 40 for Escopa: coins, cups, swords, cudgels, the pintas in the border, printed 1-7, 10, 11, 12.

Cards are called by what they are in the rules: QD is the sota of ouros, JD the cavalo, KD the rei.
"""

from __future__ import annotations

from tools.brand import smiling_spade
from tools.glyphs import HEIGHT, glyph_shapes, placed
from tools.grande import SEAL_OF, face_shape, seal_shapes
from tools.spanish_courts import court_shapes
from tools.spanish_signs import sign_shapes
from tools.svg import SUITS, card_symbol, circle, element, group, path, sheet, use

RANKS = "A234567QJK"
PRINTED = {"A": "1", "Q": "10", "J": "11", "K": "12"}
COLOUR = {"C": "#1b6a34", "D": "#944f00", "H": "#b81f28", "S": "#17478f"}
CLOTHES = COLOUR | {"D": "#cf6f12"}
HELD_SIGN = {"C": 0.3, "D": 0.21, "H": 0.24, "S": 0.36}
SKIN = {"C": "#e6b58c", "D": "#b97a4e", "H": "#f2c9a4", "S": "#8a5738"}
PINTAS = {"D": (), "H": (50,), "S": (36, 64), "C": (28, 50, 72)}  # where the border's lines are broken, in units
INDEX_CENTRE = 21.0
INDEX_TOP = 9.5
INDEX_SIGN = {"C": 19.0, "D": 17.5, "H": 18.0, "S": 21.0}
COMMENT = "Baralho espanhol da Selminha. Made by: python -m tools.decks espanhol"

# number of signs -> their places and their height in units
LAYOUTS: dict[int, tuple[float, list[tuple[float, float]]]] = {
    1: (76, [(62, 84)]),
    2: (52, [(66, 41), (66, 99)]),
    3: (38, [(66, 28), (66, 70), (66, 112)]),
    4: (33, [(52, 42), (80, 42), (52, 98), (80, 98)]),
    5: (33, [(52, 32), (80, 32), (66, 70), (52, 108), (80, 108)]),
    6: (32, [(52, 30), (80, 30), (52, 70), (80, 70), (52, 110), (80, 110)]),
    7: (28, [(52, 27), (80, 27), (66, 52), (52, 77), (80, 77), (52, 112), (80, 112)]),
}
# a round sign fills its box: smaller, so that neighbours keep apart
NARROWER = {"D": 0.8, "H": 0.86, "S": 1.0, "C": 1.0}


def border(suit: str) -> str:
    """The frame in the suit's colour, broken above and below by the suit's pintas."""
    line = []
    for y in (4.5, 135.5):
        left = 10.0
        for gap in PINTAS[suit]:
            line.append(f"M{left:g} {y}H{gap - 4:g}")
            left = gap + 4
        line.append(f"M{left:g} {y}H90")
    line.append("M4.5 10V130M95.5 10V130M4.5 10Q4.5 4.5 10 4.5M90 4.5Q95.5 4.5 95.5 10")
    line.append("M4.5 130Q4.5 135.5 10 135.5M90 135.5Q95.5 135.5 95.5 130")
    return path("".join(line), id=f"b{suit}", fill="none", stroke_width=1.2)


def card(rank: str, suit: str) -> str:
    """One card as a symbol named by its identity in the rules."""
    text = PRINTED.get(rank, rank)
    parts = [use(f"b{suit}")]
    parts += [use(f"g{sign}", INDEX_CENTRE + left, INDEX_TOP) for sign, left in placed(text)]
    parts.append(use(f"p{suit}", INDEX_CENTRE, INDEX_TOP + HEIGHT + 14, INDEX_SIGN[suit] / 100))
    if rank in SEAL_OF:
        figure = use(f"f{rank}", color=SKIN[suit], fill=CLOTHES[suit], stroke=CLOTHES[suit])
        parts += [figure, use(f"p{suit}", 84, 36, HELD_SIGN[suit]), use(f"v{SEAL_OF[rank]}", 6, 102)]
    else:
        height, places = LAYOUTS[int(text)]
        parts += [use(f"p{suit}", x, y, height * NARROWER[suit] / 100) for x, y in places]
    return card_symbol(f"{rank}{suit}", use("f"), group(*parts, fill=COLOUR[suit], stroke=COLOUR[suit]))


def back() -> str:
    """The back: a lattice of little coins on wine red."""
    spots = []
    for row in range(9):
        for column in range(6 if row % 2 else 5):
            x = (10 if row % 2 else 18) + 16 * column
            spots.append((x, 14 + 14 * row))
    coins = "".join(f"M{x - 3:g} {y:g}a3 3 0 1 0 6 0a3 3 0 1 0-6 0" for x, y in spots)
    return card_symbol(
        "verso",
        use("f"),
        element("rect", x=6, y=6, width=88, height=128, rx=5, fill="#7c1f2b"),
        path(coins, fill="#f4c866"),
        circle(50, 70, 25, fill="#7c1f2b"),
        circle(50, 70, 21.5, fill="none", stroke="#f4c866", stroke_width=1.6),
        smiling_spade(50, 69, 0.29, "#f4c866", "#7c1f2b"),
    )


def deck() -> str:
    """The whole sprite file."""
    borders = [border(suit) for suit in SUITS]
    shared = [face_shape(), *glyph_shapes("0123456789"), *sign_shapes(), *borders, *court_shapes(), *seal_shapes()]
    cards = [card(rank, suit) for suit in SUITS for rank in RANKS]
    return sheet(COMMENT, shared, [*cards, back()])
