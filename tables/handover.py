"""CONTINUAR EM OUTRO APARELHO: a one-time code, typed or as a link, makes another browser the same player."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import connection, transaction
from django.db.models import Q

from tables import clock, floods
from tables.commands import withdraw_claim
from tables.hidden import hidden
from tables.models import HandoverCode, Player, Seat, SeatClaim, Table
from tables.players import Token
from tables.refusals import TableRefusal

LASTS: Final = timedelta(minutes=10)
_KEPT: Final = timedelta(days=1)  # a code that cannot be used any more, to be able to say why
_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 31 signs, none like another
_SIGNS: Final = 8
# Codes typed wrong in 10 minutes: from one address, from all. A link's secret cannot be guessed and is not counted.
_WRONG: Final = "code"
_WRONG_SPAN: Final = timedelta(minutes=10)
_WRONG_HERE, _WRONG_EVERYWHERE = 8, 500


class Handover(msgspec.Struct, frozen=True):
    """What the old device shows, and nobody stores."""

    code: str  # "K7QM-2XPA"
    link: str  # the secret of the link, not its whole address


class Taken(msgspec.Struct, frozen=True):
    """What became of a code on the new device."""

    kind: str  # done; same: this device was that player already; ask: it is another player who holds seats
    token: Token  # of the code's player
    name: str
    before: str = ""  # the name of whom this device was
    tables: int = 0  # where that one sits


def start(player: int | None) -> Handover:
    """A new code for the player, in the place of his earlier ones. Raises TableRefusal for somebody unknown."""
    now = clock.now()
    with transaction.atomic():
        if player is None or not Player.objects.select_for_update().filter(id=player).exists():
            raise TableRefusal("stranger", "Sente-se primeiro a uma mesa neste navegador.")
        codes = HandoverCode.objects.filter(player_id=player)
        codes.filter(made_at__lt=now - _KEPT).delete()
        codes.update(replaced=True)
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_SIGNS))
        link = secrets.token_urlsafe(16)
        HandoverCode.objects.create(
            player_id=player, code=hidden("handover", code), link=hidden("handover", link), made_at=now
        )
    return Handover(code=f"{code[:4]}-{code[4:]}", link=link)


def owner(link: str) -> str:
    """The name of the player whose link this is. Raises TableRefusal for one that cannot be used."""
    row = HandoverCode.objects.select_related("player").filter(link=hidden("handover", link)).first()
    name: str = _usable(row, clock.now()).player.name
    return name


def take(device: int | None, address: str, *, typed: str = "", link: str = "", agreed: bool = False) -> Taken:
    """Use a code on a device that is player `device` so far; one that holds other seats has to have agreed.

    Raises TableRefusal: bad_code, expired, used, replaced, too_fast.
    """
    now = clock.now()
    if not link:
        typed = clean(typed)
        _not_too_many(address)
    with transaction.atomic():
        rows = HandoverCode.objects.select_for_update(of=_self()).select_related("player")
        row = rows.filter(Q(link=hidden("handover", link)) if link else Q(code=hidden("handover", typed))).first()
        if row is not None:
            taken = _take(row, device, now, agreed)
    if row is None:
        if not link:
            floods.note(_WRONG, address)
        raise _wrong()
    if taken.kind == "done" and device is not None:
        _withdraw_all(device)
    return taken


def _take(row: HandoverCode, device: int | None, now: datetime, agreed: bool) -> Taken:
    token = Token(row.player_id, row.player.epoch)
    if row.player_id == device:
        return Taken("same", token, row.player.name)
    _usable(row, now)
    tables = 0 if device is None else _seats_that_matter(device)
    if tables and not agreed:
        before = Player.objects.values_list("name", flat=True).get(id=device)
        return Taken("ask", token, row.player.name, before, tables)
    row.used_at = now
    row.save(update_fields=["used_at"])
    return Taken("done", token, row.player.name)


def _usable(row: HandoverCode | None, now: datetime) -> HandoverCode:
    if row is None:
        raise _wrong()
    if row.used_at is not None:
        raise TableRefusal("used", "Este código já foi usado: peça outro no aparelho antigo.")
    if row.replaced:
        raise TableRefusal("replaced", "Já há um código mais novo no aparelho antigo: use aquele.")
    if now - row.made_at >= LASTS:
        raise TableRefusal("expired", "Este código valia 10 minutos: peça outro no aparelho antigo.")
    return row


def _wrong() -> TableRefusal:
    return TableRefusal("bad_code", "Não conhecemos este código: confira as letras no aparelho antigo.")


def clean(typed: str) -> str:
    """The eight signs as they are stored. Raises TableRefusal for what cannot be a code."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    if len(code) != _SIGNS or any(sign not in _ALPHABET for sign in code):
        raise TableRefusal("bad_code", "O código tem 8 letras e números, como K7QM-2XPA: confira no aparelho antigo.")
    return code


def tidy() -> int:
    """Delete the codes that nobody needs any more; how many there were."""
    gone: int
    gone, _ = HandoverCode.objects.filter(made_at__lt=clock.now() - _KEPT).delete()
    return gone


def _not_too_many(address: str) -> None:
    here, everywhere = floods.count(_WRONG, _WRONG_SPAN, address), floods.count(_WRONG, _WRONG_SPAN)
    if here >= _WRONG_HERE or everywhere >= _WRONG_EVERYWHERE:
        raise TableRefusal("too_fast", "Foram códigos errados demais: espere 10 minutos ou abra o link.")


def _seats_that_matter(player: int) -> int:
    lives = (Table.WAITING, Table.PLAYING, Table.FINISHED)
    return Seat.objects.filter(player_id=player, gone=False, table__status__in=lives).count()


def _withdraw_all(player: int) -> None:
    """What this device asked for as whom it was before: nobody would be there to get it."""
    claims = SeatClaim.objects.filter(claimant_id=player, outcome=SeatClaim.OPEN)
    for code in list(claims.values_list("table__code", flat=True)):
        with suppress(TableRefusal):  # the table has just expired
            withdraw_claim(code, player)


def _self() -> tuple[str, ...]:
    return ("self",) if connection.features.has_select_for_update_of else ()
