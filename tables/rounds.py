"""The closed rounds of a table to read again, one a page: for everybody who can see the table, out of its log."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from tables import state
from tables.looks import look_of
from tables.players import token_of
from tables.screen import screen
from tables.state import TableState
from tables.views import read_or_404


@require_safe
@gzip_page
def page(request: HttpRequest, code: str, match: int | None = None, number: int | None = None) -> HttpResponse:
    """A round of a match; where none is named, the newest closed one. 404 for a named one that is not there."""
    table = read_or_404(code)
    named = match is not None
    rounds = _closed(table, table.match_number if match is None else match)
    if match is None:
        match = table.match_number
        if not rounds and match > 1:  # the first round of a rematch is being played
            match -= 1
            rounds = _closed(table, match)
    shown = next((each for each in reversed(rounds) if number in (None, each.number)), None)
    names = state.names(table, match) if shown else ()
    seat = table.seat_by(token_of(request.COOKIES))
    own = table.seats[seat].name if seat is not None else ""
    s = screen(table, None)
    context = {
        "s": replace(s, seats=tuple(replace(taken, name=name) for taken, name in zip(s.seats, names, strict=False))),
        "me": names.index(own) if own in names else None,
        "v": shown,
        "rodadas": [each.number for each in rounds],
        "partida": match,
        "deck": look_of(request).deck,
    }
    response = render(request, "tables/rodadas.html", context, status=404 if named and shown is None else 200)
    response["Cache-Control"] = "private, no-cache"
    return response


def _closed(table: TableState, match: int) -> tuple[Any, ...]:
    if not 0 < match <= table.match_number:
        return ()
    return state.rounds(table, match)
