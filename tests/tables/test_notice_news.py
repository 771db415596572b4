"""What else is told: the end of a round or a match, the rematch, the last seat, a table that stands still."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cards.card import DECK_52
from cards.words import card_short, card_words
from tables import commands
from tables.commands import Asked
from tables.notices.look import look
from tests.push_service import PushService
from tests.tables.building import FRIENDS, Party, full, new, started
from tests.tables.notices import Clock, device, settle, texts

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def test_a_round_that_waits_is_told_to_all_once(time: Clock, service: PushService) -> None:
    party = full()
    phones = {name: device(player, service, f"/201/{name}") for name, player in party.people.items()}
    party.start(2)
    party.bid((3, 3, 3, 3))
    party.play_on(lambda table: table.match.turn is None)
    settle(time)
    for name, phone in phones.items():
        assert texts(phone, service.to(f"/201/{name}")) == [
            ("Fim da rodada no Espadas", "Qualquer jogador pode tocar em PRÓXIMA RODADA.")
        ]
    time.pass_by(hours=5)
    settle(time)
    assert len(service.pushes) == 4


def test_the_end_the_rematch_and_who_knows_already(time: Clock, service: PushService) -> None:
    party = full()
    phones = {name: device(player, service, f"/201/{name}") for name, player in party.people.items()}
    settle(time)
    party.start(2)
    commands.resign(party.code, party.ask("Davi"))
    settle(time)
    assert texts(phones["Renata"], service.to("/201/Renata")) == [
        ("Fim de jogo no Espadas", "Davi desistiu. Você venceu!")
    ]
    assert texts(phones["Beto"], service.to("/201/Beto")) == [
        ("Fim de jogo no Espadas", "Davi desistiu. Renata e Carla venceram.")
    ]
    assert service.to("/201/Davi") == []
    commands.agree(party.code, party.ask("Renata"), 2)
    time.pass_by(hours=2)
    settle(time)
    assert texts(phones["Davi"], service.to("/201/Davi")) == [("Revanche no Espadas?", "Renata quer jogar de novo.")]
    assert len(service.to("/201/Renata")) == 1
    assert len(service.to("/201/Beto")) == 2


@pytest.mark.parametrize("guilty", [True, False])
def test_an_accusation_says_how_it_ended(time: Clock, service: PushService, guilty: bool) -> None:
    party = full(renege="allowed")
    phone = device(party.people["Carla"], service)
    settle(time)
    party.start(2)
    party.bid((3, 3, 3, 3))
    if guilty:
        _reneges(party)
    else:
        party.play_on(lambda table: table.match.taken != (0, 0, 0, 0))
    culprit = party.at(1)
    accuser = party.at(0)
    party.act(accuser, type="accuse", accused=1)
    settle(time)
    ((title, body),) = texts(phone, service.to("/201/phone"))
    assert title == "Fim de jogo no Espadas"
    if guilty:
        assert body == f"{accuser} acusou {culprit} de renúncia, e houve renúncia. Você venceu!"
    else:
        assert body == f"{accuser} acusou uma renúncia que não houve. Beto e Davi venceram."


def _reneges(party: Party) -> None:
    """Play until seat 1 has not followed though it could."""
    while True:
        table = party.now
        match = table.match
        trick = match.plays[len(match.plays) - len(match.plays) % 4 :]
        if match.turn == 1 and trick:
            suit = trick[0][1][1]
            hand = match.hands[1]
            follows = [card for card in hand if card[1] == suit]
            others = [card for card in hand if card[1] != suit]
            if follows and others:
                party.act(party.at(1), type="play", card=others[0])
                return
        party.play_on(lambda after, before=table.version: after.version > before)  # type: ignore[misc]


def test_the_last_seat_is_told_to_the_creator(time: Clock, service: PushService) -> None:
    party = new("Renata")
    phone = device(party.people["Renata"], service)
    for name in FRIENDS[1:3]:
        party.sit(name)
        settle(time)
    assert service.pushes == []
    party.sit("Davi")
    settle(time)
    assert texts(phone, service.to("/201/phone")) == [
        ("A mesa está completa", "Davi sentou: já dá para começar no Espadas.")
    ]


def test_a_table_about_to_expire_and_expired(time: Clock, service: PushService) -> None:
    party = full()
    phone = device(party.people["Davi"], service)
    settle(time)
    party.start(2)
    began = time.now
    for hours in range(24 * 7 + 2):
        time.now = began + timedelta(hours=hours)
        look()
        commands.expire(party.now.id)
    settle(time)
    assert texts(phone, service.to("/201/phone")) == [
        ("Mesa parada: Espadas", "Faltam 2 dias para alguém jogar, ou a partida acaba sem vencedor."),
        ("Mesa parada: Espadas", "Falta 1 dia para alguém jogar, ou a partida acaba sem vencedor."),
        ("A mesa expirou: Espadas", "Foram 7 dias sem jogadas. A partida acabou sem vencedor."),
    ]


def test_a_table_that_never_began_is_warned_of_too(time: Clock, service: PushService) -> None:
    party = new("Renata")
    phone = device(party.people["Renata"], service)
    settle(time)
    time.pass_by(days=5)
    settle(time)
    assert texts(phone, service.to("/201/phone")) == [
        ("Mesa parada: Espadas", "Faltam 2 dias para alguém jogar, ou a mesa expira.")
    ]


def test_somebody_asks_for_a_seat_back(time: Clock, service: PushService) -> None:
    party = full()
    phones = {name: device(party.people[name], service, f"/201/{name}") for name in ("Beto", "Carla")}
    settle(time)
    party.start(2)
    commands.ask_for_seat(party.code, Asked(None), "Davi")
    settle(time)
    assert texts(phones["Carla"], service.to("/201/Carla")) == [
        ("Pedido na mesa: Espadas", "Alguém diz que é Davi e pede o lugar de volta.")
    ]
    assert [title for title, _ in texts(phones["Beto"], service.to("/201/Beto"))] == ["Sua vez no Espadas"]
    time.pass_by(hours=2)
    settle(time)
    assert len(service.pushes) == 2


def test_an_open_claim_is_told_once_whatever_comes_in_between(time: Clock, service: PushService) -> None:
    party = full()
    phone = device(party.people["Renata"], service)
    party.start(2)
    party.act("Beto", type="bid", tricks=3)
    settle(time)
    asker = commands.ask_for_seat(party.code, Asked(None), "Carla").player
    settle(time)
    party.act("Carla", type="bid", tricks=3)
    party.act("Davi", type="bid", tricks=3)
    time.pass_by(hours=2)
    settle(time)
    party.act("Renata", type="bid", tricks=3)
    time.pass_by(hours=2)
    settle(time)
    assert [title for title, _ in texts(phone, service.pushes)] == ["Pedido na mesa: Espadas", "Sua vez no Espadas"]
    commands.withdraw_claim(party.code, asker)
    commands.ask_for_seat(party.code, Asked(None), "Carla")
    time.pass_by(hours=2)
    settle(time)
    assert [title for title, _ in texts(phone, service.pushes)][2:] == ["Pedido na mesa: Espadas"]


def test_who_left_hears_nothing_more(time: Clock, service: PushService) -> None:
    party = full()
    device(party.people["Davi"], service)
    settle(time)
    party.start(2)
    commands.leave(party.code, party.ask("Davi"))
    settle(time)
    assert service.pushes == []


def test_who_asks_late_gets_no_old_news(time: Clock, service: PushService) -> None:
    party = started()
    commands.resign(party.code, party.ask("Davi"))
    device(party.people["Renata"], service)
    settle(time)
    assert service.pushes == []


def test_no_card_in_any_notice(time: Clock, service: PushService) -> None:
    party = full()
    phones = {name: device(player, service, f"/201/{name}") for name, player in party.people.items()}
    party.start(2)
    for _ in range(40):
        before = party.now.version
        party.play_on(lambda table, before=before: table.version > before)  # type: ignore[misc]
        time.pass_by(minutes=61)
        settle(time)
    assert len(service.pushes) > 15
    marks = [form(card) for card in DECK_52 for form in (str, card_words, card_short)]
    for name, phone in phones.items():
        for title, body in texts(phone, service.to(f"/201/{name}")):
            assert not [mark for mark in marks if mark in f"{title} {body}"]
