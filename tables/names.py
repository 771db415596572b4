"""Names as people type them, made fit to be shown: short, visible, on one line, unable to turn the text around."""

from __future__ import annotations

import unicodedata
from typing import Final

from tables.refusals import TableRefusal

LONGEST: Final = 20
_JOINER: Final = "\u200d"  # holds composed emoji together
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a sign that show nothing
_SHAPERS: Final = (_JOINER, "\u034f", "\u180b", "\u180c", "\u180d", "\u180f", *map(chr, range(0xFE00, 0xFE10)))


def clean_name(typed: str) -> str:
    """The name to show. Raises TableRefusal for one that is empty or longer than 20 letters."""
    kept = "".join(" " if c.isspace() or c in _BLANK else c for c in typed if _is_shown(c) or c.isspace())
    name = " ".join(unicodedata.normalize("NFC", kept).split()).strip(_JOINER + " ")
    if not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        raise TableRefusal("bad_name", "Diga o seu nome, para os outros saberem quem é.")
    if len(name) > LONGEST:
        raise TableRefusal("bad_name", f"O nome pode ter até {LONGEST} letras.")
    return name


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for one another."""
    return _looks(one) == _looks(other)


def _looks(name: str) -> str:
    """The name without the differences that nobody sees: case, width, and characters that only shape others."""
    return unicodedata.normalize("NFKC", "".join(c for c in name if c not in _SHAPERS)).casefold()


def _is_shown(c: str) -> bool:
    """No control, direction, surrogate, private or unassigned characters; marks only so far as letters need them."""
    return c == _JOINER or unicodedata.category(c)[0] not in "CZ"
