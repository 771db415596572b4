"""Who is asking: a signed cookie names a player; nobody without one is made before he takes a seat."""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse, parse_cookie

COOKIE: Final = "selminha"
_MAX_AGE: Final = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


def player_of(cookies: dict[str, str]) -> int | None:
    """The player's id by the cookies of a request, None without a cookie or with a forged one."""
    value = cookies.get(COOKIE)
    if value is None:
        return None
    try:
        return int(_signer().unsign(value, max_age=_MAX_AGE))
    except (signing.BadSignature, ValueError):
        return None


def player_of_socket(headers: list[tuple[bytes, bytes]]) -> int | None:
    """The same for the headers of a WebSocket handshake."""
    return player_of(cookies_of_socket(headers))


def cookies_of_socket(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """The cookies of a WebSocket handshake, read as Django reads those of a request, whoever else set some."""
    sent = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    cookies: dict[str, str] = parse_cookie(sent)
    return cookies


def remember(request: HttpRequest, response: HttpResponse, player: int) -> None:
    """Set or renew the player's cookie."""
    response.set_cookie(
        COOKIE,
        _signer().sign(str(player)),
        max_age=_MAX_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def renew(request: HttpRequest, response: HttpResponse) -> None:
    """Let the cookie of a known player last for another 400 days."""
    player = player_of(request.COOKIES)
    if player is not None:
        remember(request, response, player)


def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="selminha.player")
