"""`manage.py serve`: bring database and static files up to date, then run the site with daphne in this process."""

from __future__ import annotations

import asyncio
import gc
import os
from argparse import ArgumentParser
from typing import Any

from daphne.server import Server  # isort: skip  # first: it installs the reactor
from channels.routing import get_default_application
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from twisted.internet.endpoints import quoteStringArgument

from tables import limits, sweep
from tables.collecting import collect


class Command(BaseCommand):
    """Serves the site."""

    help = "Serve the site; with nothing set in the environment on SQLite, in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--fd", type=int, help="an open listening socket instead of host and port")
        parser.add_argument("--no-setup", action="store_true", help="leave database and static files as they are")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set up and serve until stopped."""
        if not options["no_setup"]:
            call_command("migrate", verbosity=0)
            if not settings.DEBUG:
                collect()
        application = get_default_application()

        def ready() -> None:
            """Sweep from the start: robots go on after a restart though nobody has opened a page."""
            asyncio.get_event_loop().call_soon(sweep.start)
            # What is loaded now stays: not walked again for garbage, of which a move leaves little.
            gc.collect()
            gc.freeze()
            gc.set_threshold(20_000, 20, 20)

        # Twisted's own backlog of 50 overflows when everybody reconnects after a restart.
        listen = f"tcp:port={options['port']}:interface={quoteStringArgument(options['host'])}:backlog=2048"
        if options["fd"] is not None:
            listen = f"fd:fileno={options['fd']}"
        else:
            self.stdout.write(f"Selminha: http://{options['host']}:{options['port']} (pid {os.getpid()})")
            self.stdout.flush()  # also where it goes to a file
        limits.install()
        Server(
            application,
            endpoints=[listen],
            ready_callable=ready,
            websocket_timeout=-1,
            websocket_max_message_size=limits.LARGEST_MESSAGE,
            websocket_max_frame_size=limits.LARGEST_MESSAGE,
            server_name="selminha",
        ).run()
