"""The gate of the sockets: only pages of this very site may open one, or of an origin that the settings trust."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """Refuses a handshake without Origin, with `null`, or with another scheme, host or port than the site's own."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hand over to the application, or deny."""
        application = self.application if allowed(dict(scope["headers"])) else WebsocketDenier()
        await application(scope, receive, send)


def allowed(headers: dict[bytes, bytes]) -> bool:
    """Whether the Origin is the site that the Host header names, that host being one of ours."""
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # "http://["
        return False
    schemes = ("https",) if settings.HTTPS else ("http", "https")
    return parts.scheme in schemes and parts.netloc.lower() == host and origin == f"{parts.scheme}://{parts.netloc}"
