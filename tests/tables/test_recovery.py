"""EU JÁ ESTAVA AQUI: a seat goes over to another browser when one person of the table says yes, and only then."""

from __future__ import annotations

import pytest

from tables import commands, frames, sweep
from tables.commands import Asked
from tables.models import Player, SeatClaim
from tables.players import Token
from tables.refusals import TableRefusal
from tables.state import TableState
from tests.tables import building
from tests.tables.browsing import Browser, browsers, notice, text
from tests.tables.building import Party, full, new, started
from tests.tables.moving import Clock
from tests.tables.refusals import refused
from tests.tables.test_handover import who
from tests.tables.test_races import at_once, refusals

pytestmark = [pytest.mark.pair, pytest.mark.django_db]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def claimed(party: Party, name: str = "Beto") -> tuple[int, int]:
    """Somebody new asks for that seat: the claim's id, and who asks."""
    player = commands.ask_for_seat(party.code, Asked(None), name).player
    claim = party.now.seats[party.seat(name)].claim
    assert claim is not None
    assert claim.claimant == player
    return claim.id, player


def answer(party: Party, name: str, claim: int, let_in: bool) -> TableState:
    return commands.answer_claim(party.code, Asked(party.people[name]), claim, let_in=let_in)


def outcome(claim: int) -> str:
    return str(SeatClaim.objects.get(id=claim).outcome)


@pytest.mark.parametrize("name", ["Beto", "Renata"])  # the creator's seat is recovered the same way
def test_one_approval_moves_the_seat_and_ends_the_old_cookies_claim(name: str) -> None:
    party = started()
    people, phone = browsers(party), Browser()
    before, seat, hand = party.now, party.seat(name), party.now.match.hands[party.seat(name)]
    assert phone.post(f"/m/{party.code}/pedir", {"quem": name}).status_code == 302
    waiting = text(phone.get(f"/m/{party.code}/ja-estava"))
    assert "Esperando a mesa responder" in waiting
    claim = party.now.seats[seat].claim
    assert claim is not None
    for friend, browser in people.items():
        shown = text(browser.get(f"/m/{party.code}"))
        words = "Alguém diz que é você" if friend == name else f"<bdi>{name}</bdi> diz que mudou de celular."
        assert words in shown
    for browser in (phone, Browser()):
        assert "mudou de celular" not in text(browser.get(f"/m/{party.code}"))
    reply = people["Carla"].act(party, "deixar", htmx=True, pedido=claim.id)
    assert reply.status_code == 200
    assert 'id="pedido" hidden' in text(reply)
    table = party.now
    assert table.seats[seat].player == who(phone)
    assert table.seats[seat].claim is None
    assert (table.match, table.turn_since, table.last_move_at) == (before.match, before.turn_since, before.last_move_at)
    there = phone.get(f"/m/{party.code}/ja-estava")
    assert (there.status_code, there["Location"]) == (302, f"/m/{party.code}")
    page = text(phone.get(f"/m/{party.code}"))
    assert f'data-eu="{seat}"' in page
    assert all(f'value="{card}"' in page for card in hand)
    old = text(people[name].get(f"/m/{party.code}"))
    assert 'data-eu=""' in old
    assert not any(f'value="{card}"' in old for card in hand)
    assert people[name].act(party, "agir", type="bid", tricks="3").status_code == 403
    assert party.now.match == before.match
    assert outcome(claim.id) == "approved"


def test_the_new_browser_plays_on_and_the_old_one_cannot() -> None:
    party = started()
    claim, player = claimed(party)
    old = party.people["Beto"]
    answer(party, "Davi", claim, True)
    party.people["Beto"] = old
    with refused("stranger"):
        party.act("Beto", type="bid", tricks=3)
    party.people["Beto"] = player
    assert party.act("Beto", type="bid", tricks=3).match.bids[1] == 3


def test_the_holder_may_refuse_and_nothing_changes() -> None:
    party = started()
    before = party.now
    claim, player = claimed(party)
    table = answer(party, "Beto", claim, False)
    assert table.seats == before.seats
    assert table.match == before.match
    assert outcome(claim) == "refused"
    assert table.seat_of(player) is None


def test_the_asker_is_told_of_the_no_and_can_ask_again() -> None:
    party, phone = started(), Browser()
    phone.post(f"/m/{party.code}/pedir", {"quem": "Beto"})
    claim = party.now.seats[1].claim
    assert claim is not None
    browsers(party)["Carla"].act(party, "recusar", pedido=str(claim.id))
    page = text(phone.get(f"/m/{party.code}/ja-estava"))
    assert "respondeu que não" in page
    assert "Quem é você nesta mesa?" in page
    assert phone.post(f"/m/{party.code}/pedir", {"quem": "Beto"}).status_code == 302
    assert SeatClaim.objects.count() == 2


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True)])
def test_an_answer_after_the_other_one_says_so_and_a_repeat_is_no_error(first: bool, second: bool) -> None:
    party = started()
    claim, _ = claimed(party)
    table = answer(party, "Renata", claim, first)
    assert answer(party, "Carla", claim, first) == table
    with refused("settled"):
        answer(party, "Carla", claim, second)


