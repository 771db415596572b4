"""The pages of a hand-over: the code on the old device, where the new one takes it, and how others are signed out."""

from __future__ import annotations

from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.backends.utils import csrf_token_lazy
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods
from markupsafe import Markup

from cards.game import Refusal
from tables import commands, floods, handover
from tables.addresses import code_of
from tables.asking import asked_by
from tables.commands.change import own_page
from tables.looks import in_app, look_of
from tables.models import Player
from tables.players import mark_of, player_of, remember, renew, token_of
from tables.refusals import status_of


@require_http_methods(["GET", "HEAD", "POST"])
@gzip_page
def show(request: HttpRequest) -> HttpResponse:
    """On the old device: what it is for, and by POST a new code with its link, as text and as a QR code."""
    mesa = code_of(request.POST.get("mesa") or request.GET.get("mesa"))
    context: dict[str, Any] = {"novo": None, "link": "", "qr": "", "aviso": "", "mesa": mesa}
    status = 200
    if request.method == "POST":
        try:
            _own_page(request)
            new = handover.start(player_of(request.COOKIES))
        except Refusal as refusal:
            context["aviso"], status = refusal.text, status_of(refusal)
        else:
            link = f"{look_of(request).base}{reverse('continue')}?c={new.link}"
            context |= {"novo": new, "link": link, "qr": _qr(link)}
    context["sou"] = mark_of(player_of(request.COOKIES))
    response = _render(request, "outro_aparelho.html", status, **context)
    renew(request, response)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@gzip_page
def take(request: HttpRequest) -> HttpResponse:
    """On the new device: who opens a link says that it is he, who has none types the code. A GET changes nothing."""
    if request.method != "POST":
        link = request.GET.get("c", "")
        try:
            return _form(request, link=link, nome=handover.owner(link) if link else "")
        except Refusal as refusal:
            return _form(request, status_of(refusal), aviso=refusal.text)
    link, typed = request.POST.get("c", ""), request.POST.get("codigo", "")
    device, address = player_of(request.COOKIES), floods.address_of(request)
    try:
        taken = handover.take(device, address, typed=typed, link=link, agreed=request.POST.get("trocar") == "1")
    except Refusal as refusal:
        return _form(request, status_of(refusal), aviso=refusal.text, codigo=typed)
    if taken.kind == "ask":
        return _form(request, link=link, codigo=typed, nome=taken.name, troca=taken)
    response = redirect("mine")
    remember(request, response, taken.token)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@gzip_page
def sign_out(request: HttpRequest) -> HttpResponse:
    """SAIR DOS OUTROS APARELHOS: what it means, and by POST it is done; this browser gets the cookie that is good."""
    if request.method != "POST":
        done = request.GET.get("feito") == "1"
        sou = mark_of(player_of(request.COOKIES))
        return _render(request, "sair_dos_outros.html", 200, sou=sou, feito=done, aviso="")
    try:
        _own_page(request)
        token = commands.sign_out_others(token_of(request.COOKIES), request.POST.get("endpoint", ""))
    except Refusal as refusal:
        context = {"sou": "", "feito": False, "aviso": refusal.text}
        return _render(request, "sair_dos_outros.html", status_of(refusal), **context)
    response = redirect(f"{reverse('sign_out')}?feito=1")
    remember(request, response, token)
    return response


def _own_page(request: HttpRequest) -> None:
    """Raises TableRefusal for a form of before this browser became another player."""
    player = player_of(request.COOKIES)
    name = Player.objects.filter(id=player).values_list("name", flat=True).first()
    if name is not None:
        own_page(asked_by(request, ""), name)


def _form(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    given = {"link": "", "codigo": "", "nome": "", "aviso": "", "troca": None, "embutido": in_app(request)}
    return _render(request, "continuar.html", status, **(given | context))


def _render(request: HttpRequest, template: str, status: int, **context: Any) -> HttpResponse:
    common = {"csrf": csrf_token_lazy(request), "deck": look_of(request).deck}
    response = render(request, template, {**common, **context}, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _qr(text: str) -> Markup:
    """A drawing without styles of its own, as the content policy wants it."""
    drawn = segno.make(text, micro=False, error="m")
    svg = drawn.svg_inline(omitsize=True, border=4, light="#fff", dark="#14211c", svgclass=None, lineclass=None)
    return Markup(svg)
