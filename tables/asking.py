"""Who asks for what, out of a form: the player, the version that he saw, the act's id and what the act says."""

from __future__ import annotations

import hashlib
from typing import Final

from django.http import HttpRequest

from tables.commands import Asked
from tables.players import browser_of, token_of

FORM_FIELDS: Final = ("csrfmiddlewaretoken", "v", "lance", "sou")  # of every form; the others are the act's
_LONGEST_KEY: Final = 64


def asked_by(request: HttpRequest, verb: str) -> Asked:
    """What a POST asks. A version or an id that is none counts as missing."""
    form = request.POST
    version = form.get("v", "")
    key = form.get("lance", "")
    token = token_of(request.COOKIES)
    said = sorted((name, form.getlist(name)) for name in form if name not in FORM_FIELDS)
    return Asked(
        player=None if token is None else token.player,
        epoch=0 if token is None else token.epoch,
        version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None,
        key=key if len(key) <= _LONGEST_KEY and key.isascii() and key.isprintable() else "",
        mark=form.get("sou", ""),
        browser=browser_of(request),
        fingerprint=hashlib.sha256(repr((verb, said)).encode()).hexdigest()[:32],
    )