def test_only_who_sits_may_answer_and_only_a_claim_that_there_is() -> None:
    party, other = started(), started("Zeca", "Yara", "Xana", "Wal")
    claim, player = claimed(party)
    for asked in (Asked(None), Asked(player), Asked(other.people["Zeca"])):
        with refused("stranger"):
            commands.answer_claim(party.code, asked, claim, let_in=True)
    with refused("settled"):
        answer(other, "Zeca", claim, True)
    for number in (0, claim + 1):
        with refused("settled"):
            answer(party, "Carla", number, True)


def test_the_form_of_an_answer_may_hold_anything() -> None:
    party = started()
    claimed(party)
    carla = browsers(party)["Carla"]
    before = building.rows()
    for nonsense in ("", "x", "-1", "9" * 30, "1.0", None):
        reply = carla.act(party, "deixar", htmx=True, pedido=nonsense)
        assert reply.status_code == 409
        assert "já não está aberto" in notice(reply)
    assert building.rows() == before


def test_a_repeated_claim_is_the_same_claim() -> None:
    party, phone = started(), Browser()
    for _ in range(3):
        assert phone.post(f"/m/{party.code}/pedir", {"quem": "beto"}).status_code == 302
    assert (SeatClaim.objects.count(), Player.objects.count()) == (1, 5)
    claim = party.now.seats[1].claim
    assert claim is not None
    answer(party, "Carla", claim.id, True)
    version = party.now.version
    assert phone.post(f"/m/{party.code}/pedir", {"quem": "Beto"}).status_code == 302
    assert party.now.version == version


def test_who_cannot_claim_what() -> None:
    party = started("Renata", "Beto", "Carla")
    robot = next(seat.name for seat in party.now.seats if seat.robot)
    _, player = claimed(party)
    for code, asker, name in [
        ("seated", party.people["Carla"], "Beto"),
        ("robot_seat", None, robot),
        ("bad_choice", None, "Zeca"),
        ("bad_choice", None, ""),
        ("claimed", None, "Beto"),
        ("claiming", player, "Carla"),
    ]:
        with refused(code):
            commands.ask_for_seat(party.code, Asked(asker), name)
    before = party.now
    assert commands.ask_for_seat(party.code, Asked(party.people["Carla"]), "Carla") == Token(party.people["Carla"])
    assert party.now == before


def test_with_robots_alone_nobody_could_confirm() -> None:
    party = full("Renata")
    with refused("nobody"):
        commands.ask_for_seat(party.code, Asked(None), "Renata")
    stranger = Browser()
    reply = stranger.post(f"/m/{party.code}/pedir", {"quem": "Renata"})
    assert reply.status_code == 409
    assert "use um código do aparelho antigo" in text(reply)
    assert "TENHO UM CÓDIGO" in text(reply)


def test_a_claim_lasts_24_hours_whether_or_not_anybody_sweeps(clock: Clock) -> None:
    party = started()
    claim, player = claimed(party)
    clock.later(hours=23, minutes=59)
    sweep.drop_claims()
    assert SeatClaim.objects.filter(seat__number=1).count() == 1
    clock.later(minutes=1)
    frames._drawn.clear()
    assert "mudou de celular" not in text(browsers(party)["Carla"].get(f"/m/{party.code}"))
    with refused("settled"):
        answer(party, "Carla", claim, True)
    version = party.now.version
    sweep.drop_claims()
    assert party.now.seats[1].claim is None
    assert (party.now.version, outcome(claim)) == (version + 1, "expired")
    assert sweep.drop_claims() == 0
    commands.ask_for_seat(party.code, Asked(player), "Beto")
    assert party.now.seats[1].claim is not None


def test_an_old_claim_gives_way_to_a_new_one(clock: Clock) -> None:
    party = started()
    first, _ = claimed(party)
    clock.later(hours=24)
    second, player = claimed(party)
    assert (outcome(first), outcome(second)) == ("expired", "open")
    answer(party, "Carla", second, True)
    assert party.now.seats[1].player == player


def test_a_withdrawn_claim_is_gone_and_withdrawing_again_is_harmless() -> None:
    party, phone = started(), Browser()
    phone.post(f"/m/{party.code}/pedir", {"quem": "Beto"})
    for _ in range(2):
        assert phone.post(f"/m/{party.code}/retirar").status_code == 302
        version = party.now.version
    assert party.now.version == version
    assert party.now.seats[1].claim is None
    assert SeatClaim.objects.get().outcome == "withdrawn"
    assert Browser().post(f"/m/{party.code}/retirar").status_code == 302


def test_a_table_hears_of_five_claims_an_hour(clock: Clock) -> None:
    party = started()
    for _ in range(5):
        claim, _ = claimed(party)
        answer(party, "Carla", claim, False)
    with refused("too_fast"):
        commands.ask_for_seat(party.code, Asked(None), "Beto")
    clock.later(hours=1)
    claimed(party)


