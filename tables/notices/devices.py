"""The browsers of a player that want notices, and his wishes: each function is one transaction."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from cards.game import Refusal
from tables import clock
from tables.models import Attention, NoticeSettings, PushSubscription, Seat, Table
from tables.notices import hours, post, webpush
from tables.notices.hours import Wishes

MOST: Final = 10  # devices of a player: the oldest goes
_BETWEEN_TESTS: Final = timedelta(seconds=10)


class NoticeRefusal(Refusal):
    """Something about notices that cannot be."""


def add(player: int, endpoint: str, p256dh: str, auth: str, agent: str, base: str, zone: str) -> PushSubscription:
    """This browser wants notices from now on. A browser that was another player's is this one's now.

    Raises NoticeRefusal (`bad_device`) for what no browser would send.
    """
    if post.refused(endpoint):
        raise _bad()
    try:
        webpush.check_keys(p256dh, auth)
    except webpush.BadKey:
        raise _bad() from None
    now = clock.now()
    with transaction.atomic():
        wishes, made = NoticeSettings.objects.get_or_create(player_id=player, defaults={"zone": _zone(zone)})
        if not made and wishes.zone != _zone(zone) and not _others(player, endpoint):
            NoticeSettings.objects.filter(player_id=player).update(zone=_zone(zone))
        device, _ = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "player_id": player,
                "p256dh": p256dh,
                "auth": auth,
                "label": label(agent),
                "base": base[:200],
                "failures": 0,
                "not_before": None,
            },
            create_defaults={
                "player_id": player,
                "p256dh": p256dh,
                "auth": auth,
                "label": label(agent),
                "base": base[:200],
                "created_at": now,
            },
        )
        newest = PushSubscription.objects.filter(player_id=player).order_by("-created_at", "-id").values("id")
        PushSubscription.objects.filter(id__in=[row["id"] for row in newest[MOST:]]).delete()
        attend(player)
    return device


def remove(player: int, device: int) -> None:
    """That browser wants none any more. Another player's stays; one that is gone is no error."""
    PushSubscription.objects.filter(player_id=player, id=device).delete()


def of(player: int) -> list[PushSubscription]:
    """A player's browsers, the newest first."""
    return list(PushSubscription.objects.filter(player_id=player).order_by("-created_at", "-id"))


def owner(device: int) -> int | None:
    """The player whom that browser tells; None for one that was removed."""
    return PushSubscription.objects.filter(id=device).values_list("player_id", flat=True).first()


def to_try(player: int, device: int) -> PushSubscription | None:
    """The browser that a test notice may go to now: his own, and not tried a moment ago. None if it is not his.

    Raises NoticeRefusal (`too_soon`).
    """
    now = clock.now()
    found = PushSubscription.objects.filter(player_id=player, id=device).first()
    if found is not None and found.not_before is not None and found.not_before > now:
        why = "O serviço de avisos deste aparelho pediu uma pausa" if found.failures else "Um aviso acabou de sair"
        raise NoticeRefusal("too_soon", f"{why}: espere um pouco e tente de novo.")
    PushSubscription.objects.filter(player_id=player, id=device).update(not_before=now + _BETWEEN_TESTS)
    return found


def wish(player: int, zone: str, quiet_from: str, quiet_to: str) -> None:
    """Set the zone and the quiet hours ("22", "8"; equal: none). Raises NoticeRefusal (`bad_hours`)."""
    times = [int(text) for text in (quiet_from, quiet_to) if text.isascii() and text.isdigit() and len(text) < 3]
    if len(times) != 2 or max(times) > 23:
        raise NoticeRefusal("bad_hours", "Escolha horas de 0 a 23.")
    fields = {"zone": hours.zone_or_default(zone), "quiet_from": times[0], "quiet_to": times[1]}
    NoticeSettings.objects.update_or_create(player_id=player, defaults=fields)


def wishes_of(row: NoticeSettings | None) -> Wishes:
    """The wishes in a row, the defaults without one. A zone that the system has forgotten is the default."""
    if row is None:
        return Wishes()
    return Wishes(zone=hours.zone_or_default(row.zone), quiet_from=row.quiet_from, quiet_to=row.quiet_to)


def attend(player: int) -> None:
    """Keep from now on what the player sees of each of his tables that is not over; how it stands now is no news."""
    seats = Seat.objects.filter(player_id=player, gone=False, table__status__in=(Table.WAITING, Table.PLAYING))
    Attention.objects.bulk_create(
        [
            Attention(table_id=table, player_id=player, seen_version=version)
            for table, version in seats.values_list("table_id", "table__version")
        ],
        ignore_conflicts=True,
    )


def reachable(player: str) -> Q:
    """The condition that the player named by that field can be told anything at all."""
    return Q(Exists(PushSubscription.objects.filter(player_id=OuterRef(player)))) | Q(
        Exists(NoticeSettings.objects.filter(player_id=OuterRef(player), email_confirmed=True))
    )


_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_PLACES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def label(agent: str) -> str:
    """A browser in a few words, by what it says of itself: "Chrome no Android"."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), "Navegador")
    place = next((name for sign, name in _PLACES if sign in agent), "")
    return f"{browser} no {place}" if place else browser


def _others(player: int, endpoint: str) -> QuerySet:
    return PushSubscription.objects.filter(player_id=player).exclude(endpoint=endpoint)


def _zone(name: str) -> str:
    return hours.zone_or_default(name)


def _bad() -> NoticeRefusal:
    return NoticeRefusal("bad_device", "Este navegador não deu um endereço de avisos que a gente possa usar.")
