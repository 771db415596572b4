"""How the log tells of an error: its kind and the places in the code, never its message, which could name a card.

Nor does it tell an address, where an invite code stands, which is all that one needs to sit down."""

from __future__ import annotations

import copy
import logging
import re
import traceback
from types import TracebackType
from typing import Final

_SECRET: Final = re.compile(r"(?<=/m/)[^/?\s'\">]+|(?<=\?)[^\s'\">]+")  # a table's code, and what comes behind a path


class Places(logging.Formatter):
    """Django and daphne hand over the exception itself; what it says stays out."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; what was answered 4xx is no error of ours: one line, no traceback."""
        status, request = getattr(record, "status_code", 500), getattr(record, "request", None)
        record = copy.copy(record)
        record.exc_text = None  # another handler's, with the message
        if request is not None and isinstance(record.args, tuple) and record.args:  # Django's last word is the path
            route = request.resolver_match.route if request.resolver_match else "?"
            record.args = (*record.args[:-1], route)
        if status < 500:
            record.exc_info, record.levelname = None, "WARNING"
        return _SECRET.sub("…", super().format(record))

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """The traceback without the exception's text."""
        kind, _, at = ei
        name = "" if kind is None else kind.__name__
        return f"Traceback (most recent call last):\n{''.join(traceback.format_tb(at))}{name}"
