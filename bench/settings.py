"""The site's settings with a known deck: for servers that a bench starts, never for people."""

from __future__ import annotations

from selminha.settings import *  # noqa: F403

SHUFFLE = "bench.decks.same"
