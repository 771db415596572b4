"""How many tables one address may make: a calm limit on floods, counted in the database over all processes."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from tables import clock
from tables.handover import address_of
from tables.models import TableMade
from tables.refusals import TableRefusal

MOST: Final = 60  # a family or a club behind one address makes far fewer
SPAN: Final = timedelta(hours=1)
_THIS_MACHINE: Final = ("", "127.0.0.1", "::1")


def not_too_many(request: HttpRequest) -> None:
    """Raises TableRefusal (`too_fast`) for an address that has made MOST tables in the last hour."""
    made = TableMade.objects.filter(address=address_of(request), at__gt=clock.now() - SPAN)
    if _counts(request) and made.count() >= MOST:
        sentence = f"Deste endereço já saíram {MOST} mesas na última hora: espere um pouco e tente de novo."
        raise TableRefusal("too_fast", sentence)


def note(request: HttpRequest) -> None:
    """Count a table that was made."""
    if _counts(request):
        TableMade.objects.create(address=address_of(request), at=clock.now())


def tidy() -> int:
    """Forget what does not count any more; how much there was."""
    gone: int
    gone, _ = TableMade.objects.filter(at__lte=clock.now() - SPAN).delete()
    return gone


def _counts(request: HttpRequest) -> bool:
    # This machine is its owner, or a proxy on it that says nothing of who comes through: nobody to count.
    through_proxy = settings.HTTPS and "HTTP_X_FORWARDED_FOR" in request.META
    return through_proxy or (request.META.get("REMOTE_ADDR") or "") not in _THIS_MACHINE
