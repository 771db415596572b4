"""The talk's two addresses: saying something, and reading it by pages, with a script or without."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from cards.game import Refusal
from tables import chat, clock
from tables.asking import asked_by
from tables.commands.expiry import as_shown
from tables.looks import look_of
from tables.models import Table
from tables.players import token_of
from tables.refusals import status_of
from tables.screen import screen
from tables.state import read

_PLAIN = "text/plain; charset=utf-8"


@require_http_methods(["GET", "HEAD", "POST"])
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say `texto`. A script gets the stored line as it goes to everybody, or the refusal's sentence as plain text."""
    if request.method != "POST":
        return redirect("talk", code)
    typed = request.POST.get("texto", "")
    try:
        line = chat.say(code, asked_by(request, "dizer"), typed)
    except Table.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        if request.htmx:
            return HttpResponse(refusal.text, status=status_of(refusal), content_type=_PLAIN)
        return _page(request, code, None, refusal.text, typed, status_of(refusal))
    return HttpResponse(chat.drawn((line,))) if request.htmx else redirect("talk", code)


@require_safe
def talk(request: HttpRequest, code: str) -> HttpResponse:
    """50 lines, the last ones or those before the line `antes`: bare for a script, else as a page of their own."""
    before = request.GET.get("antes", "")
    if before and not (before.isascii() and before.isdigit() and len(before) < 19):
        raise Http404
    return _page(request, code, int(before) if before else None)


def _page(
    request: HttpRequest, code: str, before: int | None, notice: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    try:
        table = as_shown(read(code), clock.now())
    except Table.DoesNotExist:
        raise Http404 from None
    lines = chat.page(table.id, before)
    if request.htmx:
        response = HttpResponse(chat.drawn(lines.lines))
        response["X-Mais"] = "1" if lines.older else ""
    else:
        context = {
            "s": screen(table, table.seat_by(token_of(request.COOKIES))),
            "conversa": lines,
            "csrf": get_token(request),
            "deck": look_of(request).deck,
            "aviso": notice,
            "texto": typed,
            "lance": secrets.token_hex(8),
            "antes": before,
        }
        response = render(request, "tables/conversa_pagina.html", context, status=status)
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "HX-Request, Cookie"
    return response
