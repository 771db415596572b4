"""The rendered table: for each version the public part once and each seat's own part once, for page and push."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock, RLock
from typing import Any, Final

import msgspec
from django.template import engines

from tables import clock, waits
from tables.addresses import url
from tables.screen import Screen, public_screen, screen
from tables.state import TableState

PART: Final = "\x1e"  # stands before each top-level element of a frame (`part` in templates)
_TABLES: Final = 1000  # whose last frames a process keeps in memory
_LOOKS: Final = 50  # of one version that are kept: a Host header may name any port
_FIRST_ID: Final = re.compile(r' id="([^"]*)')
_PIECES: Final = 4000  # pieces of pages that a process keeps in memory


class Look(msgspec.Struct, frozen=True):
    """How a viewer looks at a table: his deck, and the address that he knows the site by (for the invite link)."""

    deck: str
    base: str  # "https://example.test"


Parts = tuple[tuple[str, str], ...]
"""The top-level elements of a frame, or of half of one, in their order: the id of each, and its text."""


class _Drawn:
    """What is drawn of one version of a table, each part once: `lock` lets a second thread wait for the first."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.public: dict[str, Parts] = {}  # by deck
        self.own: dict[tuple[int | None, Look, int], Parts] = {}  # by seat, look, and the hour of waits.hour_of
        self.screen: Screen | None = None  # public_screen
        self.lock = RLock()


_drawn: OrderedDict[int, _Drawn] = OrderedDict()
_pieces: OrderedDict[tuple[Any, ...], str] = OrderedDict()
_lock = Lock()


def frame(table: TableState, seat: int | None, look: Look) -> str:
    """What a viewer's page swaps in: his own part and the public part, without any token of his browser."""
    return text_of(parts(table, seat, look))


def parts(table: TableState, seat: int | None, look: Look) -> Parts:
    """The frame by its top-level elements."""
    drawn = _of(table)
    key = seat, look, waits.hour_of(table, clock.now())
    with drawn.lock:
        own = drawn.own.get(key)
        if own is None:
            if len(drawn.own) >= _LOOKS:
                drawn.own.clear()
            own = drawn.own[key] = own_part(table, seat, look)
        return own + public_part(table, look)


def text_of(parts: Parts) -> str:
    """The elements as a page takes them in."""
    return "".join([text for _, text in parts])


def own_part(table: TableState, seat: int | None, look: Look, **page: Any) -> Parts:
    """What this viewer alone sees and may do; a page adds its `csrf` token, an `aviso`, the remembered `nome`."""
    anew = {"kept": _anew} if page else {}  # a page's forms hold a token of its own: nobody sees the same piece again
    return _render("tables/proprio.html", table, seat, look, **page, **anew)


def public_part(table: TableState, look: Look) -> Parts:
    """What everybody at the table sees alike."""
    drawn = _of(table)
    with drawn.lock:
        public = drawn.public.get(look.deck)
        if public is None:
            public = drawn.public[look.deck] = _render("tables/publico.html", table, None, look)
        return public


def context(table: TableState, seat: int | None, look: Look) -> dict[str, Any]:
    """What the templates of a table are given for a viewer, where there is no page with a token or a refusal."""
    drawn, hour = _of(table), waits.hour_of(table, clock.now())
    if drawn.screen is None or drawn.screen.hour != hour:
        drawn.screen = public_screen(table)
    shown = screen(table, seat, drawn.screen)
    return {
        "s": shown,
        "v": shown.view,
        "deck": look.deck,
        "convite": f"{look.base}{url('table', table.code)}",
        "csrf": "",
        "aviso": "",
        "nome": "",
        "agora": "",
    }


def _of(table: TableState) -> _Drawn:
    """What is drawn of exactly this version; of one that is not the newest nothing is kept."""
    with _lock:
        known = _drawn.get(table.id)
        if known is not None and known.version == table.version:
            return known
        drawn = _Drawn(table.version)
        if known is None or known.version < table.version:
            _drawn[table.id] = drawn
            _drawn.move_to_end(table.id)
            while len(_drawn) > _TABLES:
                _drawn.popitem(last=False)
    return drawn


def kept(*key: Any, caller: Callable[[], str]) -> str:
    """For `{% call kept(...) %}`: the block as it was drawn for the same key, which names all that the block shows."""
    with _lock:
        text = _pieces.get(key)
        if text is not None:
            _pieces.move_to_end(key)
            return text
    text = caller()
    with _lock:
        _pieces[key] = text
        while len(_pieces) > _PIECES:
            _pieces.popitem(last=False)
    return text


def _anew(*_: Any, caller: Callable[[], str]) -> str:
    """In the place of `kept` where a block is like no other."""
    return caller()


def _render(template: str, table: TableState, seat: int | None, look: Look, **page: Any) -> Parts:
    given = context(table, seat, look) | page
    text: str = engines["jinja2"].env.get_template(template).render(given)
    return tuple([(_FIRST_ID.search(part)[1], part) for part in text.split(PART)[1:]])  # type: ignore[index]
