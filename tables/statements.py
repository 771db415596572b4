"""The few statements of every move, as SQL: Django's compiler, run anew for each, took longer than the database.

They hold for SQLite and PostgreSQL and name the columns of models/table.py.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import connection

_FIND: Final = "SELECT id, version FROM tables_table WHERE "
_WRITE: Final = "UPDATE tables_table SET {} WHERE id = %s"
_MOVE: Final = "INSERT INTO tables_move (table_id, match_number, sequence, action, at) VALUES (%s, %s, %s, %s, %s)"
_ACT: Final = "INSERT INTO tables_act (table_id, player_id, key, fingerprint, at) VALUES (%s, %s, %s, %s, %s)"


def find(*, lock: bool, code: str | None = None, table_id: int | None = None) -> tuple[int, int] | None:
    """The id and the version of a table by its code or its id, its row locked until the transaction ends if asked."""
    for_update = " FOR UPDATE" if lock and connection.features.has_select_for_update else ""
    where, value = ("id = %s", table_id) if code is None else ("code = %s", code)
    with connection.cursor() as cursor:
        cursor.execute(f"{_FIND}{where}{for_update}", (value,))
        row: tuple[int, int] | None = cursor.fetchone()
    return row


def update_table(table_id: int, changed: dict[str, Any]) -> None:
    """Set columns of a table's row."""
    columns = ", ".join(f"{name} = %s" for name in changed)
    values = (_stored(value) for value in changed.values())
    with connection.cursor() as cursor:
        cursor.execute(_WRITE.format(columns), (*values, table_id))


def insert_move(table_id: int, match_number: int, sequence: int, action: str, at: datetime) -> None:
    """Append an action to the log. Raises IntegrityError for a sequence that is taken."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, (table_id, match_number, sequence, action, _stored(at)))


def insert_act(table_id: int, player: int, key: str, fingerprint: str, at: datetime) -> None:
    """Note an act by its id. Raises IntegrityError for one that was noted already."""
    with connection.cursor() as cursor:
        cursor.execute(_ACT, (table_id, player, key, fingerprint, _stored(at)))


def _stored(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
