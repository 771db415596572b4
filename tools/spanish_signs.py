"""The four Spanish suit signs (coin, cup, sword, cudgel), each around the origin in a box 100 units high."""

from __future__ import annotations

from math import cos, pi, sin

from tools.svg import circle, element, group, line, number, path

GOLD = "#f4b92b"
GOLD_EDGE = "#9a5400"
CUP_RED = "#c4232c"
STEEL = "#7fa8de"
BLADE_EDGE = "#17478f"
GRIP = "#6b2a1c"
WOOD = "#3f9a4b"
WOOD_EDGE = "#155a2c"
CUT_WOOD = "#d9ecbf"


def _star(points: int, outer: float, inner: float) -> str:
    """The outline of a star around the origin, one point up."""
    corners = []
    for step in range(2 * points):
        reach = inner if step % 2 else outer
        angle = pi * step / points
        corners.append(f"{number(reach * sin(angle))} {number(-reach * cos(angle))}")
    return f"M{'L'.join(corners)}Z"


def coin() -> str:
    """Ouros: a gold coin with a star."""
    return group(
        circle(0, 0, 46, fill=GOLD, stroke=GOLD_EDGE, stroke_width=7),
        circle(0, 0, 32, fill="none", stroke=GOLD_EDGE, stroke_width=3.5),
        path(_star(8, 27, 12), fill=CUP_RED),
        circle(0, 0, 7, fill=GOLD),
        id="pD",
        stroke="none",
    )


def cup() -> str:
    """Copas: a red goblet with gold rim, band and foot."""
    return group(
        path(
            "M-37-42H37C38-10 26 8 8 12V28C10 34 18 36 29 38V48H-29V38C-18 36-10 34-8 28V12C-26 8-38-10-37-42Z",
            fill=CUP_RED,
        ),
        element("rect", x=-41, y=-50, width=82, height=12, rx=6, fill=GOLD),
        path("M-34-20H34C32-13 29-8 26-4H-26C-29-8-32-13-34-20Z", fill=GOLD),
        circle(0, 19, 11, fill=GOLD),
        element("rect", x=-33, y=40, width=66, height=10, rx=5, fill=GOLD),
        id="pH",
        stroke="none",
    )


def sword() -> str:
    """Espadas: a straight sword, its point up."""
    return group(
        path("M0-50L10-36V16H-10V-36Z", fill=STEEL, stroke=BLADE_EDGE, stroke_width=5, stroke_linejoin="round"),
        path("M0-34V14", stroke=BLADE_EDGE, stroke_width=3),
        element("rect", x=-6, y=20, width=12, height=20, fill=GRIP),
        element("rect", x=-29, y=13, width=58, height=11, rx=5.5, fill=GOLD, stroke=GOLD_EDGE, stroke_width=3),
        circle(0, 43, 7, fill=GOLD, stroke=GOLD_EDGE, stroke_width=3),
        id="pS",
        stroke="none",
    )


def cudgel() -> str:
    """Paus: a knotty green cudgel, its thick end up, with a red grip."""
    knots = "".join(circle(x, y, 6.5) for x, y in ((-17, -20), (17, -3), (-13, 12)))
    trunk = path("M-8 49C-9 28-16 6-18-14C-20-31-18-42-11-47C-4-51 5-51 11-47C18-42 20-31 18-14C16 6 9 28 8 49Z")
    edge = group(knots, trunk, stroke=WOOD_EDGE, stroke_width=9, stroke_linejoin="round")
    return group(
        group(edge, group(knots, trunk), fill=WOOD),
        group(*(circle(x, y, 3) for x, y in ((-14, -20), (14, -3), (-10, 12))), fill=WOOD_EDGE),
        element("ellipse", cx=0, cy=-41, rx=12, ry=7, fill=CUT_WOOD, stroke=WOOD_EDGE, stroke_width=2.5),
        line("M-5-24C-6-14-4-4-2 4M6-22C7-14 6-8 5-2", WOOD_EDGE, 3),
        path("M-11 28H11L9.5 38H-9.5Z", fill=CUP_RED),
        id="pC",
        stroke="none",
        transform="rotate(12)",
    )


def sign_shapes() -> list[str]:
    """The signs as shared shapes pC, pD, pH, pS, each in its own colours."""
    return [cudgel(), coin(), cup(), sword()]
