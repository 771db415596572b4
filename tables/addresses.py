"""The paths of the site's pages, and the codes in them; Django's search for a path takes as long as a query."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import reverse


@lru_cache(4000)
def url(name: str, *args: Any) -> str:
    """The path of a named page."""
    return reverse(name, args=args)


def code_of(text: str | None) -> str:
    """The code of a table to go back to, "" for what can be none."""
    return text if text and text.isascii() and text.isalnum() and len(text) <= 16 else ""
