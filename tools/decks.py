"""Writes the card sprites: `python -m tools.decks` (all) or `python -m tools.decks grande`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tools import espanhol, grande

FOLDER = Path(__file__).resolve().parent.parent / "static" / "baralhos"
DECKS: dict[str, Callable[[], str]] = {"espanhol": espanhol.deck, "grande": grande.deck}


def main(names: list[str]) -> None:
    """Write the named decks, or every deck; an unknown name is a KeyError."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or list(DECKS):
        (FOLDER / f"{name}.svg").write_text(DECKS[name](), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
