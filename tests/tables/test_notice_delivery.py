"""Push services that are away, senders that die, sweeps that overlap (S7)."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from tables.models import Attention, NoticeSettings, PushSubscription, Table, Watch
from tables.notices import deliver, post
from tables.notices.deliver import Errand
from tables.notices.hours import Verdict, weigh
from tables.notices.look import look
from tests.push_service import Device, PushService
from tests.tables.building import Party, full, started
from tests.tables.notices import Clock, device, settle, told

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def test_played_while_the_sender_was_busy(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, _ = beto_waits
    send = deliver.submit

    def late(errand: Errand) -> None:
        party.act("Beto", type="bid", tricks=3)
        send(errand)

    monkeypatch.setattr(deliver, "submit", late)
    settle(time)
    assert service.pushes == []
    assert told(party, "Beto") == ""


def test_nobody_to_tell_costs_nothing(time: Clock, django_assert_max_num_queries) -> None:
    started()
    with django_assert_max_num_queries(2):
        assert look() == 0
    assert not Watch.objects.exists()
    assert not Attention.objects.exists()


def test_five_devices_of_which_three_are_dead(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    """S7: 404 and 410 go, 429 and 500 rest and stay, the living get their notice, no address is logged."""
    party, _ = beto_waits
    beto = party.people["Beto"]
    for path in ("/404/a", "/410/b", "/413/c", "/429/d", "/500/e", "/201/tablet", "/302/f"):
        device(beto, service, path)
    assert settle(time) == 1
    assert len(service.to("/201/phone")) == len(service.to("/201/tablet")) == 1
    assert service.to("/201/elsewhere") == []  # no redirect is followed
    rows = {row.endpoint.removeprefix(service.url): row for row in PushSubscription.objects.all()}
    assert sorted(rows) == ["/201/phone", "/201/tablet", "/302/f", "/413/c", "/429/d", "/500/e"]
    rests = {path: row.not_before - time.now for path, row in rows.items() if row.not_before is not None}
    assert rests == {
        "/302/f": timedelta(minutes=1),
        "/413/c": timedelta(minutes=1),
        "/429/d": timedelta(minutes=10),
        "/500/e": timedelta(minutes=1),
    }
    assert {path: row.failures for path, row in rows.items()} == {path: int(path in rests) for path in rows}
    assert service.url.removeprefix("http://") not in caplog.text
    assert "device" in caplog.text


def test_a_service_in_trouble_is_asked_again_later(time: Clock, service: PushService) -> None:
    party = full()
    device(party.people["Beto"], service, "/500/x")
    settle(time)
    party.start(2)
    came: list[int] = []
    began = time.now
    for second in range(0, 20 * 60, 5):
        time.now = began + timedelta(seconds=second)
        look()
        if len(service.pushes) > len(came):
            came.append(second // 60)
    assert came == [0, 1, 3, 7, 15]  # 1, 2, 4, 8 minutes between


def test_a_hanging_service(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "TIMEOUT", 0.3)
    party, _ = beto_waits
    beto = party.people["Beto"]
    device(beto, service, "/hang/x")
    device(beto, service, "/drip/x")
    assert settle(time) == 1
    assert len(service.to("/201/phone")) == 1
    assert sorted(PushSubscription.objects.values_list("failures", flat=True)) == [0, 1, 1]


def test_an_error_on_one_way_repeats_nothing_on_another(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> bool:
        raise ZeroDivisionError

    party, _ = beto_waits
    mail = {"email": "beto@example.test", "email_confirmed": True, "base": "https://selminha.example"}
    NoticeSettings.objects.update_or_create(player_id=party.people["Beto"], defaults=mail)
    monkeypatch.setattr("tables.notices.mail.is_open", broken)
    for _ in range(4):
        with suppress(ZeroDivisionError):
            settle(time)
    assert len(service.to("/201/phone")) == 1


def test_the_sender_died(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim is for two minutes: then another sweep sends it."""
    monkeypatch.setattr(deliver, "submit", lambda errand: None)
    assert settle(time) == 1
    assert settle(time) == 0
    monkeypatch.undo()
    time = Clock(monkeypatch, time.now + timedelta(minutes=3))
    assert settle(time) == 1
    assert len(service.to("/201/phone")) == 1


def test_two_sweeps_at_once_send_one(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    look()
    time.pass_by(seconds=6)
    inner: list[int] = []

    def weigh_while_another_sweeps(*given: Any) -> Verdict:
        if not inner:
            inner.append(0)
            inner.append(look())
        return weigh(*given)

    monkeypatch.setattr("tables.notices.look.weigh", weigh_while_another_sweeps)
    assert look() + inner[-1] == 1
    assert len(service.to("/201/phone")) == 1


def test_a_deleted_table_is_forgotten(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    party, _ = beto_waits
    look()
    Table.objects.filter(code=party.code).delete()
    time.pass_by(seconds=6)
    assert look() == 0
    assert service.pushes == []
