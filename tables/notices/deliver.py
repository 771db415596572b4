"""Sending: an errand is one fact for one player, on all ways to him, in a thread that nobody waits for."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connections
from django.db.models import Q
from django.urls import reverse

from tables import clock, state
from tables.mine import tables_of
from tables.models import Attention, Move, NoticeSettings, PushSubscription, Table, Watch
from tables.notices import mail, push, words
from tables.notices.facts import Fact, facts, known_after
from tables.notices.words import Notice
from tables.state import TableState

log = logging.getLogger(__name__)
_workers = ThreadPoolExecutor(settings.NOTICE_WORKERS, "notice") if settings.NOTICE_WORKERS else None


class Errand(msgspec.Struct, frozen=True):
    """A fact that a sweep has claimed for sending; `attention` is the row of the claim, `told` what it says so far."""

    attention: int
    told: str
    table_id: int
    fact: Fact


def submit(errand: Errand) -> None:
    """Send it soon."""
    in_background(_run, errand)


def test(device: PushSubscription) -> None:
    """A notice to try a device by."""
    body = push.payload(
        Notice("Aviso de teste da Selminha", "Deu certo: é assim que a sua vez vai chegar."),
        device.base,
        reverse("notices"),
        "teste",
        None,
    )
    in_background(push.send, device, body, "teste")


def post_mail(message: EmailMessage) -> None:
    """A mail that is no notice of a table."""
    in_background(message.send)


def in_background(work: Any, *arguments: Any) -> None:
    """Call it in a thread of the senders, with what goes wrong logged without what it was about."""
    if _workers is None:
        work(*arguments)
    else:
        _workers.submit(_guarded, work, *arguments)


def _guarded(work: Any, *arguments: Any) -> None:
    try:
        work(*arguments)
    except Exception as error:  # without its message, which could hold an address
        log.error("notice: %s", type(error).__name__)
    finally:
        connections.close_all()  # many threads that are seldom needed


def _run(errand: Errand) -> None:
    now = clock.now()
    fact = errand.fact
    try:
        table = state.read_by_id(errand.table_id)
    except Table.DoesNotExist:
        return
    sent = fact in facts(table, now) and _send(table, fact, now)
    # Not after an error: the claim then stands until its lease is over.
    done: dict[str, Any] = {"told": known_after(errand.told, fact), "sent_at": now} if sent else {}
    Attention.objects.filter(id=errand.attention).update(claimed_until=None, **done)
    # The next sweep finds out when there is more to do for this table.
    Watch.objects.filter(table_id=errand.table_id).exclude(next_at=None).update(next_at=now)


def _send(table: TableState, fact: Fact, now: datetime) -> bool:
    """On every way that is open; whether it went out on one."""
    notice = words.notice(table, fact, last_action(table))
    path = reverse("table", args=[table.code])
    sent = False
    devices = PushSubscription.objects.filter(Q(not_before=None) | Q(not_before__lte=now), player_id=fact.player)
    badge = None
    for device in devices.order_by("failures", "-last_ok_at") if settings.VAPID_KEY else ():
        if badge is None:
            badge = turns_of(fact.player)
        body = push.payload(notice, device.base, path, f"mesa-{table.code}", badge)
        sent = push.send(device, body, f"mesa-{table.id}") or sent
    row = NoticeSettings.objects.filter(player_id=fact.player).first()
    if row is not None and mail.is_open(row, now):
        sent = _mailed(row, mail.message(row, notice, path), now) or sent
    return sent


def _mailed(row: NoticeSettings, message: EmailMessage, now: datetime) -> bool:
    own = NoticeSettings.objects.filter(player_id=row.player_id)
    try:
        message.send()
    except (OSError, ValueError) as error:  # smtplib's errors are the first, a text that cannot be encoded the second
        log.warning("mail: %s", type(error).__name__)
        rest = min(timedelta(minutes=1) * 2 ** min(row.mail_failures, 10), timedelta(hours=12))
        own.update(mail_failures=min(row.mail_failures + 1, 1000), mail_not_before=now + rest)
        return False
    if row.mail_failures:
        own.update(mail_failures=0, mail_not_before=None)
    return True


def turns_of(player: int) -> int:
    """At how many tables the player is waited for, as MINHAS MESAS counts them."""
    return sum(shown.waits_for_me for shown in tables_of(player))


def last_action(table: TableState) -> tuple[str, int] | None:
    """The type and the seat of the match's last action that was not the deal."""
    log_of_match = Move.objects.filter(table_id=table.id, match_number=table.match_number).order_by("-sequence")
    for text in log_of_match.values_list("action", flat=True)[:2]:
        action = msgspec.json.decode(text)
        if action["type"] != "deal":
            return action["type"], action["seat"]
    return None
