"""As a program: a sweep that stops in the middle of a table's transaction, to be killed. Arguments: database, time."""

from __future__ import annotations

import sys
import time
from datetime import datetime

import django


def main(database: str, now: str) -> None:
    django.setup()
    from django.db import connections

    connections["default"].settings_dict["NAME"] = database
    from tables import clock, state, sweep
    from tables.commands import change, ending

    clock.now = lambda: datetime.fromisoformat(now)
    store = change.store

    def stored_and_stuck(before: state.TableState, step: change.Step, at: datetime) -> None:
        store(before, step, at)
        sys.stdout.write(f"expired in a transaction: {before.code}\n")
        sys.stdout.flush()
        time.sleep(60)

    ending.__dict__["store"] = stored_and_stuck
    sweep.sweep()


if __name__ == "__main__":
    main(*sys.argv[1:])
