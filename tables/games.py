"""The games by their slug: the one place that knows which there are."""

from __future__ import annotations

from typing import Any, Final

import escopa
import spades

# Modules that keep the contract of cards.game.Game.
GAMES: Final[dict[str, Any]] = {game.SLUG: game for game in (spades, escopa)}
