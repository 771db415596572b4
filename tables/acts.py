"""What people do at a table, by POST: a form comes in, a command is given, the table as it then is goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.html import format_html
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from cards.game import Refusal
from tables import commands, frames
from tables.asking import FORM_FIELDS, asked_by
from tables.commands import Asked
from tables.looks import look_of
from tables.models import Table
from tables.players import Token, remember_today, token_of
from tables.refusals import TableRefusal, status_of
from tables.state import TableState
from tables.views import read_or_404, table_page


@require_http_methods(["GET", "HEAD", "POST"])
@gzip_page  # a frame to a quarter of its bytes, for some 3 % of the processor time of a move
def act(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Do what `verb` says. Answers with the frame for a script, else with the page; a refusal says why."""
    if verb not in _VERBS:
        raise Http404
    if request.method != "POST":  # the address that a refused form left in the browser
        return redirect("table", code)
    try:
        table, token = _VERBS[verb](code, asked_by(request, verb), request.POST)
    except Table.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return _refused(request, code, refusal)
    if request.htmx:
        response = HttpResponse(frames.frame(table, table.seat_by(token), look_of(request)))
    else:
        response = redirect("table", code)
    if token is not None:
        remember_today(request, response, token)
    return response


def _refused(request: HttpRequest, code: str, refusal: Refusal) -> HttpResponse:
    """The refusal to whoever asked, and to nobody else, with the table as it is now."""
    status = status_of(refusal)
    table = read_or_404(code)
    if not request.htmx:
        return table_page(request, table, refusal.text, status)
    frame = frames.frame(table, table.seat_by(token_of(request.COOKIES)), look_of(request))
    return HttpResponse(frame + format_html('<p id="aviso" role="alert">{}</p>', refusal.text), status=status)


def _number(form: QueryDict, field: str) -> int | None:
    """A seat number of a form, None where the form has none. Raises TableRefusal for what is no number."""
    text = form.get(field)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise TableRefusal("bad_choice", "Escolha um lugar da mesa.")
    return int(text)


Answer = tuple[TableState, Token | None]
"""The table, and who asked (who may be new)."""

Verb = Callable[[str, Asked, QueryDict], Answer]
"""What becomes of a table's code, who asks and the form. Raises Table.DoesNotExist, Refusal."""


def _sit(code: str, asked: Asked, form: QueryDict) -> Answer:
    table, player = commands.sit(code, asked, form.get("nome", ""))
    return table, asked.token_of(player)


def _robots(code: str, asked: Asked, form: QueryDict) -> Answer:
    return commands.add_robots(code, asked, fill=form.get("quantos") == "todos"), asked.token


def _no_robot(code: str, asked: Asked, form: QueryDict) -> Answer:
    number = _number(form, "lugar")
    return commands.remove_robot(code, asked, -1 if number is None else number), asked.token


def _start(code: str, asked: Asked, form: QueryDict) -> Answer:
    return commands.start(code, asked, _number(form, "parceiro")), asked.token


def _play(code: str, asked: Asked, form: QueryDict) -> Answer:
    # A name that ends in [] is a list, so that this floor need not know which of a game's fields are lists.
    fields: dict[str, Any] = {
        name.removesuffix("[]"): form.getlist(name) if name.endswith("[]") else form[name]
        for name in form
        if name not in FORM_FIELDS
    }
    return commands.act(code, asked, fields), asked.token


def _agree(code: str, asked: Asked, form: QueryDict) -> Answer:
    return commands.agree(code, asked, _number(form, "parceiro")), asked.token


def _plain(command: Callable[[str, Asked], TableState]) -> Verb:
    """A command that is told nothing but who asks."""
    return lambda code, asked, form: (command(code, asked), asked.token)


def _answering(*, let_in: bool) -> Verb:
    """The answer to a claim."""
    return lambda code, asked, form: (commands.answer_claim(code, asked, _claim(form), let_in=let_in), asked.token)


def _claim(form: QueryDict) -> int:
    text = form.get("pedido", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


_VERBS: Final[dict[str, Verb]] = {
    "sentar": _sit,
    "levantar": _plain(commands.stand_up),
    "robo": _robots,
    "tirar": _no_robot,
    "comecar": _start,
    "agir": _play,
    "ausencia": _plain(commands.end_for_absence),
    "desistir": _plain(commands.resign),
    "sair": _plain(commands.leave),
    "revanche": _agree,
    "deixar": _answering(let_in=True),
    "recusar": _answering(let_in=False),
}
