"""The three Spanish court figures, full length in the field (38, 8)-(95, 132): sota, cavalo, rei.

The clothes take the fill that the user of the shape says, the skin its `color`; each lifts a hand near (84, 54)
for the suit sign.
"""

from __future__ import annotations

from tools.svg import circle, element, group, line, path

GOLD = "#f4b92b"
CREAM = "#fff6e4"
DARK = "#2a1a12"
HAIR = "#5b3219"
BEARD = "#e4dbc8"
LIPS = "#b3323a"
HORSE = "#b9824a"
HORSE_SHADE = "#93622f"
EARTH = "#c9b48a"


def _face(x: float, y: float) -> str:
    """A small face around (x, y): head, eyes, smile."""
    return group(
        path(f"M{x - 8.5:g} {y - 9:g}h17v10a8.5 9.5 0 0 1-17 0Z", fill="currentColor"),
        group(circle(x - 3.4, y - 1, 1.3), circle(x + 3.4, y - 1, 1.3), fill=DARK),
        line(f"M{x - 2.8:g} {y + 5:g}q2.8 2 5.6 0", LIPS, 1.5),
    )


def _ground(left: float = 42, right: float = 92) -> str:
    return element("rect", x=left, y=127, width=right - left, height=5, rx=2.5, fill=EARTH)


def _lifted_arm(shoulder_x: float, shoulder_y: float, hand_x: float) -> str:
    """A sleeve from the shoulder to the lifted hand."""
    return group(
        path(f"M{shoulder_x:g} {shoulder_y:g}L{hand_x - 2:g} 58", fill="none", stroke_width=9, stroke_linecap="round"),
        circle(hand_x, 55, 4.2, fill="currentColor", stroke="none"),
    )


