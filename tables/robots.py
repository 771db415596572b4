"""Robots' turns: after a commit that leaves a robot on turn it thinks in a worker and moves by a command of its own."""

from __future__ import annotations

import logging
import random
import traceback
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import close_old_connections

from cards.game import Refusal
from tables import commands
from tables.state import TableState

log = logging.getLogger(__name__)
_workers = ThreadPoolExecutor(settings.ROBOT_WORKERS, "robot") if settings.ROBOT_WORKERS else None


def wake(table: TableState) -> None:
    """Let the robot on turn play, if one is. Waking twice is harmless: the second move finds the table changed."""
    if not table.robot_turn:
        return
    if _workers is None:
        _play(table)
    else:
        _workers.submit(_play_in_worker, table)


def _play_in_worker(table: TableState) -> None:
    close_old_connections()
    try:
        _play(table)
    except Exception as error:  # without its message, which could name a card; the clock wakes the robot again
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("robot: %s at table %d, version %d\n%s", type(error).__name__, table.id, table.version, places)
    finally:
        close_old_connections()


def _play(table: TableState) -> None:
    """The robot's move, chosen from its own view; the same table always gets the same move."""
    rng = random.Random(f"{settings.SECRET_KEY}/{table.id}/{table.match_number}/{table.sequence}")
    action = table.rules.choose(table.rules.view(table.match, table.match.turn), rng)
    try:
        commands.robot_act(table, action)
    except Refusal as refusal:
        if refusal.code not in ("stale", "expired"):
            raise
