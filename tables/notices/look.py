"""The sweep's part: which tables changed, what they have to tell whom, and the claim that makes it one notice each.

A table is weighed once its version has stood for a few seconds, so that robots' bursts and live play cost nothing. All
that is needed to go on is stored: a process may die at any point, several may sweep at once."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from tables import clock, state
from tables.models import Attention, NoticeSettings, PushSubscription, Seat, Table, Watch
from tables.notices import deliver, devices, mail
from tables.notices.deliver import Errand
from tables.notices.facts import Fact, changes_at, facts, known_after
from tables.notices.hours import Known, Later, Seen, Send, weigh

log = logging.getLogger(__name__)

_LEASE: Final = timedelta(minutes=2)  # a sender that takes longer is dead
_BATCH: Final = 500  # tables in one go
_NEVER_OVER: Final = (Table.WAITING, Table.PLAYING)


def look() -> int:
    """Find what is to be told now and hand it to the senders; how many errands."""
    if not _anybody():
        return 0
    now = clock.now()
    _note_changes(now)
    due = Watch.objects.filter(next_at__lte=now, table__version=F("version")).order_by("next_at")
    handed = 0
    for table_id, version in due.values_list("table_id", "version")[:_BATCH]:
        try:
            handed += _weigh_table(table_id, version, now)
        except Exception as error:  # one table's trouble is not the others'
            log.error("notices: %s at table %d", type(error).__name__, table_id)
    return handed


def _anybody() -> bool:
    return (settings.VAPID_KEY and PushSubscription.objects.exists()) or (
        mail.is_on() and NoticeSettings.objects.filter(email_confirmed=True).exists()
    )


def _note_changes(now: datetime) -> None:
    """Every table with somebody to tell whose version is new is to be weighed when it has stood for a while."""
    told = Seat.objects.filter(devices.reachable("player_id"), table_id=OuterRef("id"), gone=False)
    changed = (
        Table.objects.filter(Q(watch=None) | Q(watch__version__lt=F("version")), Exists(told))
        .exclude(status=Table.CLOSED)
        .order_by("id")
        .values_list("id", "version", "status", "watch__version")[:_BATCH]
    )
    later = now + timedelta(seconds=settings.NOTICE_DELAY)
    # A table that was over before anybody wanted notices has none to give.
    watches = [
        Watch(table_id=table, version=version, next_at=None if seen is None and status not in _NEVER_OVER else later)
        for table, version, status, seen in changed
    ]
    if not watches:
        return
    seats = Seat.objects.filter(
        devices.reachable("player_id"), table_id__in=[watch.table_id for watch in watches], gone=False
    )
    attentions = [
        Attention(table_id=table, player_id=player)
        for table, player in seats.order_by("table_id", "number").values_list("table_id", "player_id")
    ]
    with transaction.atomic():
        Watch.objects.bulk_create(
            watches, update_conflicts=True, unique_fields=["table"], update_fields=["version", "next_at"]
        )
        Attention.objects.bulk_create(attentions, ignore_conflicts=True)


def _weigh_table(table_id: int, version: int, now: datetime) -> int:
    try:
        table = state.read_by_id(table_id)
    except Table.DoesNotExist:
        return 0
    if table.version != version:
        return 0
    rows = {row.player_id: row for row in Attention.objects.filter(table_id=table_id)}
    wishes = {row.player_id: row for row in NoticeSettings.objects.filter(player_id__in=rows)}
    opened = _reached_from(list(rows), wishes, now)
    dates = [changes_at(table, now)]
    errands = []
    for fact in facts(table, now):
        row = rows.get(fact.player)
        if row is None:
            continue
        known = Known(row.seen_version, row.seen_at, row.told, row.sent_at, opened.get(fact.player))
        verdict = weigh(fact, version, known, devices.wishes_of(wishes.get(fact.player)), now)
        if isinstance(verdict, Seen):
            Attention.objects.filter(id=row.id).update(told=known_after(row.told, fact))
        elif isinstance(verdict, Later):
            dates.append(verdict.at)
        elif isinstance(verdict, Send):
            dates.append(now + _LEASE)
            if _claim(row, fact, now):
                errands.append(Errand(attention=row.id, told=row.told, table_id=table_id, fact=fact))
    next_at = min((date for date in dates if date is not None), default=None)
    Watch.objects.filter(table_id=table_id, version=version).update(next_at=next_at)
    for errand in errands:
        deliver.submit(errand)
    return len(errands)


def _reached_from(players: list[int], wishes: dict[int, NoticeSettings], now: datetime) -> dict[int, datetime]:
    """By player the earliest time that a way to him is open; none for whoever has no way."""
    ways: dict[int, list[datetime]] = {}
    if settings.VAPID_KEY:
        found = PushSubscription.objects.filter(player_id__in=players)
        for player, not_before in found.values_list("player_id", "not_before"):
            ways.setdefault(player, []).append(not_before or now)
    for player, row in wishes.items():
        if mail.is_on() and row.email_confirmed:
            ways.setdefault(player, []).append(row.mail_not_before or now)
    return {player: min(dates) for player, dates in ways.items()}


def _claim(row: Attention, fact: Fact, now: datetime) -> bool:
    """Of several sweeps one gets it."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    same = Attention.objects.filter(free, id=row.id, told=row.told, sent_at=row.sent_at)
    return bool(same.update(claimed_until=now + _LEASE))
