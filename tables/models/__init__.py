"""The rows of the site, a module for each subject."""

from __future__ import annotations

from tables.models.table import Act, Move, Player, Seat, Table

__all__ = ["Act", "Move", "Player", "Seat", "Table"]
