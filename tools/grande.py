"""The Grande deck: one large index and one large sign a card, drawn for fans on a phone."""

from __future__ import annotations

from tools.brand import smiling_spade
from tools.courts import SKIN, WINDOW, court_shapes
from tools.glyphs import GLYPHS, HEIGHT, PRINTED, glyph_shapes, placed
from tools.pips import OUTLINES, pip_shapes
from tools.svg import INK, RED, SUITS, card_symbol, circle, element, group, number, path, sheet, use

RANKS = "A23456789TJQK"
COURTS = "JQK"
SEAL_OF = {"Q": "8", "J": "9", "K": "10"}
INDEX_CENTRE = 20.0
INDEX_TOP = 8.5
INDEX_SIGN = 17.5
SEAL_SCALE = 22 / HEIGHT

BACK_BLUE = "#1f4272"
BACK_CREAM = "#f6e7c8"

COMMENT = "Baralho Grande da Selminha. Made by: python -m tools.decks grande"


def suit_colour(suit: str) -> str:
    """The colour as a variable that the page may set, such as --c-H, with the two-colour value behind it."""
    return f"var(--c-{suit},{RED if suit in 'DH' else INK})"


def face_shape() -> str:
    """The white card with its dark thin edge."""
    return element(
        "rect", id="f", x=0.75, y=0.75, width=98.5, height=138.5, rx=9, fill="#fff", stroke="#24332d", stroke_width=1.5
    )


def seal_shapes() -> list[str]:
    """Escopa's value seals v8, v9, v10, 32 units wide: shown only where the page sets --selo (to `inline`)."""
    seals = []
    for value in SEAL_OF.values():
        signs = [use(f"g{sign}", 16 + left * SEAL_SCALE, 4.5, SEAL_SCALE) for sign, left in placed(value)]
        tag = element("rect", width=32, height=31, rx=8, fill="#ffd54a", stroke="none")
        seals.append(group(tag, group(*signs, stroke=INK, fill=INK), id=f"v{value}", display="var(--selo,none)"))
    return seals


def index(rank: str, suit: str) -> list[str]:
    """Rank and sign in the top left corner, within 36 units of the left edge."""
    text = PRINTED.get(rank, rank)
    signs = [use(f"g{sign}", INDEX_CENTRE + left, INDEX_TOP) for sign, left in placed(text)]
    sign_middle = INDEX_TOP + HEIGHT + 5 + INDEX_SIGN / 2
    return [*signs, use(f"p{suit}", INDEX_CENTRE, sign_middle, INDEX_SIGN / 100)]


def card(rank: str, suit: str) -> str:
    """One card of the deck as a symbol named like the card in code: QH, TD, AS."""
    colour = suit_colour(suit)
    parts = index(rank, suit)
    if rank in COURTS:
        window = element("rect", x=38, y=6, width=56, height=128, rx=5, fill=WINDOW[suit], stroke="none")
        figure = use(f"f{rank}", color=SKIN[suit], stroke="none")
        badge = use(f"p{suit}", 66, 126, 0.13, fill="#fff")
        parts += [window, figure, badge, use(f"v{SEAL_OF[rank]}", 3.5, 103)]
    elif rank == "A":
        parts.append(group(*_ace_rim(suit), transform="translate(59 89)scale(.56)"))
    else:
        parts.append(use(f"p{suit}", 60, 91, 0.6))
    return card_symbol(f"{rank}{suit}", use("f"), group(*parts, fill=colour, stroke=colour))


def _ace_rim(suit: str) -> list[str]:
    """The ace's sign with an even line around it, around the origin."""
    outline = OUTLINES[suit]
    return [
        path(outline, stroke_width=25, stroke_linejoin="round"),
        path(outline, stroke="#fff", stroke_width=17, stroke_linejoin="round"),
        use(f"p{suit}"),
    ]


def _wave_band(y: float) -> str:
    """One pavement wave across the back's panel (x 6 to 94), thick and thin like a brush's."""
    half = 11
    there = "".join(f"q{half / 2} {-7 if step % 2 == 0 else 7} {half} 0" for step in range(8))
    back_again = "".join(f"q{-half / 2} {9 if step % 2 == 0 else -3} {-half} 0" for step in range(8))
    return f"M6 {number(y)}{there}v5.5{back_again}Z"


def back() -> str:
    """The back: rows of pavement waves on deep blue, and the brand's smiling spade in the middle."""
    waves = "".join(_wave_band(13 + 13.5 * row) for row in range(9))
    return card_symbol(
        "verso",
        use("f"),
        element("rect", x=6, y=6, width=88, height=128, rx=5, fill=BACK_BLUE),
        path(waves, fill=BACK_CREAM),
        circle(50, 70, 25, fill=BACK_BLUE),
        circle(50, 70, 21.5, fill="none", stroke=BACK_CREAM, stroke_width=1.6),
        smiling_spade(50, 69, 0.29, BACK_CREAM, BACK_BLUE),
    )


def deck() -> str:
    """The whole sprite file."""
    shared = [face_shape(), *glyph_shapes("".join(GLYPHS)), *pip_shapes(), *court_shapes(), *seal_shapes()]
    cards = [card(rank, suit) for suit in SUITS for rank in RANKS]
    return sheet(COMMENT, shared, [*cards, back()])
