"""`manage.py sweep`: one sweep, or with `--loop` one after another, beside server processes that share a database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from tables.sweep import PAUSE, sweep


class Command(BaseCommand):
    """Sweeps."""

    help = "Expire tables, wake robots that stand still, redraw open pages at their dates, delete what ended long ago."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Once or for ever."""
        parser.add_argument("--loop", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep."""
        sweep()
        while options["loop"]:
            time.sleep(PAUSE)
            close_old_connections()  # one that broke is opened anew
            sweep()
