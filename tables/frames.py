"""The rendered table: for each version the public part once and each seat's own part once, for page and push."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

import msgspec
from django.template import engines
from django.urls import reverse

from tables.screen import screen
from tables.state import TableState

_KEPT: Final = 1000  # tables whose last state and frames a process keeps in memory


class Look(msgspec.Struct, frozen=True):
    """How a viewer looks at a table: his deck, and the address that he knows the site by (for the invite link)."""

    deck: str
    base: str  # "https://example.test"


class _Drawn(msgspec.Struct):
    table: TableState
    public: dict[str, str] = {}  # by deck
    own: dict[tuple[int | None, Look], str] = {}


_drawn: OrderedDict[int, _Drawn] = OrderedDict()
_lock = Lock()


def remember(table: TableState) -> None:
    """Keep a state that was read or committed, unless a newer one is known."""
    with _lock:
        known = _drawn.get(table.id)
        if known is None or known.table.version < table.version:
            _drawn[table.id] = _Drawn(table)
        _drawn.move_to_end(table.id)
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)


def newest(table_id: int) -> TableState | None:
    """The newest state that this process has seen, which may not be the newest there is."""
    known = _drawn.get(table_id)
    return known.table if known else None


def frame(table: TableState, seat: int | None, look: Look) -> str:
    """What a viewer's page swaps in: his own part and the public part, without any token of his browser."""
    own = _of(table).own
    text = own.get((seat, look))
    if text is None:
        text = own[seat, look] = own_part(table, seat, look)
    return text + public_part(table, look)


def own_part(table: TableState, seat: int | None, look: Look, **page: Any) -> str:
    """What this viewer alone sees and may do; a page adds its `csrf` token, an `aviso`, the remembered `nome`."""
    return _render("tables/proprio.html", table, seat, look, **page)


def public_part(table: TableState, look: Look) -> str:
    """What everybody at the table sees alike."""
    public = _of(table).public
    text = public.get(look.deck)
    if text is None:
        text = public[look.deck] = _render("tables/publico.html", table, None, look)
    return text


def context(table: TableState, seat: int | None, look: Look) -> dict[str, Any]:
    """What the templates of a table are given for a viewer, where there is no page with a token or a refusal."""
    shown = screen(table, seat)
    return {
        "s": shown,
        "v": shown.view,
        "deck": look.deck,
        "convite": f"{look.base}{reverse('table', args=[table.code])}",
        "csrf": "",
        "aviso": "",
        "nome": "",
    }


def _of(table: TableState) -> _Drawn:
    """What is drawn of exactly this version; of one that is not the newest nothing is kept."""
    known = _drawn.get(table.id)
    return known if known is not None and known.table.version == table.version else _Drawn(table)


def _render(template: str, table: TableState, seat: int | None, look: Look, **page: Any) -> str:
    given = context(table, seat, look) | page
    text: str = engines["jinja2"].env.get_template(template).render(given)
    return text
