"""How a viewer looks at a table: the deck of his own screen (T8) and the address he came by."""

from __future__ import annotations

import re
from typing import Any, Final

from django.http import HttpRequest

from tables.frames import Look
from tables.players import cookies_of_socket

DECK_COOKIE: Final = "baralho"
_IN_APP: Final = re.compile(r"; wv\)|FBAN|FBAV|Instagram|\bLine/|MicroMessenger|WhatsApp/", re.I)
DECKS: Final = ("grande", "quatro-cores", "espanhol")  # of 40 cards the last: a game of 52 shows the first instead


def look_of(request: HttpRequest) -> Look:
    """The look of a page's viewer."""
    return Look(deck=deck_of(request.COOKIES.get(DECK_COOKIE)), base=request.build_absolute_uri("/")[:-1])


def look_of_socket(scope: dict[str, Any]) -> Look:
    """The look of a socket's viewer; its Origin was checked to be this site's."""
    deck = cookies_of_socket(scope["headers"]).get(DECK_COOKIE)
    return Look(deck=deck_of(deck), base=dict(scope["headers"])[b"origin"].decode("latin-1"))


def in_app(request: HttpRequest) -> bool:
    """Whether the page seems to be open inside another app, whose cookies are its own: a hint, no proof."""
    return _IN_APP.search(request.headers.get("User-Agent", "")) is not None


def deck_of(chosen: str | None) -> str:
    """A deck that exists: the chosen one, else the first."""
    return chosen if chosen in DECKS else DECKS[0]