def page() -> str:
    """Sota: a page in cap, short tunic and hose."""
    return group(
        _ground(46, 80),
        path("M54 94H62V122H54ZM66 94H74V122H66Z", fill=CREAM, stroke=DARK, stroke_width=1.2),
        path("M50 128C50 122 54 120 62 120V128ZM66 128V120C73 120 79 122 79 128Z", fill=DARK),
        path("M53 36C49 30 52 20 64 20C76 20 79 30 75 36C77 42 76 48 74 50H54C52 48 51 42 53 36Z", fill=HAIR),
        _lifted_arm(73, 63, 87),
        path("M52 58C56 54 72 54 76 58L74 78L80 100H48L54 78Z"),
        path(
            "M52 60C46 68 43 74 44 80L53 84",
            fill="none",
            stroke_width=8,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        circle(54, 84, 3.8, fill="currentColor"),
        path("M54 76H74.5L75.5 82H52.5Z", fill=GOLD),
        path("M48.5 94H79L80 100H48Z", fill=GOLD),
        path("M54 57L59 52H69L74 57L69 62L64 58L59 62Z", fill=CREAM),
        _face(64, 39),
        path("M50 30C50 20 58 16 66 16C76 16 80 24 79 31C74 28 56 27 50 30Z"),
        path("M49 31C57 26.5 72 26.5 80 31.5L79 34.5C72 31 57 31 50 34Z", fill=GOLD),
        path("M52 22C46 16 45 10 48 8C54 9 58 13 59 18Z", fill=GOLD),
        id="fQ",
        stroke_width=0,
        transform="translate(-3 0)",
    )


def _horse() -> str:
    """A trotting horse to the left, saddled; the cloth takes the clothes' colour."""
    return group(
        path("M90 88C97 92 97 108 93 118C90 112 90 102 86 96Z", fill=DARK),
        path("M62 104L60 113L63 127H57L53 112L55 102ZM84 100L90 112L88 127H82L83 113L77 104Z", fill=HORSE_SHADE),
        path(
            "M52 88C56 82 86 82 91 88C95 95 92 104 88 107H80L77 127H71L72 107H62L50 113L52 121L47 123"
            "L43 110L54 102C50 98 50 92 52 88Z",
            fill=HORSE,
        ),
        path(
            "M51 57L55 62C61 66 65 74 70 86L54 96C54 88 54 82 51 77L45 84C43 86.5 38 85.5 37.5 82"
            "C37.5 79 42 72 44 66C46 62 49 61 50 61Z",
            fill=HORSE,
        ),
        path("M53 59C60 62 68 72 71 84L66 86C64 76 58 68 52 65Z", fill=DARK),
        circle(47.5, 69, 1.5, fill=DARK),
        line("M43 79L52 73L60 80", GOLD, 1.8, stroke_linejoin="round"),
        path("M60 84H82L84 100C78 104 66 104 60 100Z"),
        path("M60 97.5C66 101 78 101 83.7 97.5L84 100C78 104 66 104 60 100Z", fill=GOLD),
    )


def rider() -> str:
    """Cavalo: a rider in a hat on a trotting horse."""
    return group(
        _ground(40, 95),
        _horse(),
        group(
            path("M70 84L67 106H73L79 88Z", fill=CREAM, stroke=DARK, stroke_width=1),
            path("M63 110C63 106 67 104 73 104V110Z", fill=DARK),
            _lifted_arm(77, 62, 89),
            path("M62 60C66 55 76 55 80 60L79 87H64Z"),
            path("M63.5 76H79.5V81H64Z", fill=GOLD),
            line("M66 63L66 76L60 80", "currentColor", 5, stroke_linejoin="round"),
            path("M61 36C60 28 64 22 71 22C78 22 82 28 81 36C82 44 80 50 78 52H64C62 50 60 44 61 36Z", fill=HAIR),
            path("M64 57L71 53L78 57L71 62Z", fill=CREAM),
            _face(71, 40),
            path("M62 31C62 20 66 16 71 16C77 16 80 21 80 31Z"),
            path("M57 32C62 28 80 28 85 32C83 36 59 36 57 32Z"),
            path("M62 28H80V31H62Z", fill=GOLD),
            transform="translate(-6 0)",
        ),
        id="fJ",
        stroke_width=0,
    )


def king() -> str:
    """Rei: crown, beard, a long robe with a fur border."""
    return group(
        _ground(42, 88),
        path("M53 34C51 24 56 20 64 20C72 20 77 24 75 34V50H53Z", fill=BEARD),
        _lifted_arm(75, 64, 87),
        path("M50 60C54 54 74 54 78 60L80 92L86 128H42L48 92Z"),
        path("M42 128L43.6 119H84.4L86 128Z", fill=CREAM),
        path("M59 58H69L71 120H57Z", fill=CREAM),
        group(
            path("M63 78L64 83L61.5 82ZM66.5 91L67.5 96L65 95ZM61 103L62 108L59.5 107Z"),
            path("M50 121L51 126L48 125ZM63 121L64 126L61 125ZM78 121L79 126L76 125Z"),
            fill=DARK,
        ),
        path(
            "M50 62C45 72 44 80 46 88L56 90",
            fill="none",
            stroke_width=9,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        circle(57, 90, 4, fill="currentColor"),
        path("M49 60C53 53 75 53 79 60L76 68C72 63 56 63 52 68Z", fill=GOLD),
        _face(64, 40),
        path("M55.5 42C58 45 70 45 72.5 42V52C72.5 62 68 66 64 68C60 66 55.5 62 55.5 52Z", fill=BEARD),
        line("M61.5 48.5q2.5 1.8 5 0", LIPS, 1.6),
        path("M51 32L49 12L57 20L64 9L71 20L79 12L77 32C70 29 58 29 51 32Z", fill=GOLD),
        path("M51 32C58 29 70 29 77 32L77.5 27.5C70 25 58 25 50.5 27.5Z"),
        circle(64, 20, 2.4),
        id="fK",
        stroke_width=0,
        transform="translate(-3 0)",
    )


def court_shapes() -> list[str]:
    """The figures as shared shapes fK, fQ (sota), fJ (cavalo)."""
    return [king(), page(), rider()]
