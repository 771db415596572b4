"""`manage.py sweep`: one sweep, or with `--loop` one after another, beside server processes that share a database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tables.sweep import PAUSE, sweep


class Command(BaseCommand):
    """Sweeps."""

    help = "Wake robots that stand still."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Once or for ever."""
        parser.add_argument("--loop", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep."""
        sweep()
        while options["loop"]:
            time.sleep(PAUSE)
            sweep()
