"""How the log tells of an error: its kind and the places in the code, never its message, which could name a card."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType


class Places(logging.Formatter):
    """Django and daphne hand over the exception itself; what it says stays out."""

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """The traceback without the exception's text."""
        kind, _, at = ei
        name = "" if kind is None else kind.__name__
        return f"Traceback (most recent call last):\n{''.join(traceback.format_tb(at))}{name}"
