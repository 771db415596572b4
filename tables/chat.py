"""The talk at a table (T7): seated people write, everybody reads. Lines are plain text and no act of the match."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import transaction
from django.template import engines

from tables import clock, deadlines, live
from tables.commands import Asked
from tables.commands.change import own_page
from tables.letters import BLANK, JOINERS, on_one_line
from tables.models import Message, Seat, Table
from tables.players import Token
from tables.refusals import TableRefusal

LONGEST: Final = 300  # letters: code points after cleaning, which is how a script counts with [...text].length
_LONGEST_TYPED: Final = 4000  # letters before cleaning, whose cost grows with their square
PAGE: Final = 50  # lines
LINES: Final = "c"  # a text to open pages: new lines; "C" in place of all that the page has
_ALL: Final = "C"
# Who writes faster than this waits; counted in the database, so it holds for all processes.
_PACE: Final = ((5, timedelta(seconds=10)), (15, timedelta(minutes=1)))


class Line(msgspec.Struct, frozen=True):
    """A line as everybody at the table sees it."""

    id: int
    name: str
    text: str
    match_number: int
    at: datetime


class Page(msgspec.Struct, frozen=True):
    """Some lines, oldest first, and whether there are older ones."""

    lines: tuple[Line, ...]
    older: bool


def say(code: str, asked: Asked, typed: str) -> Line:
    """Store a line and send it to every open page of the table; a repeat of the same act gets the line that is stored.

    Raises Table.DoesNotExist, and TableRefusal: bad_form, bad_text, stranger, over, too_fast, stale.
    """
    if not (code.isascii() and code.isalnum()):  # PostgreSQL takes no NUL even to look for
        raise Table.DoesNotExist
    if not asked.key:
        raise TableRefusal("bad_form", "Faltou algo no pedido: recarregue a página e tente de novo.")
    text = clean_line(typed)
    now = clock.now()
    own = Message.objects.filter(table__code=code, player_id=asked.player, key=asked.key)
    if not own.exists():
        _not_too_fast(code, asked.player, now)  # before any lock, so that a flood holds up no move
    with transaction.atomic():
        rows = Table.objects.select_for_update(no_key=True).values_list("id", "status", "match_number", "last_move_at")
        table_id, status, match_number, last_move_at = rows.get(code=code)
        said = own.first()
        if said is None:
            name = _name_of_seated(table_id, asked.token)
            own_page(asked, name)
            dead = deadlines.is_expired(last_move_at, now) and status in (Table.WAITING, Table.PLAYING)
            if dead or status in (Table.EXPIRED, Table.CLOSED):
                raise TableRefusal("over", "A mesa acabou: a conversa ficou só para ler.")
            _not_too_fast(code, asked.player, now)
            said = Message.objects.create(
                table_id=table_id,
                player_id=asked.player,
                name=name,
                text=text,
                match_number=match_number,
                key=asked.key,
                at=now,
            )
            told = drawn((line := _line(said),))
            transaction.on_commit(lambda: live.tell(table_id, LINES + told))
            return line
    if said.text != text:
        raise TableRefusal("stale", "Este envio já levou outra mensagem: recarregue a página e envie de novo.")
    return _line(said)


def page(table_id: int, before: int | None = None) -> Page:
    """The last lines, or those before the line with that id."""
    rows = Message.objects.filter(table_id=table_id)
    if before is not None:
        rows = rows.filter(id__lt=before)
    newest = [_line(row) for row in rows.order_by("-id")[: PAGE + 1]]
    return Page(lines=tuple(reversed(newest[:PAGE])), older=len(newest) > PAGE)


def missed(table_id: int, after: int) -> str:
    """The text for an open page that has the lines up to that id; of a long absence it gets the last page alone."""
    last = page(table_id)
    gap = last.older and last.lines[0].id > after
    lines = tuple(line for line in last.lines if line.id > after)
    return (_ALL if gap else LINES) + drawn(lines)


def drawn(lines: tuple[Line, ...]) -> str:
    """The lines as elements of a list, the same for every viewer."""
    text: str = engines["jinja2"].env.get_template("tables/falas.html").render(falas=lines)
    return text


def clean_line(typed: str) -> str:
    """The text on one line of visible characters, unable to turn its neighbours around. Raises TableRefusal."""
    if len(typed) > _LONGEST_TYPED:
        raise _too_long(len(typed))
    text = on_one_line(typed)
    if not any(unicodedata.category(c)[0] not in "MZ" and c not in BLANK + JOINERS for c in text):
        raise TableRefusal("bad_text", "Escreva alguma coisa antes de enviar.")
    if len(text) > LONGEST:
        raise _too_long(len(text))
    return text


def _too_long(letters: int) -> TableRefusal:
    return TableRefusal("bad_text", f"Uma mensagem pode ter até {LONGEST} letras, e esta tem {letters}.")


def _name_of_seated(table_id: int, token: Token | None) -> str:
    seat = None
    if token is not None:
        seats = Seat.objects.filter(table_id=table_id, player_id=token.player, player__epoch=token.epoch, gone=False)
        seat = seats.values_list("name").first()
    if seat is None:
        raise TableRefusal("stranger", "Só quem está sentado à mesa escreve na conversa: você está assistindo.")
    name: str = seat[0]
    return name


def _not_too_fast(code: str, player: int | None, now: datetime) -> None:
    longest = _PACE[-1][1]
    times = list(
        Message.objects.filter(table__code=code, player_id=player, at__gt=now - longest).values_list("at", flat=True)
    )
    if any(sum(at > now - span for at in times) >= lines for lines, span in _PACE):
        raise TableRefusal("too_fast", "Devagar: espere alguns segundos para escrever de novo.")


def _line(row: Message) -> Line:
    return Line(id=row.id, name=row.name, text=row.text, match_number=row.match_number, at=row.at)
