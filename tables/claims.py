"""EU JÁ ESTAVA AQUI: the page where somebody without a seat asks for the one that was his, and waits for the answer."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from cards.game import Refusal
from tables import clock, commands
from tables.asking import asked_by
from tables.commands.recovery import CLAIM_LASTS, can_be_claimed, open_claim
from tables.looks import in_app, look_of
from tables.models import SeatClaim, Table
from tables.players import player_of, remember
from tables.refusals import status_of
from tables.screen import screen
from tables.state import TableState
from tables.views import read_or_404

_SAID = {
    SeatClaim.REFUSED: "Alguém da mesa respondeu que não, e o lugar ficou como estava.",
    SeatClaim.EXPIRED: "Ninguém respondeu ao seu pedido em 24 horas: combine com os amigos e peça de novo.",
    SeatClaim.OPEN: "O seu pedido não vale mais, porque esse lugar ficou vazio.",
    SeatClaim.APPROVED: "",
    SeatClaim.WITHDRAWN: "",
}


@require_safe
@gzip_page
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Whose seat it was; while a claim is open, that it waits. Whoever sits here is shown the table."""
    return _page(request, read_or_404(code))


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the seat of the name in `quem`; the browser gets the cookie that the seat will come to."""
    if request.method != "POST":
        return redirect("claim", code)
    try:
        token = commands.ask_for_seat(code, asked_by(request, "pedir"), request.POST.get("quem", ""))
    except Table.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return _page(request, read_or_404(code), refusal.text, status_of(refusal))
    response = redirect("claim", code)
    remember(request, response, token)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Take the claim back."""
    if request.method == "POST":
        try:
            commands.withdraw_claim(code, player_of(request.COOKIES))
        except Table.DoesNotExist:
            raise Http404 from None
        except Refusal as refusal:
            return _page(request, read_or_404(code), refusal.text, status_of(refusal))
    return redirect("claim", code)


def _page(request: HttpRequest, table: TableState, notice: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request.COOKIES)
    if table.seat_of(player) is not None:
        return redirect("table", table.code)
    now = clock.now()
    mine = _newest(table, player)
    waiting = next(
        (n for n in range(len(table.seats)) if mine and (claim := open_claim(table, n, now)) and claim.id == mine.id),
        None,
    )
    outcome = "" if mine is None else mine.outcome
    if mine is not None and outcome == SeatClaim.OPEN and now - mine.asked_at >= CLAIM_LASTS:
        outcome = SeatClaim.EXPIRED
    recent = mine is not None and now - mine.asked_at < CLAIM_LASTS + timedelta(days=1)
    context = {
        "t": screen(table, None),
        "figura": table.game,
        "csrf": get_token(request),
        "deck": look_of(request).deck,
        "espera": None if waiting is None else table.seats[waiting].name,
        "resposta": f"{mine.id} {outcome}" if mine else "",
        "dito": _SAID[outcome] if outcome and recent and waiting is None else "",
        "aviso": notice,
        "aberta": can_be_claimed(table),
        "lugares": [seat.name for seat in table.seats if not seat.robot and not seat.gone],
        "embutido": in_app(request),
    }
    response = render(request, "tables/ja_estava.html", context, status=status)
    response["Cache-Control"] = "private, no-cache"
    return response


def _newest(table: TableState, player: int | None) -> SeatClaim | None:
    """What this browser asked for last at the table."""
    if player is None:
        return None
    return SeatClaim.objects.filter(table_id=table.id, claimant_id=player).order_by("-id").first()
