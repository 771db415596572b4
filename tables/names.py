"""Names as people type them, made fit to be shown: short, visible, on one line, unable to turn the text around."""

from __future__ import annotations

import unicodedata
from typing import Final

from tables.letters import BLANK, JOINERS, on_one_line
from tables.refusals import TableRefusal

LONGEST: Final = 20
_LONGEST_TYPED: Final = 200  # letters before cleaning, whose cost grows with their square
_SHAPERS: Final = (*JOINERS, "\u034f", "\u180b", "\u180c", "\u180d", "\u180f", *map(chr, range(0xFE00, 0xFE10)))


def clean_name(typed: str) -> str:
    """The name to show. Raises TableRefusal for one that is empty or longer than 20 letters."""
    if len(typed) > _LONGEST_TYPED:
        raise _too_long()
    known = "".join(" " if c in BLANK else c for c in typed if c.isspace() or unicodedata.category(c) != "Cn")
    name = on_one_line(known)
    if not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        raise TableRefusal("bad_name", "Diga o seu nome, para os outros saberem quem é.")
    if len(name) > LONGEST:
        raise _too_long()
    return name


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for one another; what is no name at all is like none."""
    return max(len(one), len(other)) <= _LONGEST_TYPED and _looks(one) == _looks(other)


def _looks(name: str) -> str:
    """The name without the differences that nobody sees: case, width, and characters that only shape others."""
    return unicodedata.normalize("NFKC", "".join(c for c in name if c not in _SHAPERS)).casefold()


def _too_long() -> TableRefusal:
    return TableRefusal("bad_name", f"O nome pode ter até {LONGEST} letras.")
