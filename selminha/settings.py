"""Settings by environment. With nothing set: SQLite, the in-memory channel layer, all data in `var/`."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import dj_database_url

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("SELMINHA_DATA", BASE_DIR / "var"))
DATA.mkdir(parents=True, exist_ok=True)


def _kept_secret(path: Path, size: int) -> str:
    """An installation's secret: so many random bytes, drawn at its first start and readable by its owner alone."""
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as file:  # 0600; whole before it has its name
            file.write(secrets.token_urlsafe(size))
            file.flush()
            with suppress(FileExistsError):  # another process was first
                os.link(file.name, path)
    return path.read_text()


SECRET_KEY = os.environ.get("SELMINHA_SECRET_KEY") or _kept_secret(DATA / "secret-key", 48)
DEBUG = os.environ.get("SELMINHA_DEBUG") == "1"
HTTPS = os.environ.get("SELMINHA_HTTPS") == "1"

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *filter(None, os.environ.get("SELMINHA_HOSTS", "").split(","))]
CSRF_TRUSTED_ORIGINS = list(filter(None, os.environ.get("SELMINHA_ORIGINS", "").split(",")))

INSTALLED_APPS = ["selminha.storage.StaticFiles", "django_htmx", "tables"]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tables.bodies.only_utf8",  # before the first that reads the form
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
]
APPEND_SLASH = False
ROOT_URLCONF = "selminha.urls"
ASGI_APPLICATION = "selminha.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "selminha.jinja.environment"},
    },
]

# One connection a thread for the life of the process (asgi.py keeps the threads), so no age limit but a health check.
_connection: dict[str, Any] = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
if database_url := os.environ.get("DATABASE_URL"):
    DATABASES: dict[str, Any] = {"default": {**dj_database_url.parse(database_url), **_connection}}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA / "selminha.sqlite3",
            "TEST": {"NAME": DATA / "test.sqlite3"},
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 5,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
            **_connection,
        }
    }
SQLITE = "sqlite3" in DATABASES["default"]["ENGINE"]
DB_THREADS = 1 if SQLITE else 4
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A process has one channel for all its tables (tables/live.py), so its room is larger than the default of 100.
if redis_url := os.environ.get("REDIS_URL"):
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis_url]}}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}}

LANGUAGE_CODE = "pt-br"
USE_I18N = False  # one language, and number localisation was half of a board's render time
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("SELMINHA_STATIC", DATA / "static"))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "selminha.storage.Static"
    }
}
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_REFERRER_POLICY = "same-origin"  # the invite code is in the address
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "tables.errors.csrf_failure"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 31_536_000

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# Notices (docs/notices.md). The key that signs pushes is any 32 bytes as base64url; set to nothing there are no pushes.
# A new key voids every subscription.
if "SELMINHA_VAPID_KEY" in os.environ:
    VAPID_KEY = os.environ["SELMINHA_VAPID_KEY"]
else:
    VAPID_KEY = _kept_secret(DATA / "vapid-key", 32)
CONTACT = os.environ.get("SELMINHA_CONTACT", "")  # "mailto:..." for the push services, if they have a complaint
NOTICE_MAIL = bool(os.environ.get("SELMINHA_MAIL_HOST"))
EMAIL_HOST = os.environ.get("SELMINHA_MAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("SELMINHA_MAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("SELMINHA_MAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("SELMINHA_MAIL_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_TIMEOUT = 5  # seconds
DEFAULT_FROM_EMAIL = os.environ.get("SELMINHA_MAIL_FROM", "Selminha <avisos@localhost>")

# The shuffle, the clock, where robots think: tests have settings of their own, no environment reaches these.
SHUFFLE = "tables.dealing.secret_shuffle"
CLOCK = "django.utils.timezone.now"
ROBOT_WORKERS: int = 1 if SQLITE else 2  # 0: in the calling thread
SWEEP_PAUSE = 5.0  # seconds
NOTICE_WORKERS: int = 16  # threads that wait for push services and mail servers; 0: in the calling thread
NOTICE_DELAY = 5.0  # seconds that a table's version must stand before anybody is told of it
PUSH_LOOPBACK = False  # whether http://127.0.0.1 may be a push service

KEEP_DAYS = int(os.environ.get("SELMINHA_KEEP_DAYS", "30"))  # that ended tables stay readable

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"class": "selminha.logs.Places", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # anybody can send any Host: answered, not reported
    },
}
