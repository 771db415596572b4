"""Settings of a site whose next decks can be laid out by a test: a line of `decks` in its data folder is one deal."""

from __future__ import annotations

from collections.abc import Sequence

from selminha.settings import *  # noqa: F403
from selminha.settings import DATA

SHUFFLE = "tests.people.dealt.next_deck"


def next_deck(deck: Sequence[str]) -> tuple[str, ...]:
    """The first line of the file, which is then taken out; without one an honest shuffle."""
    from tables.dealing import secret_shuffle

    waiting = DATA / "decks"
    lines = waiting.read_text().splitlines() if waiting.exists() else []
    if not lines:
        return secret_shuffle(deck)
    waiting.write_text("\n".join(lines[1:]))
    return tuple(lines[0].split())
