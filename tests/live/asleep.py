"""As a program, on a site's data: leaves tables as a crash does between a commit and the robot's move after it.

Prints for each table its code, at which moment it stands, and the version. Nobody sits there but Renata, at seat 0.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "selminha.settings")
    import django

    django.setup()
    from tables import clock, robots
    from tables.announce import LISTENERS
    from tests.tables.building import started

    LISTENERS.clear()  # what is committed wakes nobody
    now = clock.now
    clock.now = lambda: now() - timedelta(seconds=10)  # long enough ago for the first sweep after the start

    for moment in ("bid", "card", "last card", "deal"):
        party = started("Renata")
        if moment == "bid":
            robots._play(party.now)
        else:
            while not _stands_at(moment, party.now.match):
                table = party.now
                if table.robot_turn:
                    robots._play(table)
                else:
                    party.play_on(lambda after, before=table: after.version > before.version)  # type: ignore[misc]
        assert party.now.robot_turn
        sys.stdout.write(f"{party.code} {moment.replace(' ', '-')} {party.now.version}\n")


def _stands_at(moment: str, match: object) -> bool:
    """Whether a robot is to move at that moment: in a trick after a robot's card, at the last card, after the deal."""
    turn, plays, number = match.turn, match.plays, match.round  # type: ignore[attr-defined]
    if turn in (0, None):
        return False
    if moment == "deal":
        return number == 2
    if moment == "card":
        return len(plays) > 8 and len(plays) % 4 != 0 and plays[-1][0] != 0
    return len(plays) == 51


if __name__ == "__main__":
    main()
