"""The pages and forms of notices: my devices, quiet hours, the mail address, a test. Only POST changes anything."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.backends.utils import csrf_token_lazy
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from tables import clock, state
from tables.addresses import code_of
from tables.commands.expiry import as_shown
from tables.looks import look_of
from tables.models import NoticeSettings, Player, PushSubscription, Table
from tables.notices import deliver, devices, keys, mail, words
from tables.notices.devices import NoticeRefusal
from tables.notices.facts import facts
from tables.players import player_of

ZONES: Final = (
    ("America/Sao_Paulo", "Brasília"),
    ("America/Manaus", "Manaus"),
    ("America/Cuiaba", "Cuiabá"),
    ("America/Rio_Branco", "Rio Branco"),
    ("America/Noronha", "Fernando de Noronha"),
    ("Europe/Lisbon", "Lisboa"),
)
_SAID: Final = {
    "horario": "Horário guardado.",
    "teste": "O aviso de teste está a caminho: deve aparecer em alguns segundos.",
    "removido": "Este aparelho não recebe mais avisos.",
    "email": "Mandamos um e-mail: abra o link que está nele para confirmar.",
    "sem-email": "Não mandamos mais nada por e-mail.",
}
_NOT_SEATED: Final = "Sente-se primeiro a uma mesa neste navegador."

View = Callable[..., HttpResponse]


@require_safe
@gzip_page
def page(request: HttpRequest) -> HttpResponse:
    """AVISOS: what this player gets, where and when."""
    return _page(request, said=_SAID.get(request.GET.get("dito", ""), ""))


@require_safe
def offer(request: HttpRequest) -> HttpResponse:
    """What asks at the table whether to be told of the next turn; put in by a script after the first move."""
    context = {"chave": keys.public_key(), "mesa": code_of(request.GET.get("mesa"))}
    response = render(request, "tables/oferta.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def count(request: HttpRequest) -> JsonResponse:
    """For our script: at how many tables this player is waited for, the key of a subscription, and whose his is."""
    player = player_of(request.COOKIES)
    turns = 0 if player is None else deliver.turns_of(player)
    owner = devices.owner(_number(request.GET.get("aparelho", "")))
    whose = "" if owner is None else "meu" if owner == player else "outro"
    response = JsonResponse({"vezes": turns, "chave": keys.public_key(), "aparelho": whose})
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def present(request: HttpRequest, code: str) -> JsonResponse:
    """For our worker: what this table has to tell this player now, which may be newer than the push that came."""
    try:
        table = as_shown(state.read(code), clock.now())
    except Table.DoesNotExist:
        return JsonResponse({"title": "Esta mesa não existe mais", "body": "", "vale": False}, status=404)
    player = player_of(request.COOKIES)
    fact = next((fact for fact in facts(table, clock.now()) if fact.player == player), None)
    if fact is None:
        answer = {"title": f"Já não é a sua vez {words.at_game(table.rules.TITLE)}", "body": "Toque para ver a mesa."}
    else:
        told = words.notice(table, fact, deliver.last_action(table))
        answer = {"title": told.title, "body": told.body}
    vezes = 0 if player is None else deliver.turns_of(player)
    response = JsonResponse({**answer, "vale": fact is not None, "vezes": vezes})
    response["Cache-Control"] = "private, no-store"
    return response


def _by_player(done: Callable[[HttpRequest, int], HttpResponse]) -> View:
    """A POST by somebody who has sat at a table; what is refused is said on the page, or as JSON to our script."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(done)
    def view(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":  # the address that a refused form left in the browser
            return redirect("notices")
        player = player_of(request.COOKIES)
        if player is None or not Player.objects.filter(id=player).exists():
            return _refused(request, _NOT_SEATED, 403)
        try:
            return done(request, player)
        except NoticeRefusal as refusal:
            return _refused(request, refusal.text, 400)

    wrapped: View = view
    return wrapped


@_by_player
def subscribe(request: HttpRequest, player: int) -> HttpResponse:
    """This browser wants notices."""
    if not keys.public_key():
        raise NoticeRefusal("off", "Os avisos estão desligados neste site.")
    form = request.POST
    device = devices.add(
        player,
        form.get("endpoint", ""),
        form.get("p256dh", ""),
        form.get("auth", ""),
        request.headers.get("User-Agent", ""),
        look_of(request).base,
        form.get("zona", ""),
    )
    return JsonResponse({"aparelho": device.id})


@_by_player
def try_device(request: HttpRequest, player: int) -> HttpResponse:
    """TESTAR AVISO."""
    device = devices.to_try(player, _number(request.POST.get("aparelho", "")))
    if device is None:
        raise NoticeRefusal("no_device", "Este aparelho não está mais na lista: ligue os avisos de novo.")
    deliver.test(device)
    return _done(request, "teste")


@_by_player
def remove(request: HttpRequest, player: int) -> HttpResponse:
    """No notices any more on one of my devices."""
    devices.remove(player, _number(request.POST.get("aparelho", "")))
    return _done(request, "removido")


@_by_player
def hours(request: HttpRequest, player: int) -> HttpResponse:
    """Zone and quiet hours; without the tick there are none."""
    form = request.POST
    start = form.get("de", "")
    devices.wish(player, form.get("zona", ""), start, form.get("ate", "") if form.get("silencio") else start)
    return _done(request, "horario")


@_by_player
def address(request: HttpRequest, player: int) -> HttpResponse:
    """The mail address: a link is sent there; an empty one: no mail any more."""
    if not mail.is_on():
        raise NoticeRefusal("off", "Este site não manda e-mail.")
    wanted = request.POST.get("endereco", "").strip()
    if not wanted:
        mail.forget(player)
        return _done(request, "sem-email")
    deliver.post_mail(mail.ask(player, wanted, look_of(request).base))
    return _done(request, "email")


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """The link in the mail: a page with a button, and by POST it is confirmed."""
    token = request.GET.get("t", "")
    done = mail.confirm(token) if request.method == "POST" else None
    return _link_page(request, "confirmar", done)


@csrf_exempt  # a mail program posts by itself for "unsubscribe"; the signed link is the proof
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """The link at the end of every mail: a page with a button, and by POST there is no mail any more."""
    done = mail.leave(request.GET.get("t", "")) if request.method == "POST" else None
    return _link_page(request, "parar", done)


def _link_page(request: HttpRequest, what: str, done: bool | None) -> HttpResponse:
    context = {
        "que": what,
        "feito": done,
        "deck": look_of(request).deck,
        "csrf": csrf_token_lazy(request),
        "caminho": request.get_full_path(),
    }
    return render(request, "tables/avisos_email.html", context, status=400 if done is False else 200)


def _page(request: HttpRequest, *, said: str = "", refused: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request.COOKIES)
    row = None if player is None else NoticeSettings.objects.filter(player_id=player).first()
    wishes = devices.wishes_of(row)
    zones = ZONES if wishes.zone in dict(ZONES) else (*ZONES, (wishes.zone, wishes.zone.replace("_", " ")))
    context: dict[str, Any] = {
        "deck": look_of(request).deck,
        "csrf": csrf_token_lazy(request),
        "conhecido": player is not None,
        "chave": keys.public_key(),
        "aparelhos": [] if player is None else [(device, _health(device)) for device in devices.of(player)],
        "desejos": wishes,
        "zonas": zones,
        "com_email": mail.is_on(),
        "email": "" if row is None else row.email,
        "confirmado": row is not None and row.email_confirmed,
        "mesa": code_of(request.POST.get("mesa") or request.GET.get("mesa")),
        "dito": said,
        "aviso": refused,
    }
    response = render(request, "tables/avisos.html", context, status=status)
    response["Cache-Control"] = "private, no-cache"
    return response


def _health(device: PushSubscription) -> str:
    if device.failures:
        return "sem resposta, vamos tentar de novo"
    return "funcionando" if device.last_ok_at else "ainda sem avisos"


def _refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    if _by_script(request):
        return JsonResponse({"aviso": sentence}, status=status)
    return _page(request, refused=sentence, status=status)


def _done(request: HttpRequest, what: str) -> HttpResponse:
    if _by_script(request):
        return JsonResponse({"dito": _SAID[what]})
    code = code_of(request.POST.get("mesa"))
    query = {"dito": what, **({"mesa": code} if code else {})}
    return redirect(f"{reverse('notices')}?{urlencode(query)}")


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
