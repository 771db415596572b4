"""This site's key for pushes (VAPID), from the settings; without one there are no pushes."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings

from tables.notices import webpush


def public_key() -> str:
    """What browsers subscribe with, "" where pushes are off. Raises webpush.BadKey for a key that is none."""
    return _public(settings.VAPID_KEY)


@lru_cache(maxsize=4)
def _public(private: str) -> str:
    return webpush.public_key(private) if private else ""
