"""`manage.py replay`: check for every table that its log, played again, gives its snapshot."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tables import state
from tables.models import Move, Table
from tables.state import TableState


class Command(BaseCommand):
    """Replays."""

    help = "Replay every table's log and compare it with the snapshot. Prints codes, never cards."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all tables that have had a match; exit status 1 if one differs."""
        wrong = []
        codes = list(Table.objects.filter(match_number__gt=0).values_list("code", flat=True))
        for code in codes:
            with transaction.atomic():  # no move may come between the snapshot and the log
                table = state.stored(Table.objects.select_for_update().get(code=code).id)
                if not _agrees(table):
                    wrong.append(code)
        if wrong:
            raise CommandError(f"log and snapshot differ: {' '.join(wrong)}")
        self.stdout.write(f"{len(codes)} tables, every log gives its snapshot")


def _agrees(table: TableState) -> bool:
    try:
        matches = [state.replay(table, number) for number in range(1, table.match_number + 1)]
    except ValueError:  # a move that the rules refuse, or that is no move of the game
        return False
    numbers = Move.objects.filter(table_id=table.id, match_number=table.match_number).order_by("sequence")
    return (
        all(match.phase == "over" for match in matches[:-1])
        and matches[-1] == table.match
        and list(numbers.values_list("sequence", flat=True)) == list(range(1, table.sequence + 1))
    )
