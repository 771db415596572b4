"""The sweep: idempotent tidying that no rule depends on. Any number of processes may sweep at once, and be killed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from typing import Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from tables import clock, commands, deadlines, floods, handover, live, robots, state
from tables.commands.recovery import CLAIM_LASTS
from tables.models import NoticeSettings, Player, Seat, Table
from tables.notices.look import look

log = logging.getLogger(__name__)

PAUSE: Final[float] = settings.SWEEP_PAUSE  # seconds between two sweeps
_BATCH: Final = 100  # rows that one step looks at in one sweep
_ROBOT_PATIENCE: Final = timedelta(seconds=4)  # a robot thinks for far less
_JUST_PASSED: Final = timedelta(seconds=15)  # a few sweeps; a page that misses the push at a date asks by its heartbeat


def sweep() -> int:
    """Take every step once, whatever happens to the others; how much there was to do."""
    return sum(_tried(step, step.__name__) for step in STEPS)


def expire() -> int:
    """End the tables where nobody has moved for 7 days (T9)."""
    since = clock.now() - deadlines.EXPIRY
    due = Table.objects.filter(ended_at=None, last_move_at__lte=since).order_by("last_move_at")
    return _each(due.values_list("id", flat=True)[:_BATCH], commands.expire)


def wake_robots() -> int:
    """Let the robots play that stand still, as after a crash."""
    late = clock.now() - _ROBOT_PATIENCE
    still = Table.objects.filter(robot_turn=True, turn_since__lt=late)
    return _each(still.values_list("id", flat=True)[:_BATCH], _wake)


def redraw() -> int:
    """Send open pages what a date has changed just now: the absence may be ended (E19), the table will expire (T9)."""
    now = clock.now()
    passed = Q()
    for span in (deadlines.SHOWN_FROM, deadlines.ABSENCE, *deadlines.WARNINGS):
        passed |= Q(last_move_at__gt=now - span - _JUST_PASSED, last_move_at__lte=now - span)
    return _each(Table.objects.filter(passed, ended_at=None).values_list("id", flat=True), _publish)


def delete_tables() -> int:
    """Delete what ended long ago (settings.KEEP_DAYS), with its log, seats and talk."""
    old = Table.objects.filter(ended_at__lt=clock.now() - timedelta(days=settings.KEEP_DAYS))
    if not old.exists():  # as mostly: no need to lock anything
        return 0
    with transaction.atomic():
        ids = list(old.select_for_update(skip_locked=_skip_locked()).values_list("id", flat=True)[:_BATCH])
        Table.objects.filter(id__in=ids).delete()
    return len(ids)


def drop_claims() -> int:
    """Take away the claims to a seat that nobody has answered."""
    old = Seat.objects.filter(claim__asked_at__lte=clock.now() - CLAIM_LASTS)
    return _each(set(old.values_list("table_id", flat=True)[:_BATCH]), commands.drop_old_claims)


_last_looked_at = 0  # player id; the next sweep goes on there


def delete_players() -> int:
    """Delete people who have been without a table for as long, if nothing else refers to them."""
    global _last_looked_at
    since = clock.now() - timedelta(days=settings.KEEP_DAYS)
    some = list(Player.objects.filter(id__gt=_last_looked_at).order_by("id").values_list("id", "created_at")[:_BATCH])
    _last_looked_at = some[-1][0] if len(some) == _BATCH else 0
    old = [player for player, created_at in some if created_at < since]
    if not old:  # as mostly on a young site: the question below is a long one
        return 0
    unused = Player.objects.filter(id__in=old)
    for relation in Player._meta.related_objects:
        rows = relation.related_model.objects.filter(**{relation.field.name: OuterRef("id")})
        if relation.related_model is NoticeSettings:  # wishes alone are nothing to come back to
            rows = rows.exclude(email="")
        unused = unused.filter(~Exists(rows))
    if not unused.exists():
        return 0
    with transaction.atomic():
        # Locked first and looked at again: one of them may be sitting down at this moment.
        locked = list(unused.select_for_update(skip_locked=_skip_locked(), of=_self()).values_list("id", flat=True))
        gone: int
        gone, _ = unused.filter(id__in=locked).delete()
    return gone


STEPS: Final[list[Callable[[], int]]] = [
    expire,
    wake_robots,
    drop_claims,
    redraw,
    look,
    delete_tables,
    delete_players,
    handover.tidy,
    floods.tidy,
]
"""What a sweep does, in this order."""


def _each(ids: Iterable[int], do: Callable[[int], int]) -> int:
    """Do it to every table; one that fails does not stop the others. How many there were to do."""
    return sum(_tried(partial(do, table_id), f"table {table_id}") for table_id in ids)


def _tried(do: Callable[[], int], name: str) -> int:
    try:
        return do()
    except Exception as error:  # without its message, which could name a card
        log.error("sweep: %s at %s", type(error).__name__, name)
        return 0


def _wake(table_id: int) -> int:
    robots.wake(state.read_by_id(table_id))
    return 1


def _publish(table_id: int) -> int:
    live.publish(state.read_by_id(table_id))
    return 1


def _skip_locked() -> bool:
    return bool(connection.features.has_select_for_update_skip_locked)


def _self() -> tuple[str, ...]:
    return ("self",) if connection.features.has_select_for_update_of else ()


_running: asyncio.Task[None] | None = None


def start() -> None:
    """Sweep from now on as a task of the running loop, which is begun once."""
    global _running
    loop = asyncio.get_running_loop()
    if _running is None or _running.get_loop() is not loop:
        _running = loop.create_task(_sweep_for_ever())


async def _sweep_for_ever() -> None:
    while True:
        try:
            await database_sync_to_async(sweep)()
        except Exception as error:  # the database is away: the next sweep tries again
            log.error("sweep: %s", type(error).__name__)
        await asyncio.sleep(PAUSE)
