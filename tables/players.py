"""Who is asking: a signed cookie names a player; nobody without one is made before he takes a seat.

The cookie also says the player's epoch when it was given: raising it makes strangers of all earlier cookies."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, parse_cookie

from tables import clock
from tables.hidden import hidden
from tables.models import Player

COOKIE: Final = "selminha"
_MAX_AGE: Final = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
_FRESH: Final = 24 * 3600  # seconds
_LOST: Final = timedelta(hours=24)  # in which an act whose answer was lost is tried again


class Token(NamedTuple):
    """What a cookie of ours says. Whether its epoch is the player's present one, a table's seats say, or player_of."""

    player: int
    epoch: int = 0


def token_of(cookies: dict[str, str]) -> Token | None:
    """The token in the cookies of a request, None without a cookie or with a forged one. Asks no database."""
    token, age = _told_by(cookies)
    return token if age <= _MAX_AGE else None


def _told_by(cookies: dict[str, str]) -> tuple[Token | None, float]:
    """The token in the cookies of a request, and its age in seconds."""
    value = cookies.get(COOKIE)
    if value is None:
        return None, 0
    try:
        token, signed_at = _genuine(value, settings.SECRET_KEY)
    except (signing.BadSignature, ValueError):
        return None, 0
    return token, time.time() - signed_at


@lru_cache(10_000)  # of those that are genuine: a forged one raises
def _genuine(value: str, key: str) -> tuple[Token, int]:
    """What a cookie of ours says, and when it was signed. Raises BadSignature for any other."""
    player, _, epoch = _signer().unsign(value).partition(".")
    return Token(int(player), int(epoch or 0)), signing.b62_decode(value.rsplit(":", 2)[1])


def token_of_socket(headers: list[tuple[bytes, bytes]]) -> Token | None:
    """The same for the headers of a WebSocket handshake."""
    return token_of(cookies_of_socket(headers))


def player_of(cookies: dict[str, str]) -> int | None:
    """The player whose present token is in the cookies; None for everybody else."""
    token = token_of(cookies)
    if token is None or not Player.objects.filter(id=token.player, epoch=token.epoch).exists():
        return None
    return token.player


def cookies_of_socket(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """The cookies of a WebSocket handshake, read as Django reads those of a request, whoever else set some."""
    sent = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    cookies: dict[str, str] = parse_cookie(sent)
    return cookies


def browser_of(request: HttpRequest) -> str:
    """A keyed hash of the secret that this browser has for its forms; "" where it has none."""
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return hidden("browser", secret)[:32] if secret else ""


def made_for(browser: str) -> Token | None:
    """The player that was made for this browser lately, whose cookie may have been lost on its way to it."""
    if not browser:
        return None
    made = Player.objects.filter(browser=browser, epoch=0, created_at__gt=clock.now() - _LOST)
    player = made.order_by("-id").values_list("id", flat=True).first()
    return None if player is None else Token(player)


def mark_of(player: int | None) -> str:
    """What a page of a player says of whom it is for: it names him to nobody else. "" for nobody's."""
    return "" if player is None else hidden("mark", str(player))[:12]


def remember(request: HttpRequest, response: HttpResponse, token: Token) -> None:
    """Set or renew a player's cookie."""
    response.set_cookie(
        COOKIE,
        _signer().sign(f"{token.player}.{token.epoch}" if token.epoch else str(token.player)),
        max_age=_MAX_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def remember_today(request: HttpRequest, response: HttpResponse, token: Token) -> None:
    """The same where the cookie is another one, or a day old: acts come often."""
    known, age = _told_by(request.COOKIES)
    if known != token or age >= _FRESH:
        remember(request, response, token)


def renew(request: HttpRequest, response: HttpResponse) -> None:
    """Let the cookie of a known player last for another 400 days, if it is a day old."""
    token = token_of(request.COOKIES)
    if token is not None:
        remember_today(request, response, token)


def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="selminha.player")
