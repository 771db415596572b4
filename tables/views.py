"""The pages. Whoever sends a GET or HEAD, and however often, changes nothing."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.backends.utils import csrf_token_lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from cards.game import Refusal
from tables import chat, clock, commands, creating, frames, state, waits
from tables.addresses import code_of
from tables.asking import asked_by
from tables.commands.expiry import as_shown
from tables.games import GAMES
from tables.looks import DECK_COOKIE, deck_of, in_app, look_of
from tables.mine import tables_of
from tables.models import Player, Table
from tables.players import Token, mark_of, player_of, remember, renew, token_of
from tables.refusals import status_of
from tables.state import TableState

_YEAR = 365 * 24 * 3600  # seconds


@require_safe
@gzip_page
def home(request: HttpRequest) -> HttpResponse:
    """The first page: a new table, my tables."""
    mine = tables_of(player_of(request.COOKIES))
    return _renewed(request, "home.html", mine=mine, **_new_form(request, {}, {}))


@require_safe
@gzip_page
def mine(request: HttpRequest) -> HttpResponse:
    """MINHAS MESAS: the tables where I sit, those that wait for me first."""
    player = player_of(request.COOKIES)
    return _renewed(request, "mine.html", mine=tables_of(player), conhecido=player is not None)


@require_http_methods(["GET", "HEAD", "POST"])
@gzip_page
def new(request: HttpRequest, game: str) -> HttpResponse:
    """NOVA MESA: the form, and by POST the table."""
    if game not in GAMES:
        raise Http404
    if request.method != "POST":
        return _render(request, "new.html", game=GAMES[game], **_new_form(request, {}, {}))
    fields = {key: str(value) for key, value in request.POST.items()}
    try:
        options = commands.options_of(game, fields)
        creating.not_too_many(request)
        asked = asked_by(request, "nova")
        table, player = commands.create(asked, fields.get("nome", ""), game, options)
    except Refusal as refusal:
        errors = {"nome" if refusal.code == "bad_name" else "opcoes": refusal.text}
        status = status_of(refusal)
        return _render(request, "new.html", status, game=GAMES[game], **_new_form(request, errors, fields))
    creating.note(request)
    response = redirect("table", table.code)
    remember(request, response, asked.token_of(player))
    return response


@require_safe
@gzip_page
def table(request: HttpRequest, code: str) -> HttpResponse:
    """A table: the invitation, the waiting room, the match, its end, as the viewer may see it."""
    return table_page(request, read_or_404(code))


@require_GET
@gzip_page
def state_of(request: HttpRequest, code: str) -> HttpResponse:
    """The frame, or 204 if `desde` is its version and hour ("57.0") and `sou` its viewer: for a waking page."""
    shown = read_or_404(code)
    seat = shown.seat_by(token_of(request.COOKIES))
    hour = waits.hour_of(shown, clock.now())
    present = (f"{shown.version}.{hour}", *(() if hour else (str(shown.version),)))
    viewers = ("", mark_of(None if seat is None else shown.seats[seat].player))
    if request.GET.get("desde") in present and request.GET.get("sou", "") in viewers:
        response = HttpResponse(status=204)
    else:
        response = HttpResponse(frames.frame(shown, seat, look_of(request)))
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
@gzip_page
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game in our own words."""
    if game not in GAMES:
        raise Http404
    return _render(request, "rules.html", game=GAMES[game])


@require_http_methods(["GET", "HEAD", "POST"])
def deck(request: HttpRequest) -> HttpResponse:
    """Choose the deck of this screen (T8), and go back to the table it was chosen at."""
    if request.method != "POST":  # the address that a refused form left in the browser
        return redirect("home")
    code = code_of(request.POST.get("volta"))
    response = redirect("table", code) if code else redirect("home")
    response.set_cookie(
        DECK_COOKIE, deck_of(request.POST.get("baralho")), max_age=_YEAR, samesite="Lax", secure=request.is_secure()
    )
    return response


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """For a supervisor: the process answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")


def read_or_404(code: str) -> TableState:
    """The table by the code of an address, read afresh."""
    try:
        return as_shown(state.read(code), clock.now())
    except Table.DoesNotExist:
        raise Http404 from None


def table_page(request: HttpRequest, shown: TableState, notice: str = "", status: int = 200) -> HttpResponse:
    """The whole page of a table, with a sentence about a refused act if there is one."""
    token = token_of(request.COOKIES)
    seat = shown.seat_by(token)
    look = look_of(request)
    name = request.POST.get("nome") or _remembered_name(token) if seat is None else ""
    page = {"csrf": get_token(request), "aviso": notice, "nome": name, "agora": int(clock.now().timestamp())}
    response = _render(
        request,
        "tables/mesa.html",
        status,
        **(frames.context(shown, seat, look) | page),
        proprio=frames.text_of(frames.own_part(shown, seat, look, **page)),
        publico=frames.text_of(frames.public_part(shown, look)),
        conversa=chat.page(shown.id),
        embutido=in_app(request),
    )
    renew(request, response)
    response["Cache-Control"] = "private, no-cache"
    return response


def _render(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    look = look_of(request)
    common = {"deck": look.deck, "base": look.base, "csrf": csrf_token_lazy(request)}  # lazy: no form, no cookie
    return render(request, template, {**common, **context}, status=status)


def _renewed(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    """A page that knows its player, whose cookie lasts longer by it."""
    response = _render(request, template, **context)
    renew(request, response)
    response["Cache-Control"] = "private, no-cache"
    return response


def _new_form(request: HttpRequest, errors: dict[str, str], values: dict[str, str]) -> dict[str, Any]:
    return {
        "lance": secrets.token_hex(16),
        "nome": values.get("nome", _remembered_name(token_of(request.COOKIES))),
        "erros": errors,
        "valores": values,
    }


def _remembered_name(token: Token | None) -> str:
    if token is None:
        return ""
    return Player.objects.filter(id=token.player, epoch=token.epoch).values_list("name", flat=True).first() or ""
