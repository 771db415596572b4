"""Calm limits on floods: how often something was done lately, by whom or to whom, over all processes."""

from __future__ import annotations

import ipaddress
import re
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from tables import clock
from tables.hidden import hidden
from tables.models import Tally

_PORT: Final = re.compile(r"^\[([^]]*)\](?::\d+)?$|^([\d.]+):\d+$")  # some proxies tell it with the address
_KEPT: Final = timedelta(hours=1)  # no limit looks back farther


def count(kind: str, span: timedelta, key: str | None = None) -> int:
    """How often it was noted in the last `span`, an hour at most: by this key, or by all."""
    noted = Tally.objects.filter(kind=kind, at__gt=clock.now() - span)
    return (noted if key is None else noted.filter(key=key)).count()


def note(kind: str, key: str) -> None:
    """Count it once more. The key says who (`address_of`, `key_of`)."""
    Tally.objects.create(kind=kind, key=key, at=clock.now())


def tidy() -> int:
    """Forget what does not count any more; how much there was."""
    gone: int
    gone, _ = Tally.objects.filter(at__lte=clock.now() - _KEPT).delete()
    return gone


def address_of(request: HttpRequest) -> str:
    """Whoever asks, as a keyed hash: the address that our own proxy saw, of IPv6 the network."""
    seen = request.META.get("REMOTE_ADDR") or ""
    if settings.HTTPS:  # then a proxy of ours is in front, whose own entry is the last
        seen = request.META.get("HTTP_X_FORWARDED_FOR", seen).rsplit(",", 1)[-1].strip()
    try:
        address = ipaddress.ip_address(_PORT.sub(r"\1\2", seen))
    except ValueError:
        return key_of("")
    if isinstance(address, ipaddress.IPv6Address):
        # A socket for both kinds tells an IPv4 visitor as one of IPv6: not all of them are one network.
        return key_of(str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False)))
    return key_of(str(address))


def key_of(text: str) -> str:
    """The key for a text: nothing that names anybody is stored."""
    return hidden("floods", text)[:32]
