"""How many tables one address may make."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from tables import floods
from tables.refusals import TableRefusal

MOST: Final = 60  # a family or a club behind one address makes far fewer
_SPAN: Final = timedelta(hours=1)
_KIND: Final = "table"
_THIS_MACHINE: Final = ("", "127.0.0.1", "::1")


def not_too_many(request: HttpRequest) -> None:
    """Raises TableRefusal (`too_fast`) for an address that has made MOST tables in the last hour."""
    if _counts(request) and floods.count(_KIND, _SPAN, floods.address_of(request)) >= MOST:
        sentence = f"Deste endereço já saíram {MOST} mesas na última hora: espere um pouco e tente de novo."
        raise TableRefusal("too_fast", sentence)


def note(request: HttpRequest) -> None:
    """Count a table that was made."""
    if _counts(request):
        floods.note(_KIND, floods.address_of(request))


def _counts(request: HttpRequest) -> bool:
    # This machine is its owner, or a proxy on it that says nothing of who comes through: nobody to count.
    through_proxy = settings.HTTPS and "HTTP_X_FORWARDED_FOR" in request.META
    return through_proxy or (request.META.get("REMOTE_ADDR") or "") not in _THIS_MACHINE
