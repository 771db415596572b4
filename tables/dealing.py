"""Where a table's cards come from: the operating system's randomness."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.utils.module_loading import import_string

from cards.game import Deal
from cards.shuffle import shuffled


def secret_shuffle(deck: Sequence[str]) -> tuple[str, ...]:
    """The deck in an order that nobody can foresee or find out."""
    return shuffled(deck, secrets.randbelow)


def deal(deck: Sequence[str]) -> Deal:
    """Nature's move for a match that asks for cards."""
    return Deal(deck=import_string(settings.SHUFFLE)(deck))
