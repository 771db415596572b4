"""Escopa de 15 in the browser: rounds of two, three and four, matches to 21, giving up and the rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.people.at_escopa import TALL, Player, deck, everybody_sees, lay, player, seated
from tests.people.at_espadas import DESKTOP
from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("closed")]


def test_two_people_play_a_round_and_either_opens_the_next(browser: Browser, site: Server) -> None:
    again = deck(["7D QH 2S", "KH 3S JC"], "5C 3D AH 4S")
    lay(site, again, again)
    people = seated(browser, site, TALL, DESKTOP)
    assert play_round(people) == 6  # moves under ÚLTIMAS, which stays until the round ends
    for person in people:
        board = person.page.locator("#corpo")
        expect(board.get_by_role("heading", name="Fim da rodada 1")).to_be_visible()
        for row in ("Escopas", "Cartas", "Ouros", "Setes", "Sete de ouros", "Rodada", "Total"):
            expect(board.get_by_role("rowheader", name=row, exact=True)).to_be_visible()
        expect(board.locator(".sobras")).to_contain_text(re.compile(r"somam? (10|25|40|55)"))
    cards = people[0].page.locator("#corpo tr", has_text="Cartas").locator("td").all_inner_texts()
    assert sum(int(text.split()[0]) for text in cards[:2]) in (40, 0)
    people[1].next_round()
    everybody_sees(people)
    for person in people:
        assert len(person.hand) == 3
        assert sorted(person.table) == ["3D", "4S", "5C", "AH"]
        assert person.page.locator(".posta:not([hidden]) input").count() == 4  # the same cards, and free to mark again
    assert people[0].on_turn  # the deal has passed to Bia


def test_three_with_a_robot_see_the_next_player_on_the_right(browser: Browser, site: Server) -> None:
    lay(site)
    ana, bia = player(browser, site, "Ana"), player(browser, site, "Bia", DESKTOP)
    bia.sit(ana.create())
    ana.page.get_by_role("button", name="PÔR ROBÔ").first.click()
    ana.page.get_by_role("button", name="COMEÇAR").click()
    people = [ana, bia]
    for person in people:
        person.page.wait_for_selector('#estado[data-status="playing"]', state="attached")
    for person, right, left in ((ana, 1, 2), (bia, 2, 0)):
        one, other = person.plate(right).bounding_box(), person.plate(left).bounding_box()
        assert one is not None and other is not None
        assert one["x"] > other["x"]
    play_round(people)
    for person in people:
        expect(person.page.locator("#corpo thead th")).to_have_count(3)
        assert person.page.locator("#corpo thead th").first.inner_text() == "Você"


def test_four_in_pairs_play_a_round_with_the_partner_opposite(browser: Browser, site: Server) -> None:
    lay(site)
    people = seated(browser, site, TALL, TALL, DESKTOP, DESKTOP)
    for seat, person in enumerate(people):
        plates = [person.plate((seat + k) % 4).bounding_box() for k in range(4)]
        own, right, opposite, left = (box for box in plates if box is not None)
        assert left["x"] < opposite["x"] < right["x"]
        assert own["y"] > max(left["y"], opposite["y"], right["y"])
    play_round(people)
    for person in people:
        expect(person.page.locator("#corpo thead th").first).to_contain_text("Nós")
    expect(people[1].page.locator("#corpo thead th").first).to_contain_text("Davi")


@pytest.mark.parametrize("robots", [1, 3])
def test_a_match_to_21_against_robots(browser: Browser, site: Server, robots: int) -> None:
    lay(site)
    ana = player(browser, site, "Ana", TALL if robots == 1 else DESKTOP, motion=robots == 1)
    complaints: list[str] = []
    ana.page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    ana.page.on("pageerror", lambda error: complaints.append(str(error)))
    ana.create()
    for _ in range(robots):
        ana.act(lambda: ana.page.get_by_role("button", name="PÔR ROBÔ").first.click())
    ana.act(lambda: ana.page.get_by_role("button", name="COMEÇAR").click())
    while True:
        ana.wait()
        if ana.status == "finished":
            break
        if ana.page.locator("#corpo .seguinte button").count():
            ana.next_round(at_once=True)
        else:
            ana.one_move()
    ana.page.keyboard.press("Escape")  # whoever does not wait for the last cards to fly
    board = ana.page.locator("#corpo")
    expect(board.get_by_role("heading", name=re.compile("venc"))).to_be_visible()
    assert max(int(text) for text in board.locator(".placar-final b").all_inner_texts()) >= 21
    version = ana.version
    ana.page.get_by_role("button", name="QUERO REVANCHE").click()
    ana.page.wait_for_selector('#estado[data-partida="2"][data-status="playing"]', state="attached")
    assert ana.version > version
    assert complaints == []


def test_resigning_among_three_shares_the_win_of_equals(browser: Browser, site: Server) -> None:
    lay(site)
    people = seated(browser, site, TALL, TALL, TALL)
    ana = people[0].page
    ana.locator("#barra .menu").click()
    ana.locator("#folha-menu").get_by_role("button", name="Desistir").click()
    sheet = ana.locator("#folha-desistir")
    expect(sheet).to_contain_text("entre os outros, vence quem tem mais pontos")
    sheet.get_by_role("button", name="DESISTIR").click()
    expect(people[1].page.get_by_role("heading", name="Você e Caio dividem a vitória!")).to_be_visible()
    expect(ana.get_by_role("heading", name="Bia e Caio dividem a vitória!")).to_be_visible()
    expect(ana.locator(".porque")).to_contain_text("Você desistiu e perdeu.")
    assert ana.locator("[name=parceiro]").count() == 0


def test_four_play_again_in_other_pairs_when_the_creator_changes_them(browser: Browser, site: Server) -> None:
    lay(site)
    people = seated(browser, site, TALL, TALL, TALL, TALL)
    ana, bia, caio, davi = people
    davi.page.locator("#barra .menu").click()
    davi.page.locator("#folha-menu").get_by_role("button", name="Desistir").click()
    expect(davi.page.locator("#folha-desistir")).to_contain_text("Você e Bia perdem a partida; Ana e Caio vencem.")
    davi.page.locator("#folha-desistir").get_by_role("button", name="DESISTIR").click()
    expect(ana.page.get_by_role("heading", name="Você e Caio venceram!")).to_be_visible()
    expect(bia.page.locator(".porque")).to_contain_text("Davi desistiu: você e Davi perderam a partida.")
    ana.page.locator("#corpo label", has_text="Você e Bia × Caio e Davi").click()
    for person in people:
        assert person is ana or person.page.locator("[name=parceiro]").count() == 0
        before = person.version
        person.page.get_by_role("button", name="QUERO REVANCHE").click()
        for other in people:
            other.sees(before + 1)
    for person in people:
        person.page.wait_for_selector('#estado[data-partida="2"][data-status="playing"]', state="attached")
    assert [person.page.locator("#estado").get_attribute("data-eu") for person in (ana, bia)] == ["0", "2"]
    assert {person.page.locator("#estado").get_attribute("data-eu") for person in (caio, davi)} == {"1", "3"}


def play_round(people: list[Player]) -> int:
    """From the deal to the board; robots play for themselves. How many moves of people saw ÚLTIMAS."""
    last = 0
    while not people[0].page.locator("#corpo .seguinte button").count():
        people[0].page.wait_for_function(SOMEBODY)
        for person in people:
            person.page.wait_for_function(SOMEBODY)
        mover = next((person for person in people if person.on_turn), None)
        if mover is not None:
            last += mover.page.locator(".monte", has_text="ÚLTIMAS").count()
            mover.one_move()
            everybody_sees(people)
    for person in people:
        person.page.keyboard.press("Escape")
        expect(person.page.locator("#corpo .seguinte button")).to_be_visible()
    return last


# Somebody with a page is on turn (no robot), or the round is over.
SOMEBODY = """() => {
  const seat = [...document.querySelectorAll(".lugar")].find((each) => each.matches(".na-vez"));
  return document.querySelector("#corpo .seguinte") || (seat && !seat.querySelector(".robo"));
}"""
