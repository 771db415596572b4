"""The frame of every command: one transaction that locks the row, checks who asks and what he saw, and saves.

A repeated act gets the table as it is and does nothing; a refused one has changed nothing. What is announced is
committed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from django.db import IntegrityError, transaction

from tables import clock, latest, state, statements
from tables.announce import announce
from tables.commands.expiry import expired, expiry
from tables.models import Act, Table
from tables.players import Token, mark_of
from tables.refusals import TableRefusal, stale
from tables.state import TableState


class Asked(msgspec.Struct, frozen=True):
    """Who asks, which version of the table he saw, and the act's own id with a fingerprint of what it asks."""

    player: int | None
    version: int | None = None
    key: str = ""
    fingerprint: str = ""
    epoch: int = 0  # of the cookie
    mark: str = ""  # of whom the page is for (players.mark_of), "" if it does not say
    browser: str = ""  # players.browser_of

    @property
    def token(self) -> Token | None:
        """Who asks, as his cookie says."""
        return None if self.player is None else Token(self.player, self.epoch)

    def token_of(self, player: int) -> Token:
        """The token of whom a command made of whoever asks: the same player, or a new one."""
        return Token(player, self.epoch if player == self.player else 0)


Step = tuple[TableState, tuple[Any, ...]]
"""A table after a step, and the actions that the step adds to the log."""


Result = TypeVar("Result")
Missed = Callable[[TableState], TableRefusal]
"""What to say to somebody whose act came after another one, by the table as it is now."""


def change(
    code: str, asked: Asked, decide: Callable[[TableState, datetime], Step], missed: Missed | None = None
) -> TableState:
    """Run a command's `decide` on the locked table; a repeated act gets the table as it is and does nothing.

    On a table whose 7 days are over the act is refused, and what is stored is that it has expired.
    """
    if asked.version is None or (asked.player is not None and not asked.key):
        raise TableRefusal("bad_form", "Faltou algo no pedido: recarregue a página e tente de novo.")

    def step(before: TableState, now: datetime) -> TableState:
        if not before.moved <= version <= before.version:
            if _was_done(before, asked):
                return before
            raise missed(before) if missed else stale()
        after = store(before, decide(before, now), now)
        if asked.player is not None:
            statements.insert_act(after.id, asked.player, asked.key, asked.fingerprint, now)
        return after

    version = asked.version
    try:
        return on_living(code, step)
    except IntegrityError:  # the id of an act that was done already, sent with the present version
        raise stale() from None


def on_living(code: str, step: Callable[[TableState, datetime], Result]) -> Result:
    """What `step` does to the locked table, in one transaction. Raises Table.DoesNotExist, and what `step` raises.

    Of a table whose 7 days are over it is stored that it has expired, and TableRefusal is raised.
    """
    now = clock.now()
    with transaction.atomic():
        before = state.read(code, lock=True)
        over = expiry(before, now)
        if over is None:
            return step(before, now)
        store(before, over, now)
    raise expired()  # only now, so that it is committed


def store(before: TableState, step: Step, now: datetime, *, moves: bool = True) -> TableState:
    """Write a step in the present transaction, and announce it when that is committed.

    After one that `moves` nothing, a claim, acts on the version before are as good as they were.
    """
    after, actions = step
    after = state.write(before, after, actions, now, moves=moves)

    def committed() -> None:
        latest.remember(after)
        announce(after)

    transaction.on_commit(committed)
    return after


def seated(table: TableState, asked: Asked) -> int:
    """The seat of whoever asks. Raises TableRefusal for whoever only watches, and for another player's page."""
    seat = table.seat_by(asked.token)
    if seat is None:
        raise TableRefusal("stranger", "Só quem está sentado à mesa pode fazer isso: você está assistindo.")
    own_page(asked, table.seats[seat].name)
    return seat


def own_page(asked: Asked, name: str) -> None:
    """Raises TableRefusal for a page of before this browser became the player of that name."""
    if asked.mark and asked.mark != mark_of(asked.player):
        raise TableRefusal("another", f"Esta página é de antes, e agora você é {name} neste navegador: recarregue.")


def by_creator(table: TableState, asked: Asked) -> None:
    """Raises TableRefusal unless the creator asks."""
    if seated(table, asked) != 0:
        raise TableRefusal("not_yours", f"Só {table.seats[0].name}, que criou a mesa, pode fazer isso.")


def not_started(table: TableState) -> None:
    """Raises TableRefusal once the table has started or is closed."""
    if table.status == Table.CLOSED:
        raise TableRefusal("closed", "Quem criou esta mesa a fechou.")
    if table.status == Table.EXPIRED:
        raise expired()
    if table.status != Table.WAITING:
        raise TableRefusal("started", "A partida já começou: você pode assistir daqui.")


def _was_done(table: TableState, asked: Asked) -> bool:
    return (
        asked.player is not None
        and Act.objects.filter(
            table_id=table.id, player_id=asked.player, key=asked.key, fingerprint=asked.fingerprint
        ).exists()
    )
