"""Typed text made fit for others to see: no characters that hide, turn the text around or pile up on its neighbours."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"  # of Persian words and of composed emoji
BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a sign that show nothing
_MARKS: Final = 4  # accents on one letter; a language needs fewer, a tower of them covers other lines


def on_one_line(typed: str) -> str:
    """The characters that show, composed, with single spaces.

    The time that takes grows with the square of the length: whoever calls bounds it.
    """
    kept = "".join(" " if c.isspace() else c for c in typed if c.isspace() or _is_shown(c))
    return _few_marks(unicodedata.normalize("NFC", " ".join(kept.split()))).strip(JOINERS + " ")


def _is_shown(c: str) -> bool:
    """No control, direction, surrogate or private characters; newer emoji than this Python knows count as shown."""
    return c in JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co")


def _few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for c in text:
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(c)
    return "".join(kept)
