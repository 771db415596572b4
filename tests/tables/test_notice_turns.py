"""Whose turn is told, when, and when not: sweeps with a clock that the tests move (T5, S17)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tables.models import NoticeSettings
from tables.notices.look import look
from tests.push_service import Device, PushService
from tests.tables.building import Party, full, new
from tests.tables.notices import Clock, device, sees, settle, texts, told

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

YOURS = "Sua vez no Espadas"


def bid_round(party: Party) -> None:
    """Everybody bids and plays until it is Beto's turn again."""
    before = party.now.sequence
    party.play_on(lambda table: table.sequence > before and table.match.turn == 1)


def test_a_turn_is_told_once(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    party, phone = beto_waits
    assert settle(time) == 1
    (push,) = service.to("/201/phone")
    message = phone.read(push)
    assert message["web_push"] == 8030
    assert message["app_badge"] == 1
    notice = message["notification"]
    assert (notice["title"], notice["body"]) == (YOURS, "A partida começou. 3 esperam por você.")
    assert notice["navigate"] == f"https://selminha.example/m/{party.code}"
    assert notice["tag"] == f"mesa-{party.code}"
    assert {name: push.headers[name] for name in ("TTL", "Topic", "Urgency", "Content-Encoding")} == {
        "TTL": "86400",
        "Topic": f"mesa-{party.now.id}",
        "Urgency": "normal",
        "Content-Encoding": "aes128gcm",
    }
    for _ in range(20):
        time.pass_by(minutes=30)
        assert settle(time) == 0
    assert len(service.to("/201/phone")) == 1


def test_who_has_just_moved_is_named(time: Clock, service: PushService) -> None:
    party = full()
    phone = device(party.people["Carla"], service)
    settle(time)
    party.start(2)
    party.act("Beto", type="bid", tricks=3)
    settle(time)
    assert texts(phone, service.to("/201/phone")) == [(YOURS, "Beto jogou. 3 esperam por você.")]


def test_with_one_other_person(time: Clock, service: PushService) -> None:
    party = full("Renata", "Beto")
    phone = device(party.people["Beto"], service)
    settle(time)
    party.start(1)  # opposite each other, robots between
    party.play_on(lambda table: table.match.turn == 2)
    settle(time)
    ((title, body),) = texts(phone, service.to("/201/phone"))
    assert (title, body.endswith("Renata espera por você.")) == (YOURS, True)


def test_nothing_before_the_table_has_stood_still(beto_waits: tuple[Party, Device], time: Clock) -> None:
    look()
    time.pass_by(seconds=4)
    assert look() == 0
    time.pass_by(seconds=2)
    assert look() == 1


def test_live_play_and_robots_cost_nobody_a_notice(time: Clock, service: PushService) -> None:
    party = full("Renata", "Beto")
    device(party.people["Renata"], service)
    device(party.people["Beto"], service, "/201/beto")
    settle(time)
    party.start(2)
    for _ in range(30):
        before = party.now.version
        party.play_on(lambda table, before=before: table.version > before)  # type: ignore[misc]
        time.pass_by(seconds=3)
        assert look() == 0
    assert service.pushes == []


def test_a_visible_page_that_answered_is_told_nothing(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService
) -> None:
    party, _ = beto_waits
    sees(party, "Beto")
    assert settle(time) == 0
    assert service.pushes == []
    assert told(party, "Beto").endswith(".turn")


def test_an_answer_before_the_turn_came_proves_nothing(time: Clock, service: PushService) -> None:
    """A socket stays open long after the phone was put away (S17)."""
    party = full()
    device(party.people["Carla"], service)
    settle(time)
    party.start(2)
    sees(party, "Carla")
    time.pass_by(seconds=1)
    party.act("Beto", type="bid", tricks=3)
    assert settle(time) == 1


def test_a_turn_already_played_is_not_told(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    party, _ = beto_waits
    look()
    time.pass_by(seconds=6)
    party.act("Beto", type="bid", tricks=3)
    assert look() == 0
    assert settle(time) == 0
    assert service.pushes == []


def test_reminders(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    party, phone = beto_waits
    party_began = time.now
    # Without quiet hours, so that the hours are the very ones.
    NoticeSettings.objects.filter(player_id=party.people["Beto"]).update(quiet_from=0, quiet_to=0)
    heard = []
    for quarter in range(4 * 60):
        time.now = party_began + timedelta(minutes=15 * quarter)
        if look():
            heard.append((time.now - party_began) // timedelta(hours=1))
    assert heard == [0, 12, 24, 40, 47]
    assert [body for _, body in texts(phone, service.to("/201/phone"))] == [
        "A partida começou. 3 esperam por você.",
        "Há 12 horas. 3 esperam por você.",
        "Há um dia. 3 esperam por você.",
        "Há 40 horas. Faltam 8 horas para a mesa poder encerrar por ausência.",
        "Há 47 horas. Falta 1 hora para a mesa poder encerrar por ausência.",
    ]


def test_no_reminder_while_the_table_is_looked_at(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService
) -> None:
    party, _ = beto_waits
    settle(time)
    time.pass_by(hours=9)  # 21h in São Paulo
    settle(time)
    time.now += timedelta(hours=2, minutes=59, seconds=50)
    NoticeSettings.objects.filter(player_id=party.people["Beto"]).update(quiet_from=0, quiet_to=0)
    sees(party, "Beto")
    time.pass_by(seconds=15)
    assert settle(time) == 0
    assert told(party, "Beto").endswith(".turn12")


def test_at_most_one_an_hour_and_the_newest_wins(
    beto_waits: tuple[Party, Device], time: Clock, service: PushService
) -> None:
    party, _ = beto_waits
    settle(time)
    time.pass_by(minutes=5)
    party.act("Beto", type="bid", tricks=3)
    bid_round(party)
    assert settle(time) == 0
    time.pass_by(minutes=40)
    assert settle(time) == 0
    time.pass_by(minutes=15)
    assert settle(time) == 1
    assert len(service.to("/201/phone")) == 2


def test_held_back_and_then_played(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    party, _ = beto_waits
    settle(time)
    party.act("Beto", type="bid", tricks=3)
    bid_round(party)
    settle(time)
    party.play_on(lambda table: table.match.turn != 1)
    time.pass_by(hours=2)
    settle(time)
    assert len(service.to("/201/phone")) == 1


def test_quiet_hours_end_in_the_morning(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    time.now += timedelta(hours=10, minutes=30)  # 22h30
    assert settle(time) == 0
    time.pass_by(hours=9)  # 7h30
    assert settle(time) == 0
    time.pass_by(minutes=31)
    assert settle(time) == 1
    assert len(service.pushes) == 1


def test_two_tables_one_notice_each(beto_waits: tuple[Party, Device], time: Clock, service: PushService) -> None:
    party, phone = beto_waits
    other = new("Renata")
    other.people["Beto"] = party.people["Beto"]
    other.sit("Beto")
    other.robots()
    other.start(2)
    other.play_on(lambda table: table.match.turn == other.seat("Beto"))
    settle(time)
    pushes = service.to("/201/phone")
    assert len({push.headers["Topic"] for push in pushes}) == 2
    assert {phone.read(push)["notification"]["tag"] for push in pushes} == {f"mesa-{party.code}", f"mesa-{other.code}"}
    assert phone.read(pushes[-1])["app_badge"] == 2
