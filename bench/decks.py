"""One deck for every deal, so that a bench's client knows all hands untold. Named by bench.settings only."""

from __future__ import annotations

import random
from collections.abc import Sequence


def same(deck: Sequence[str]) -> tuple[str, ...]:
    """The deck in the one order that every deal of a bench has."""
    return tuple(random.Random(15).sample(deck, len(deck)))