def test_in_the_waiting_room_the_claim_keeps_to_the_seat() -> None:
    party = new()
    for name in ("Beto", "Carla"):
        party.sit(name)
    claim, player = claimed(party, "Carla")
    commands.stand_up(party.code, party.ask("Beto"))
    answer(party, "Renata", claim, True)
    assert [(seat.name, seat.player) for seat in party.now.seats][1] == ("Carla", player)


def test_a_claim_to_a_seat_that_is_left_goes_with_it() -> None:
    party, phone = full("Renata", "Beto", "Carla", "Davi"), Browser()
    phone.post(f"/m/{party.code}/pedir", {"quem": "Davi"})
    commands.stand_up(party.code, party.ask("Davi"))
    assert "ficou vazio" in text(phone.get(f"/m/{party.code}/ja-estava"))
    table, player = commands.sit(party.code, Asked(None), "Elisa")
    assert table.seats[3].claim is None
    assert player != who(phone)


def test_who_sits_down_elsewhere_has_no_claim_any_more() -> None:
    party = new()
    party.sit("Beto")
    claim, player = claimed(party)
    commands.sit(party.code, Asked(player), "Beto 2")
    with refused("settled"):
        answer(party, "Renata", claim, True)


def test_a_rematch_can_be_agreed_to_from_the_recovered_seat() -> None:
    party = started()
    commands.resign(party.code, party.ask("Beto"))
    for name in ("Renata", "Carla", "Davi"):
        commands.agree(party.code, party.ask(name), 2)
    claim, player = claimed(party)
    answer(party, "Davi", claim, True)
    party.people["Beto"] = player
    assert commands.agree(party.code, party.ask("Beto"), None).status == "playing"


def test_where_no_seat_matters_any_more_nothing_is_claimed() -> None:
    party = started()
    commands.leave(party.code, party.ask("Davi"))
    with refused("over"):
        commands.ask_for_seat(party.code, Asked(None), "Beto")
    assert "Não há lugar para recuperar" in text(Browser().get(f"/m/{party.code}/ja-estava"))
    assert "Eu já estava aqui</a></p>" not in text(Browser().get(f"/m/{party.code}"))


def test_after_7_days_a_claim_finds_the_table_expired(clock: Clock) -> None:
    party = started()
    claim, _ = claimed(party)
    clock.later(days=7)
    with pytest.raises(TableRefusal, match="expirou"):
        answer(party, "Carla", claim, True)
    assert party.now.status == "expired"
    sweep.drop_claims()
    assert party.now.seats[1].claim is None


def test_a_seated_name_is_asked_whether_it_is_he() -> None:
    party, stranger = new(), Browser()
    party.sit("Beto")
    reply = stranger.act(party, "sentar", nome="Beto")
    assert reply.status_code == 409
    assert notice(reply).startswith("Já há Beto nesta mesa: se é você, toque em “Eu já estava aqui”")
    assert f'href="/m/{party.code}/ja-estava"' in text(reply)


def test_the_form_that_created_the_table_does_not_give_the_recovered_seat_back() -> None:
    asked = Asked(None, None, "birth", "x")
    options = commands.options_of("espadas", {})
    table, old = commands.create(asked, "Renata", "espadas", options)
    party = Party(table.code, {"Renata": old})
    party.sit("Beto")
    claim, player = claimed(party, "Renata")
    answer(party, "Beto", claim, True)
    again, asker = commands.create(asked, "Renata", "espadas", options)
    assert asker != player
    assert again.code != table.code


def test_in_an_apps_own_browser_one_line_says_how_to_open_it_properly() -> None:
    party = new()
    android = "Mozilla/5.0 (Linux; Android 14; Pixel; wv) AppleWebKit/537.36 Chrome/126.0 Mobile"
    for agent, inside in ((android, True), ("x [FBAN/FBIOS]", True), (android.replace("; wv", ""), False), ("", False)):
        page = text(Browser().get(f"/m/{party.code}", **{"User-Agent": agent}))
        assert ("dentro de outro aplicativo" in page) == inside


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("second", [True, False])
def test_two_answers_at_once(second: bool) -> None:
    for _ in range(3):
        party = started()
        old = party.people["Beto"]
        claim, player = claimed(party)
        outcomes = at_once(
            lambda: answer(party, "Renata", claim, True),  # noqa: B023
            lambda: answer(party, "Carla", claim, second),  # noqa: B023
        )
        assert refusals(outcomes) == ([] if second else ["settled"])
        yes = isinstance(outcomes[0], TableState)
        assert party.now.seats[1].player == (player if yes else old)
        assert outcome(claim) == ("approved" if yes else "refused")
        assert party.now.version == 7


@pytest.mark.django_db(transaction=True)
def test_two_who_claim_one_seat_at_once() -> None:
    party = started()
    outcomes = at_once(*[lambda: commands.ask_for_seat(party.code, Asked(None), "Beto")] * 3)
    assert sorted(refusals(outcomes)) == ["claimed", "claimed"]
    assert SeatClaim.objects.count() == 1
