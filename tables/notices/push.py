"""One push to one browser: what is sent, and what the push service's answer means for the device."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.db.models import QuerySet

from tables import clock
from tables.models import PushSubscription
from tables.notices import post, webpush
from tables.notices.post import Unreachable
from tables.notices.words import Notice

log = logging.getLogger(__name__)

TTL: Final = timedelta(hours=24)  # a push service keeps it so long for a device that is off
_FIRST_REST: Final = timedelta(minutes=1)
_LONGEST_REST: Final = timedelta(hours=12)
_LONGEST_ASKED: Final = timedelta(hours=24)  # of a push service's own wish
_SILENCES: Final = 3  # after so many in a row a push service is left alone, so that it does not keep all senders busy
_QUIET: Final = 60.0  # seconds


def payload(notice: Notice, base: str, path: str, tag: str, badge: int | None) -> bytes:
    """The declarative form, which some browsers show by themselves; our worker reads the same."""
    shown = {
        "title": notice.title,
        "body": notice.body,
        "lang": "pt-BR",
        "navigate": f"{base}{path}",
        "tag": tag,
    }
    message = {"web_push": 8030, "mutable": True, "notification": shown}
    if badge is not None:
        message["app_badge"] = badge
    return msgspec.json.encode(message)


def send(device: PushSubscription, body: bytes, topic: str) -> bool:
    """Send it, and note how it went: whether the push service took it. Takes up to post.TIMEOUT seconds."""
    now = clock.now()
    host = urlsplit(device.endpoint).netloc
    if _is_silent(host):
        _row(device).update(not_before=now + timedelta(seconds=_QUIET))
        return False
    try:
        headers = {
            "Authorization": webpush.authorization(device.endpoint, settings.VAPID_KEY, _contact(device), now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/notification+json",
            "TTL": str(int(TTL.total_seconds())),
            "Topic": topic,
            "Urgency": "normal",
        }
        answer = post.post(device.endpoint, headers, webpush.encrypt(body, device.p256dh, device.auth))
    except Unreachable as error:
        _heard(host, silent=str(error) in ("TimeoutError", "timeout"))
        return _failed(device, str(error), timedelta(0), now)
    _heard(host, silent=False)
    if 200 <= answer.status < 300:
        _row(device).update(failures=0, not_before=None, last_ok_at=now)
        return True
    if answer.status in (404, 410):
        log.info("push: device %d is gone (%d)", device.id, answer.status)
        _row(device).delete()
        return False
    asked = timedelta(seconds=post.seconds_to_wait(answer.retry_after, now))
    return _failed(device, str(answer.status), min(asked, _LONGEST_ASKED), now)


def _failed(device: PushSubscription, why: str, asked: timedelta, now: datetime) -> bool:
    """Kept, and left alone for a while that doubles."""
    rest = min(_FIRST_REST * 2 ** min(device.failures, 12), _LONGEST_REST)
    log.warning("push: device %d: %s", device.id, why)
    _row(device).update(failures=min(device.failures + 1, 1000), not_before=now + max(rest, asked))
    return False


def _row(device: PushSubscription) -> QuerySet:
    """The device as it was read: one that was renewed or moved to another player meanwhile is left alone."""
    return PushSubscription.objects.filter(id=device.id, player_id=device.player_id, p256dh=device.p256dh)


def _contact(device: PushSubscription) -> str:
    """Whom a push service may write to about our pushes."""
    return settings.CONTACT or f"mailto:avisos@{urlsplit(device.base).hostname or 'localhost'}"


_silences: dict[str, tuple[int, float]] = {}  # by host: how many in a row, and when the last one was
_lock = Lock()


def _is_silent(host: str) -> bool:
    with _lock:
        many, last = _silences.get(host, (0, 0.0))
    return many >= _SILENCES and time.monotonic() - last < _QUIET


def _heard(host: str, *, silent: bool) -> None:
    with _lock:
        if not silent:
            _silences.pop(host, None)
        else:
            _silences[host] = (_silences.get(host, (0, 0.0))[0] + 1, time.monotonic())
