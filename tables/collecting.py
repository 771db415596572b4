"""The static files, brought up to date at the start of a server; nothing is done again for the same sources."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.utils.module_loading import import_string


def collect() -> None:
    """Collect them unless those that are there were made of the same."""
    root = Path(settings.STATIC_ROOT)
    made_of = root.with_name(f"{root.name}.made-of")
    sources = _sources()
    if made_of.exists() and made_of.read_text() == sources:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    made_of.write_text(sources)


def _sources() -> str:
    """A digest of all files that are collected, by their sizes and dates, and of the code that does it."""
    storage = import_string(settings.STORAGES["staticfiles"]["BACKEND"])
    paths = [Path(str(sys.modules[storage.__module__].__file__))]
    for finder in get_finders():
        files = finder.list(apps.get_app_config("staticfiles").ignore_patterns)
        paths += [Path(source.path(path)) for path, source in files]
    told = (f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in paths)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()
