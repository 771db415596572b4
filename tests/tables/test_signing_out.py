"""SAIR DOS OUTROS APARELHOS: whoever has an old cookie is a stranger from then on, everywhere."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables import commands, handover
from tables.commands import Asked
from tables.models import Player, PushSubscription
from tables.players import Token
from tables.state import stored
from tests.push_service import Device, PushService
from tests.tables.browsing import Browser, browsers, text
from tests.tables.building import Party, new, started
from tests.tables.leaks import cards_in
from tests.tables.notices import Clock, device, settle
from tests.tables.refusals import refused
from tests.tables.test_races import at_once, refusals

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


def handed_over(party: Party, name: str) -> tuple[Browser, Browser]:
    """That person's browser, and the phone that a code made the same player."""
    own, phone = browsers(party)[name], Browser()
    code = handover.start(party.people[name]).code
    assert phone.post("/continuar", {"codigo": code, "c": ""}).status_code == 302
    return own, phone


def sign_out(browser: Browser, **fields: str) -> str:
    response = browser.post("/outro-aparelho/sair", fields)
    assert (response.status_code, response["Location"]) == (302, "/outro-aparelho/sair?feito=1")
    return text(browser.get(response["Location"]))


def hand(browser: Browser, party: Party) -> set[str]:
    pages = (browser.get(f"/m/{party.code}{page}") for page in ("", "/estado", "/conversa"))
    return set.union(*(cards_in(text(page)) for page in pages))


def test_the_other_device_sees_and_does_nothing_any_more() -> None:
    party = started()
    own, phone = handed_over(party, "Beto")
    cards = set(party.now.match.hands[1])
    assert hand(own, party) == hand(phone, party) == cards
    assert "SAIR DOS OUTROS APARELHOS" in text(own.get("/outro-aparelho/sair"))
    assert hand(phone, party) == cards, "a GET changes nothing"
    assert "só este aparelho joga como você" in sign_out(own)
    assert hand(own, party) == cards
    assert hand(phone, party) == set()
    assert 'data-eu=""' in text(phone.get(f"/m/{party.code}"))
    assert "Vez de" not in text(phone.get("/minhas-mesas"))
    for verb in ("agir", "desistir", "sair", "ausencia", "revanche"):
        response = phone.act(party, verb, type="bid", tricks=3)
        assert (response.status_code, hand(phone, party)) == (403, set())
    talk = {"texto": "oi", "lance": "x"}
    assert "Só quem está sentado" in text(phone.post(f"/m/{party.code}/dizer", talk))
    assert "Sente-se primeiro" in text(phone.post("/outro-aparelho"))
    assert phone.post("/avisos/horario", {"de": "0", "ate": "0"}).status_code == 403
    assert "Sente-se primeiro" in text(phone.post("/outro-aparelho/sair"))
    assert own.act(party, "agir", type="bid", tricks=3).status_code == 302
    assert party.now.match.bids[1] == 3


def test_it_asks_for_the_seat_like_any_stranger() -> None:
    party = started()
    own, phone = handed_over(party, "Beto")
    sign_out(own)
    page = phone.post(f"/m/{party.code}/pedir", {"quem": "Beto"})
    assert page.status_code == 302
    claim = party.now.seats[1].claim
    assert claim is not None and claim.claimant != party.people["Beto"]
    commands.answer_claim(party.code, party.ask("Carla"), claim.id, let_in=True)
    assert hand(own, party) == set()
    assert hand(phone, party) == set(party.now.match.hands[1])


def test_a_seat_that_was_recovered_by_a_player_of_a_later_epoch_is_his_at_once() -> None:
    party, other = started(), new("Elisa")
    elisa = browsers(other)["Elisa"]
    sign_out(elisa)
    elisa.post(f"/m/{party.code}/pedir", {"quem": "Beto"})
    claim = party.now.seats[1].claim
    assert claim is not None and claim.claimant == other.people["Elisa"]
    commands.answer_claim(party.code, party.ask("Carla"), claim.id, let_in=True)
    assert hand(elisa, party) == set(party.now.match.hands[1])


def test_at_a_new_table_it_sits_as_somebody_new() -> None:
    party = new()
    own, phone = handed_over(party, "Renata")
    sign_out(own)
    other = new("Beto")
    assert phone.act(other, "sentar", nome="Ladrão").status_code == 302
    assert own.act(other, "sentar", nome="Renata").status_code == 302
    players = [seat.player for seat in other.now.seats]
    assert players[2] == party.people["Renata"] != players[1]
    assert other.now == stored(other.now.id)
    assert 'data-eu="2"' in text(own.get(f"/m/{other.code}"))
    created = phone.post("/nova/espadas", {"nome": "Ladrão"})["Location"].rsplit("/", 1)[1]
    assert Party(created).now.seats[0].player == players[1]


