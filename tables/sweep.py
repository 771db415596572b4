"""The sweep: idempotent tidying that no rule depends on. It wakes robots that stand still after a crash."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from channels.db import database_sync_to_async

from tables import clock, frames, robots, state
from tables.models import Table

log = logging.getLogger(__name__)

PAUSE: Final = 5.0  # seconds between two sweeps
_ROBOT_PATIENCE: Final = timedelta(seconds=4)  # a robot thinks for far less


def sweep() -> int:
    """Wake the robots whose turn has lasted too long; how many."""
    late = clock.now() - _ROBOT_PATIENCE
    still = Table.objects.filter(robot_turn=True, turn_since__lt=late).values_list("id", flat=True)
    for table_id in still:
        table = state.read_by_id(table_id)
        frames.remember(table)
        robots.wake(table)
    return len(still)


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
