"""Settings of a site that tells quickly, to a push service on the loopback."""

from __future__ import annotations

from selminha.settings import *  # noqa: F403

SWEEP_PAUSE = 0.3
NOTICE_DELAY = 1.0
PUSH_LOOPBACK = True
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
