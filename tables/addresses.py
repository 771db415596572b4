"""The paths of the site's pages; Django's search for one takes as long as a query."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import reverse


@lru_cache(4000)
def url(name: str, *args: Any) -> str:
    """The path of a named page."""
    return reverse(name, args=args)
