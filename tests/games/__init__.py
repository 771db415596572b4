"""What every game must keep, whatever its rules. A game joins by being added to `GAMES` in `playing.py`."""

from __future__ import annotations
