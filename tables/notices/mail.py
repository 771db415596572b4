"""Notices by mail, where the site has a mail server: the address is confirmed by a signed link, and left by another."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.urls import reverse

from tables import clock, floods
from tables.models import NoticeSettings
from tables.notices import devices
from tables.notices.devices import NoticeRefusal
from tables.notices.words import Notice

_CONFIRM: Final = "selminha.mail.confirm"
_LEAVE: Final = "selminha.mail.leave"
_CONFIRM_WITHIN: Final = timedelta(days=3)
_KIND: Final = "mail"
_BETWEEN: Final = timedelta(minutes=10)  # two mails to confirm


def is_on() -> bool:
    """Whether this site sends mail."""
    return bool(settings.NOTICE_MAIL)


def ask(player: int, address: str, base: str) -> EmailMessage:
    """Remember the address, unconfirmed, and give the mail with its link. Raises NoticeRefusal."""
    address = address.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise NoticeRefusal("bad_address", "Esse endereço de e-mail não parece certo.") from None
    if len(address) > 254:
        raise NoticeRefusal("bad_address", "Esse endereço de e-mail não parece certo.")
    now = clock.now()
    known = NoticeSettings.objects.filter(player_id=player, email_asked_at__gt=now - _BETWEEN)
    whose = floods.key_of(address.casefold())
    if known.exists() or floods.count(_KIND, _BETWEEN, whose):  # by this player, or to this address by anybody
        raise NoticeRefusal("too_soon", "Acabamos de mandar um e-mail: espere dez minutos antes de pedir outro.")
    fields = {
        "email": address,
        "email_confirmed": False,
        "email_asked_at": now,
        "base": base[:200],
        "mail_failures": 0,
        "mail_not_before": None,
    }
    NoticeSettings.objects.update_or_create(player_id=player, defaults=fields)
    floods.note(_KIND, whose)
    token = signing.dumps([player, address], salt=_CONFIRM)
    link = f"{base}{reverse('mail_confirm')}?t={token}"
    return EmailMessage(
        "Confirme o seu e-mail na Selminha",
        "Alguém pediu avisos das suas mesas neste endereço. Se foi você, abra o link e confirme:\n\n"
        f"{link}\n\nSe não foi, não faça nada: nenhum aviso virá.\n",
        to=[address],
    )


def confirm(token: str) -> bool:
    """The address of a link is confirmed, if it is still the one that the player wants; whether it is."""
    try:
        player, address = signing.loads(token, salt=_CONFIRM, max_age=_CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        return False
    done = NoticeSettings.objects.filter(player_id=player, email=address).update(email_confirmed=True)
    devices.attend(player)
    return bool(done)


def leave(token: str) -> bool:
    """No mail to the address of a link any more; whether the link is one of ours. Twice is no error."""
    try:
        player, address = signing.loads(token, salt=_LEAVE)
    except (signing.BadSignature, ValueError, TypeError):
        return False
    NoticeSettings.objects.filter(player_id=player, email=address).update(email="", email_confirmed=False)
    return True


def forget(player: int) -> None:
    """The player wants no mail any more."""
    NoticeSettings.objects.filter(player_id=player).update(email="", email_confirmed=False)


def message(row: NoticeSettings, notice: Notice, path: str) -> EmailMessage:
    """A notice as a mail, with the table's link and the link to leave."""
    token = signing.dumps([row.player_id, row.email], salt=_LEAVE)
    leave_link = f"{row.base}{reverse('mail_leave')}?t={token}"
    return EmailMessage(
        notice.title,
        f"{notice.body}\n\n{row.base}{path}\n\n--\nPara não receber mais avisos por e-mail: {leave_link}\n",
        to=[row.email],
        headers={"List-Unsubscribe": f"<{leave_link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def is_open(row: NoticeSettings | None, now: datetime) -> bool:
    """Whether a mail may go to that player now."""
    return (
        is_on()
        and row is not None
        and row.email_confirmed
        and (row.mail_not_before is None or row.mail_not_before <= now)
    )
