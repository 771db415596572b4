"""The four French suit signs, each drawn around the origin in a box of 100 by 100 units."""

from __future__ import annotations

from tools.svg import path

HEART = (
    "M0 47C-13 31-49 10-49-18C-49-36-37-46-24-46C-12-46-4-39 0-27C4-39 12-46 24-46C37-46 49-36 49-18C49 10 13 31 0 47Z"
)
DIAMOND = "M0-50Q13-23 37 0Q13 23 0 50Q-13 23-37 0Q-13-23 0-50Z"
SPADE = (
    "M0-50C10-30 47-13 47 13C47 29 36 37 25 37C16 37 8 33 4 25C5 37 10 45 19 50H-19"
    "C-10 45-5 37-4 25C-8 33-16 37-25 37C-36 37-47 29-47 13C-47-13-10-30 0-50Z"
)
CLUB = (
    "M-23-27A23 23 0 1 1 23-27A23 23 0 0 1 11-7.5A23 23 0 1 1 5 20C5 35 10 45 20 50H-20C-10 45-5 35-5 20"
    "A23 23 0 1 1-11-7.5A23 23 0 0 1-23-27Z"
)

OUTLINES = {"C": CLUB, "D": DIAMOND, "H": HEART, "S": SPADE}


def pip_shapes() -> list[str]:
    """The signs as shared shapes pC, pD, pH, pS, filled with whatever the user of the shape says."""
    return [path(outline, id=f"p{suit}", stroke="none") for suit, outline in OUTLINES.items()]
