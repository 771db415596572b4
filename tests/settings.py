"""The settings of the tests: robots move in the calling thread, static files need no collecting."""

from __future__ import annotations

from selminha.settings import *  # noqa: F403

ROBOT_WORKERS = 0
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
