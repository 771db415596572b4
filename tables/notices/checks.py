"""A wrong key for pushes is said at the start, not to the first person who wants notices."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import Error, register

from tables.notices import webpush


@register
def check_key(app_configs: Any, **_: Any) -> list[Error]:
    """The key is missing, or of 32 bytes; that it fits the curve is as good as certain."""
    try:
        fits = not settings.VAPID_KEY or len(webpush.decode(settings.VAPID_KEY)) == 32
    except webpush.BadKey:
        fits = False
    if fits:
        return []
    hint = "Set it to nothing for a site without pushes."
    return [Error("SELMINHA_VAPID_KEY is not 32 bytes as base64url.", hint=hint, id="selminha.E001")]