def test_codes_that_were_open_are_void_and_later_ones_carry_the_epoch() -> None:
    party = started()
    own, phone = handed_over(party, "Beto")
    code = handover.start(party.people["Beto"]).code  # by the lost phone
    sign_out(own)
    assert "código mais novo" in text(Browser().post("/continuar", {"codigo": code, "c": ""}))
    tablet = Browser()
    tablet.post("/continuar", {"codigo": handover.start(party.people["Beto"]).code, "c": ""})
    assert hand(tablet, party) == set(party.now.match.hands[1])
    sign_out(tablet)
    sign_out(tablet)
    assert hand(own, party) == hand(phone, party) == set()
    assert hand(tablet, party) == set(party.now.match.hands[1])


def test_pushes_go_on_to_this_browser_alone(time: Clock, service: PushService) -> None:
    party = started()
    own, _ = handed_over(party, "Carla")
    here, lost = (device(party.people["Carla"], service, f"/201/{name}") for name in ("here", "lost"))
    others = device(party.people["Davi"], service, "/201/davi")
    sign_out(own, endpoint=here.endpoint)
    assert set(PushSubscription.objects.values_list("endpoint", flat=True)) == {here.endpoint, others.endpoint}
    party.act("Beto", type="bid", tricks=3)
    settle(time)
    assert len(service.to("/201/here")) == 1
    assert service.to("/201/lost") == []
    sign_out(own, endpoint=lost.endpoint)
    assert list(PushSubscription.objects.values_list("endpoint", flat=True)) == [others.endpoint]


def test_an_old_cookie_asks_for_no_pushes(service: PushService) -> None:
    party = started()
    own, phone = handed_over(party, "Beto")
    sign_out(own)
    response = phone.post("/avisos/assinar", Device(f"{service.url}/201/x").form)
    assert response.status_code == 403
    assert not PushSubscription.objects.exists()


def test_a_stranger_and_a_repeat_of_the_old_form_change_nothing() -> None:
    party = started()
    own = browsers(party)["Beto"]
    with refused("stranger"):
        commands.sign_out_others(None, "")
    with refused("stranger"):
        commands.sign_out_others(Token(party.people["Beto"], 1), "")
    sign_out(own)
    with refused("stranger"):
        commands.sign_out_others(Token(party.people["Beto"]), "")
    assert "Sente-se primeiro" in text(Browser().post("/outro-aparelho/sair"))
    assert Player.objects.get(id=party.people["Beto"]).epoch == 1


def test_every_table_of_the_player_gets_a_new_version_and_no_other() -> None:
    beto = started()
    mine = [beto, new("Renata"), new("Davi")]
    player = beto.people["Beto"]
    for party in mine[1:]:
        commands.sit(party.code, Asked(player), "Beto")
    others = new("Elisa")
    before = [party.now.version for party in (*mine, others)]
    commands.sign_out_others(Token(player), "")
    assert [party.now.version - old for party, old in zip((*mine, others), before, strict=True)] == [1, 1, 1, 0]
    for party in mine:
        assert party.now == stored(party.now.id)
    assert beto.now.seat_by(Token(player, 1)) == 1
    assert beto.now.seat_by(Token(player)) is None


def test_a_card_costs_no_query_more() -> None:
    party = started()
    own, _ = handed_over(party, "Beto")
    own.get(f"/m/{party.code}")
    with CaptureQueriesContext(connection) as queries:
        own.act(party, "agir", type="bid", tricks=3)
    assert not [query for query in queries if "tables_player" in query["sql"] and "tables_seat" not in query["sql"]]


@pytest.mark.django_db(transaction=True)
def test_signing_out_and_recovering_and_sitting_at_once_leave_what_memory_says() -> None:
    for _ in range(3):
        party, other, free = started(), new("Elisa"), new("Fábio")
        player = other.people["Elisa"]
        asker = commands.ask_for_seat(party.code, Asked(player), "Beto").player
        assert asker == player
        claim = party.now.seats[1].claim
        assert claim is not None
        outcomes = at_once(
            lambda: commands.sign_out_others(Token(player), ""),  # noqa: B023
            lambda: commands.answer_claim(party.code, party.ask("Carla"), claim.id, let_in=True),  # noqa: B023
            lambda: commands.sit(free.code, Asked(player), "Elisa"),  # noqa: B023
            lambda: commands.sign_out_others(Token(player), ""),  # noqa: B023
        )
        assert refusals(outcomes) == ["stranger"], outcomes
        for table in (party, other, free):
            assert table.now == stored(table.now.id)
        assert party.now.seat_by(Token(player, 1)) == 1
