"""Keyed hashes: what is stored or shown in the place of something that only this site may recognise."""

from __future__ import annotations

from functools import lru_cache

from django.utils.crypto import salted_hmac


@lru_cache(10_000)
def hidden(use: str, text: str) -> str:
    """64 hex digits, others for each use."""
    digest: str = salted_hmac(f"selminha.{use}", text, algorithm="sha256").hexdigest()
    return digest
