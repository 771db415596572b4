"""Bad input by HTTP: a clear sentence in Portuguese, nothing changed, nothing told to anybody, never a 500."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.spades.building import FEW_SPADES
from tests.tables import building
from tests.tables.browsing import Browser, browsers, notice, text
from tests.tables.building import Party, full, new, started
from tests.tables.refusals import is_one_sentence, nobody_told

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

STRANGER = "a stranger"


@pytest.fixture
def party(stack) -> Party:
    """Bidding is over, Beto (seat 1) is to lead: see FEW_SPADES for the hands."""
    stack(FEW_SPADES)
    party = started()
    party.bid((3, 3, 3, 3))
    return party


@pytest.fixture
def bidding() -> Party:
    """Beto is to bid."""
    return started()


def refuses(party: Party, who: str, verb: str, form: dict[str, Any], status: int) -> str:
    """The act is refused to a form and to a script alike; returns the sentence."""
    browser = Browser() if who == STRANGER else browsers(party)[who]
    before = building.rows()
    with nobody_told():
        plain = browser.act(party, verb, **form)
        script = browser.act(party, verb, htmx=True, **form)
    assert building.rows() == before
    assert (plain.status_code, script.status_code) == (status, status)
    assert "<html" in text(plain) and "<html" not in text(script)
    version = f'data-v="{party.now.version}"'
    assert version in text(plain) and version in text(script)
    assert notice(plain) == notice(script)
    assert is_one_sentence(notice(plain)), notice(plain)
    return notice(plain)


@pytest.mark.parametrize("tricks", ["14", "99", "999"])
def test_a_bid_that_does_not_exist(bidding: Party, tricks: str) -> None:
    assert "1 a 13" in refuses(bidding, "Beto", "agir", {"type": "bid", "tricks": tricks}, 409)


@pytest.mark.parametrize(
    "tricks",
    [
        "5.5",
        "",
        "três",
        "٣",
        " 5",
        "+5",
        "0x5",
        "\x00",
        "9" * 5000,
        None,
        "-1",
        "1" + "0" * 30,
        "5.0",
        "1e0",
        "-0",
        "0.0",
        "0005",
        "5_0",
    ],
)
def test_a_bid_that_is_no_number(bidding: Party, tricks: str | None) -> None:
    refuses(bidding, "Beto", "agir", {"type": "bid", "tricks": tricks}, 400)


def test_a_bid_out_of_turn_and_twice(bidding: Party) -> None:
    refuses(bidding, "Davi", "agir", {"type": "bid", "tricks": "3"}, 409)
    bidding.act("Beto", type="bid", tricks=3)
    refuses(bidding, "Beto", "agir", {"type": "bid", "tricks": "3"}, 409)


def test_a_card_out_of_turn(party: Party) -> None:
    refuses(party, "Davi", "agir", {"type": "play", "card": "AS"}, 409)


def test_a_card_played_twice(party: Party) -> None:
    party.cards("2D KD QH 2C")
    refuses(party, party.on_turn, "agir", {"type": "play", "card": "KD"}, 409)


def test_a_card_of_another_hand_is_refused_like_one_that_is_played_already(party: Party) -> None:
    """The refusal must not tell where a card is."""
    party.cards("2D KD QH 2C")
    name = party.on_turn
    others = {"AS", "3S", "2D", "QH", "KC"} - set(party.now.match.hands[party.seat(name)])
    assert len(others) >= 4
    assert len({refuses(party, name, "agir", {"type": "play", "card": card}, 409) for card in others}) == 1


@pytest.mark.parametrize("card", ["1C", "", "10C", "as", "A♠", "AS AS", "<b>", "\x00", None])
def test_what_is_no_card(party: Party, card: str | None) -> None:
    refuses(party, "Beto", "agir", {"type": "play", "card": card}, 400)


def test_a_spade_led_before_they_are_broken(party: Party) -> None:
    refuses(party, "Beto", "agir", {"type": "play", "card": "3S"}, 409)


@pytest.mark.parametrize("seat", ["0", "2", "3", "4", "-1", "x", ""])
def test_a_foreign_seat(party: Party, seat: str) -> None:
    refuses(party, "Beto", "agir", {"type": "play", "card": "2D", "seat": seat}, 403)


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("agir", {"type": "play", "card": "2D"}),
        ("agir", {"type": "play", "card": "2D", "seat": "1"}),
        ("agir", {"type": "next_round"}),
        ("agir", {"type": "accuse", "accused": "1"}),
        ("desistir", {}),
        ("sair", {}),
        ("levantar", {}),
        ("robo", {"quantos": "todos"}),
        ("tirar", {"lugar": "1"}),
        ("comecar", {"parceiro": "1"}),
    ],
)
def test_a_stranger_does_nothing(party: Party, verb: str, form: dict[str, str]) -> None:
    refuses(party, STRANGER, verb, form, 403)


def test_a_stranger_neither_sits_nor_votes_in_a_match(party: Party) -> None:
    refuses(party, STRANGER, "sentar", {"nome": "Elisa"}, 409)
    refuses(party, STRANGER, "revanche", {}, 403)


def test_a_forged_cookie_is_a_stranger(party: Party) -> None:
    browser = browsers(party)["Beto"]
    browser.client.cookies["selminha"] = browser.client.cookies["selminha"].value[:-1] + "!"
    before = building.rows()
    assert browser.act(party, "agir", type="play", card="2D").status_code == 403
    assert building.rows() == before


@pytest.mark.parametrize(
    "fields",
    [{"v": None}, {"v": ""}, {"v": "x"}, {"v": "-1"}, {"v": "1" * 40}, {"v": "٩"}, {"lance": None}, {"lance": ""},
     {"lance": "k" * 65}, {"lance": "\x00"}],
)  # fmt: skip
def test_an_act_without_version_or_id(party: Party, fields: dict[str, str | None]) -> None:
    refuses(party, "Beto", "agir", {"type": "play", "card": "2D", **fields}, 400)


@pytest.mark.parametrize("version", ["1", "8", "10", "999999999"])
def test_a_stale_act(party: Party, version: str) -> None:
    assert "mudou" in refuses(party, "Beto", "agir", {"type": "play", "card": "2D", "v": version}, 409)


def test_a_full_table() -> None:
    refuses(full(), STRANGER, "sentar", {"nome": "Elisa"}, 409)


@pytest.mark.parametrize(
    ("nome", "status"), [("", 400), ("a" * 500, 400), ("\u202e", 400), ("RENATA", 409), (None, 400)]
)
def test_a_name_that_cannot_sit(nome: str | None, status: int) -> None:
    refuses(new(), STRANGER, "sentar", {"nome": nome}, status)


@pytest.mark.parametrize(
    ("verb", "form", "status"),
    [
        ("comecar", {}, 400),
        ("comecar", {"parceiro": "0"}, 400),
        ("comecar", {"parceiro": "4"}, 400),
        ("comecar", {"parceiro": "-1"}, 400),
        ("comecar", {"parceiro": "dois"}, 400),
        ("comecar", {"parceiro": "9" * 99}, 400),
        ("tirar", {}, 409),
        ("tirar", {"lugar": "1"}, 409),
        ("tirar", {"lugar": "9"}, 409),
        ("tirar", {"lugar": "\x00"}, 400),
        ("robo", {"quantos": "todos"}, 409),
        ("revanche", {}, 409),
        ("desistir", {}, 409),
        ("sair", {}, 409),
    ],
)
def test_the_creator_before_the_start(verb: str, form: dict[str, str], status: int) -> None:
    refuses(full(), "Renata", verb, form, status)


@pytest.mark.parametrize("accused", ["0", "1", "2", "3"])
def test_an_accusation_before_any_card(party: Party, accused: str) -> None:
    refuses(party, "Davi", "agir", {"type": "accuse", "accused": accused}, 409)


@pytest.mark.parametrize(
    ("accused", "status"), [("1", 409), ("3", 409), ("9", 409), ("", 400), ("Beto", 400), (None, 400)]
)
def test_an_accusation_of_nobody(party: Party, accused: str | None, status: int) -> None:
    party.cards("2D")
    refuses(party, "Davi", "agir", {"type": "accuse", "accused": accused}, status)


@pytest.mark.parametrize("kind", ["deal", "forfeit", "take_left", "bogus", "", "\x00", None])
def test_an_action_that_is_not_for_people(party: Party, kind: str | None) -> None:
    form = {"type": kind, "deck": "2C", "reason": "left", "card": "2D", "tricks": "3"}
    refuses(party, "Beto", "agir", form, 400)


def test_a_field_given_twice_is_no_second_card(party: Party) -> None:
    refuses(party, "Beto", "agir", {"type": "play", "card[]": ["2D", "3D"]}, 400)
    refuses(party, "Beto", "agir", {"type": ["play", "bid"], "card": "2D"}, 400)


def test_after_the_end_everything(party: Party) -> None:
    party.act("Beto", type="play", card="2D")
    party.act("Carla", type="accuse", accused=1)
    for verb, form in (
        ("agir", {"type": "play", "card": "3D"}),
        ("agir", {"type": "next_round"}),
        ("agir", {"type": "accuse", "accused": "1"}),
        ("desistir", {}),
        ("levantar", {}),
        ("comecar", {"parceiro": "2"}),
    ):
        refuses(party, "Renata", verb, form, 409)


@pytest.mark.parametrize("token", ["", "x" * 64, None])
def test_an_expired_form_gets_a_page_that_helps(party: Party, token: str | None) -> None:
    browser = browsers(party)["Beto"]
    before = building.rows()
    fields = {"v": str(party.now.version), "lance": "k", "type": "play", "card": "2D"}
    if token is not None:
        fields["csrfmiddlewaretoken"] = token
    for path in (f"/m/{party.code}/agir", "/nova/espadas", "/baralho"):
        response = browser.client.post(path, fields)
        assert response.status_code == 403
        assert "recarregue" in text(response)
    assert f'href="/m/{party.code}"' in text(browser.client.post(f"/m/{party.code}/agir", fields))
    assert building.rows() == before


@pytest.mark.parametrize("verb", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "GET", "HEAD"])
def test_only_post_acts(party: Party, verb: str) -> None:
    """The address of an act, which a refused form leaves in the browser, leads back to the table."""
    beto = browsers(party)["Beto"]
    beto.get(f"/m/{party.code}")
    before = building.rows()
    form = f"v={party.now.version}&lance=k&type=play&card=2D&nome=Elisa&csrfmiddlewaretoken={beto.token}"
    for act in ("sentar", "agir", "desistir", "sair", "comecar", "robo"):
        for client in (beto.client, Client()):
            response = client.generic(verb, f"/m/{party.code}/{act}?{form}", form, "application/x-www-form-urlencoded")
            if verb in ("GET", "HEAD"):
                assert (response.status_code, response["Location"]) == (302, f"/m/{party.code}")
            else:
                assert response.status_code in (403, 405)
    assert building.rows() == before


@pytest.mark.parametrize("path", ["horario", "remover", "testar", "email", "assinar", "/baralho"])
def test_the_address_of_a_form_leads_to_its_page(party: Party, path: str) -> None:
    beto = browsers(party)["Beto"]
    path, page = ("/baralho", "/") if path == "/baralho" else (f"/avisos/{path}", "/avisos")
    for verb in ("GET", "HEAD"):
        response = beto.client.generic(verb, f"{path}?baralho=espanhol&aparelho=1&endereco=a@example.com")
        assert (response.status_code, response["Location"]) == (302, page)
        assert not response.cookies
    assert beto.client.generic("PUT", path).status_code in (403, 405)


@pytest.mark.parametrize("volta", ["x" * 17, "x" * 60_000, "//example.com", "", None])
def test_a_deck_chosen_nowhere_leads_home(volta: str | None) -> None:
    response = Browser().post("/baralho", {"baralho": "espanhol", **({} if volta is None else {"volta": volta})})
    assert (response.status_code, response["Location"]) == (302, "/")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"type": "play", "card": "2D"}'),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("multipart/form-data", b"no boundary"),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(200))),
        ("application/x-www-form-urlencoded", b"card=" + b"2" * 70_000),
        ("application/x-www-form-urlencoded; charset=nonsense", b"type=play&card=2D"),
        ("application/x-www-form-urlencoded", b"type=%FF%FE&card=%ED%A0%80&v=1&lance=%00"),
        ("text/plain", b"type=play"),
    ],
)
def test_a_body_that_is_no_form(party: Party, kind: str, body: bytes) -> None:
    before = building.rows()
    browser = browsers(party)["Beto"]
    browser.get(f"/m/{party.code}")
    headers = {"X-CSRFToken": browser.token}
    response = browser.client.generic("POST", f"/m/{party.code}/agir", body, kind, headers=headers)
    assert 400 <= response.status_code < 500
    assert building.rows() == before


ENCODINGS = "hex rot13 base64 zlib idna undefined utf-7 unicode_escape latin-1 nonsense"


@pytest.mark.parametrize("charset", [*ENCODINGS.split(), ""])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"])
@pytest.mark.parametrize("path", ["/nova/espadas", "/continuar", "/avisos/email/parar", "/nada"])
def test_a_form_in_another_encoding_is_refused(path: str, kind: str, charset: str) -> None:
    body = b"--x\r\nContent-Disposition: form-data; name=nome\r\n\r\n+2AA-\\ud800\r\n--x--\r\n"
    response = Client().generic("POST", path, body, f"{kind}; charset={charset}")
    assert response.status_code == 400
    assert 'lang="pt-BR"' in text(response)


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_a_form_that_says_that_it_is_utf_8_is_one(charset: str) -> None:
    browser = Browser()
    browser.get("/nova/espadas")
    body = f"csrfmiddlewaretoken={browser.token}&lance=k&nome=Z%C3%A9"
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert browser.client.generic("POST", "/nova/espadas", body, kind).status_code == 302


@pytest.mark.parametrize(
    "name", ["name*=hex''%41", "name*=nonsense''%41", "name*=utf-7''+2AA-", "filename*=hex''a; name=a"]
)
@pytest.mark.parametrize("path", ["/nova/espadas", "/avisos/email/parar", "/nada"])
def test_a_part_whose_name_is_in_another_encoding(path: str, name: str) -> None:
    body = f"--x\r\nContent-Disposition: form-data; {name}\r\n\r\nq\r\n--x--\r\n"
    response = Client().generic("POST", path, body, "multipart/form-data; boundary=x")
    assert 400 <= response.status_code < 500
    assert 'lang="pt-BR"' in text(response)
