"""The three court figures of the Grande deck: busts in a window (38, 6)-(94, 134), shared by the four suits.

The suit's colour comes in as the fill that the user of the shape says, the skin as its `color`.
"""

from __future__ import annotations

from tools.svg import circle, group, line, path

GOLD = "#ffc632"
CREAM = "#fff6e4"
DARK = "#2a1a12"
LIPS = "#b3323a"
GREY = "#c9bfac"

# one window and one skin per suit: the twelve figures are four families
WINDOW = {"C": "#d8ead6", "D": "#fde2cc", "H": "#fbdcdd", "S": "#d6e2f0"}
SKIN = {"C": "#e6b58c", "D": "#b97a4e", "H": "#f2c9a4", "S": "#8a5738"}

SHOULDERS = "M38 129V112C40 99 52 94 66 94C80 94 92 99 94 112V129A5 5 0 0 1 89 134H43A5 5 0 0 1 38 129Z"
NECK = "M59 76H73V94C73 101 59 101 59 94Z"
CHIN_SHADOW = path("M59 82C63 85 69 85 73 82V85C70 91 62 91 59 85Z", fill=DARK, fill_opacity=0.22)
FACE = "M52.5 54C52.5 40 58 36 66 36C74 36 79.5 40 79.5 54V64C79.5 76 73 84 66 84C59 84 52.5 76 52.5 64Z"
QUEEN_HAIR = (
    "M46 58C44 34 53 23 66 23C79 23 88 34 86 58C86 72 92 78 91 92"
    "C90 106 84 112 78 112H54C48 112 42 106 41 92C40 78 46 72 46 58Z"
)
RUFF = (
    "M45 96L50 92L54 95L58 91L62 94L66 91L70 94L74 91L78 95L82 92L87 96"
    "L84 105L78 108L74 105L70 109L66 106L62 109L58 105L54 108L48 105Z"
)


def _eyes(shift: float = 0, y: float = 61) -> str:
    return group(circle(59.8 + shift, y, 1.9), circle(72.2 + shift, y, 1.9), fill=DARK)


def _cheeks() -> str:
    return group(circle(57.5, 68, 2.6), circle(74.5, 68, 2.6), fill=LIPS, fill_opacity=0.28)


def king() -> str:
    """Crown, white beard, ermine collar."""
    return group(
        path(SHOULDERS),
        path("M42 104C50 92 82 92 90 104L85 114C78 120 54 120 47 114Z", fill=CREAM),
        path(
            "M50 103.5L52 109L47.5 107.5ZM82 103.5L80 109L84.5 107.5Z"
            "M57 109L59 115L54.5 113.5ZM75 109L73 115L77.5 113.5Z",
            fill=DARK,
        ),
        path("M49 48H83V76C83 84 79 88 74 89H58C53 88 49 84 49 76Z", fill=GREY),
        path(FACE, fill="currentColor"),
        path(
            "M52.5 66C55 71 60 70 66 70C72 70 77 71 79.5 66V81C79.5 97 72 105 66 109C60 105 52.5 97 52.5 81Z",
            fill="#f4ecdb",
        ),
        path("M66 71.5C62 68 56 70 54 75.5C58.5 78 63 77 66 75C69 77 73.5 78 78 75.5C76 70 70 68 66 71.5Z", fill=GREY),
        line("M62 79.5C64 81.5 68 81.5 70 79.5", LIPS, 2.4),
        line("M56.5 56.5L63 55.5M69 55.5L75.5 56.5", GREY, 2.8),
        line("M66 61V66.5", DARK, 2.4, stroke_opacity=0.3),
        _eyes(),
        path("M46.5 50L43 24L55.5 34L66 17L76.5 34L89 24L85.5 50C73 46 59 46 46.5 50Z", fill=GOLD),
        path("M46.5 50C59 46 73 46 85.5 50L86.3 44C73 40 59 40 45.7 44Z"),
        group(circle(43.5, 23.5, 3.2), circle(66, 15.5, 3.6), circle(88.5, 23.5, 3.2), fill=GOLD),
        path("M66 27.5L69.5 32.5L66 37.5L62.5 32.5Z"),
        id="fK",
    )


def queen() -> str:
    """Long hair with a flower in it, earrings, a string of pearls."""
    petals = "".join(circle(x, y, 4.6) for x, y in ((82, 27), (87.5, 31.5), (85, 38), (78.5, 38), (76.5, 31.5)))
    pearls = "".join(circle(x, y, 2.1) for x, y in ((56, 96.5), (60.5, 100.5), (66, 102), (71.5, 100.5), (76, 96.5)))
    return group(
        path(QUEEN_HAIR, fill="#4d2b19"),
        path(SHOULDERS),
        path(
            "M50 101C54 99 60 98 66 98C72 98 78 99 82 101C80 112 73 117 66 117C59 117 52 112 50 101Z",
            fill="currentColor",
        ),
        path(NECK, fill="currentColor"),
        CHIN_SHADOW,
        path(FACE, fill="currentColor"),
        path("M51 62C49 44 56 33 66 33C76 33 83 44 81 62C80 52 75 46 68 41C63 47 54 50 51 62Z", fill="#4d2b19"),
        line("M56.5 55.5C58 54 61 54 62.5 55M69.5 55C71 54 74 54 75.5 55.5", DARK, 1.6),
        _eyes(),
        _cheeks(),
        path("M61 73.5C64 72 68 72 71 73.5C69 77.5 63 77.5 61 73.5Z", fill=LIPS),
        group(circle(51.5, 74, 2.6), circle(80.5, 74, 2.6), fill=GOLD),
        group(pearls, fill=CREAM),
        group(petals, fill=CREAM),
        circle(81.8, 33.2, 3.6, fill=GOLD),
        id="fQ",
    )


def jack() -> str:
    """A cap with a tall feather, bobbed hair, a pleated ruff; he looks aside."""
    return group(
        path(SHOULDERS),
        path("M49 100.5V134H54V99.5ZM78 99.5V134H83V100.5Z", fill=GOLD),
        path("M49 50H83C86 62 86 74 84 84C78 87 76 84 76 78H56C56 84 54 87 48 84C46 74 46 62 49 50Z", fill="#8a4b20"),
        path(NECK, fill="currentColor"),
        CHIN_SHADOW,
        path(FACE, fill="currentColor"),
        path("M51 60V46H81V60C78 55 72 52 66 52C60 52 54 55 51 60Z", fill="#8a4b20"),
        line("M57 58C58.5 57 61 57 62 58M70.5 58C72 57 74.5 57 75.5 58", DARK, 1.6),
        _eyes(1.4, 63),
        _cheeks(),
        line("M61.5 73.5C64.5 76.5 69 76.5 72 72.5", LIPS, 2.2),
        path(RUFF, fill=CREAM),
        path(
            "M60 34C58 18 66 9 80 8C86 8 91 10 92 13C87 14 88 17 84 19C86 22 80 24 78 25C79 29 72 32 68 36Z", fill=CREAM
        ),
        line("M63 33C66 22 73 15 85 12", GOLD, 2),
        path("M45 50C44 40 52 30 64 30C78 30 90 37 88 45C87 49 78 47 70 47C60 47 50 48 45 50Z"),
        path("M45.5 51C55 45.5 74 46.5 84 48.5L83 53C73 49.5 58 49.5 47 54.5Z", fill=GOLD),
        id="fJ",
    )


def court_shapes() -> list[str]:
    """The figures as shared shapes fK, fQ, fJ."""
    return [king(), queen(), jack()]
