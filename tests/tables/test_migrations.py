"""A site of before an update: its people stay signed in, its tables go on, and an old act is as stale as it was."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.servers import ROOT


def test_a_table_of_the_first_version_goes_on(tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environ |= {"SELMINHA_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "selminha.settings"}

    def migrate(*to: str) -> None:
        command = [sys.executable, "manage.py", "migrate", "-v0", "tables", *to]
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    migrate("0001")
    with sqlite3.connect(tmp_path / "selminha.sqlite3") as database:
        database.execute("INSERT INTO tables_player (name, created_at) VALUES ('Renata', '2026-01-01')")
        database.execute(
            "INSERT INTO tables_table (code, game, options, status, version, match_number, sequence, match, robot_turn,"
            " birth, created_at, last_move_at) VALUES"
            " ('2', 'espadas', '{}', 'waiting', 57, 0, 0, '', 0, 'b', '2026-01-01', '2026-01-01')"
        )
    database.close()
    migrate()
    with sqlite3.connect(tmp_path / "selminha.sqlite3") as database:
        assert database.execute("SELECT version, moved FROM tables_table").fetchall() == [(57, 57)]
        assert database.execute("SELECT name, epoch FROM tables_player").fetchall() == [("Renata", 0)]
    database.close()
