"""The settings of the tests: robots and notices in the calling thread, static files need no collecting."""

from __future__ import annotations

from selminha.settings import *  # noqa: F403

ROBOT_WORKERS = 0
NOTICE_WORKERS = 0
PUSH_LOOPBACK = True
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
