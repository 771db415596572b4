"""Espadas as people play it: four and a watcher, one with robots to the end, accusations, the rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.people.at_espadas import DESKTOP, PHONE, Person, newcomer, play_round, seated_four

pytestmark = pytest.mark.browser


def ends(*people: Person) -> None:
    for person in people:
        person.page.context.close()


def test_four_people_play_a_round_and_a_fifth_watches(browser: Browser, base_url: str) -> None:
    people = seated_four(browser, base_url)
    watcher = newcomer(browser, "", base_url)
    watcher.page.goto(people[0].page.url)
    assert all(len(person.hand) == 13 for person in people)
    assert watcher.hand == []
    play_round(people)
    for person in people:
        expect(person.page.get_by_role("heading", name="Fim da rodada 1")).to_be_visible()
        expect(person.page.get_by_role("button", name="PRÓXIMA RODADA")).to_be_visible()
    expect(watcher.page.get_by_role("heading", name="Fim da rodada 1")).to_be_visible()
    expect(watcher.page.get_by_role("button", name="PRÓXIMA RODADA")).to_have_count(0)
    people[2].next_round()
    for person in people:
        person.sees(people[2].version)
        assert len(person.hand) == 13
    ends(*people, watcher)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_one_person_and_three_robots_play_a_match_to_the_end(browser: Browser, base_url: str, viewport) -> None:
    person = newcomer(browser, "Ana", base_url, viewport, motion=viewport is PHONE)
    complaints: list[str] = []
    person.page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    person.page.on("pageerror", lambda error: complaints.append(str(error)))
    person.create(goal="250", renege="prevented")
    person.act(lambda: person.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click())
    person.act(lambda: person.page.get_by_role("button", name="COMEÇAR").click())
    while True:
        person.wait()
        if person.status == "finished":
            break
        if person.page.locator("#corpo:not([hidden])").count():
            person.next_round(at_once=True)
        else:
            person.one_move()
    expect(person.page.get_by_text(re.compile("VENCERAM|PERDERAM|venceram|perderam")).first).to_be_visible()
    expect(person.page.get_by_role("button", name="QUERO REVANCHE")).to_be_visible()
    assert complaints == []
    ends(person)


def test_a_true_accusation_wins_the_match(browser: Browser, base_url: str) -> None:
    people = seated_four(browser, base_url)
    reneger = renege(people)
    accuser = people[(people.index(reneger) + 1) % 4]
    accuser.sees(reneger.version)
    accuse(accuser, reneger)
    for person in people:
        person.page.wait_for_selector('#estado[data-status="finished"]', state="attached")
        expect(person.page.locator("#corpo")).to_contain_text(reneger.name)
    ends(*people)


def test_a_false_accusation_loses_it_and_can_be_cancelled(browser: Browser, base_url: str) -> None:
    people = seated_four(browser, base_url)
    for _ in range(5):
        mover = on_turn(people)
        mover.one_move()
        for person in people:
            person.sees(mover.version)
    leader = people[1]  # the first trick's leader cannot have reneged
    accuser = people[0]
    before = accuser.version
    open_accusation(accuser, leader)
    accuser.page.locator(":popover-open").get_by_role("button", name="CANCELAR").click()
    assert accuser.status == "playing"
    assert accuser.version == before
    accuse(accuser, leader)
    for person in people:
        person.page.wait_for_selector('#estado[data-status="finished"]', state="attached")
    winner = people[1].page.locator("#corpo")
    expect(winner).to_contain_text(accuser.name)
    ends(*people)


def test_a_rematch_with_other_pairs_begins_when_all_agree(browser: Browser, base_url: str) -> None:
    people = seated_four(browser, base_url)
    give_up(people[1], "Desistir", "DESISTIR")
    ana, bia, caio, davi = people
    for person in people:
        person.page.wait_for_selector('#estado[data-status="finished"]', state="attached")
    ana.page.locator("#corpo label", has_text=re.compile("TROCAR.*Bia", re.S)).first.click()
    for person in (ana, caio, davi):
        version = person.version
        person.page.get_by_role("button", name="QUERO REVANCHE").click()
        for other in people:
            other.sees(version + 1)
    for person, pair in ((ana, "você e Bia"), (bia, "Ana e você"), (caio, "Ana e Bia")):
        expect(person.page.locator(".revanche")).to_contain_text(f"As duplas: {pair}")
    bia.page.get_by_role("button", name="QUERO REVANCHE").click()
    for person in people:
        person.page.wait_for_selector('#estado[data-partida="2"][data-status="playing"]', state="attached")
    seats = {person.name: person.page.locator("#estado").get_attribute("data-eu") for person in people}
    assert seats["Ana"] == "0"
    assert seats["Bia"] == "2"
    assert {seats["Caio"], seats["Davi"]} == {"1", "3"}
    ends(*people)


def test_leaving_the_game_asks_names_who_loses_and_allows_no_rematch(browser: Browser, base_url: str) -> None:
    people = seated_four(browser, base_url)
    davi = people[3]
    open_menu(davi)
    davi.page.locator(":popover-open").get_by_role("button", name="Sair do jogo").click()
    sheet = davi.page.locator(":popover-open").last
    expect(sheet).to_contain_text("Bia")
    expect(sheet).to_contain_text("perdem a partida")
    sheet.get_by_role("button", name="CANCELAR").click()
    assert davi.status == "playing"
    give_up(davi, "Sair do jogo", "SAIR DO JOGO")
    people[0].page.wait_for_selector('#estado[data-status="finished"]', state="attached")
    expect(people[0].page.locator("#corpo")).to_contain_text("Davi")
    expect(people[0].page.get_by_role("button", name="QUERO REVANCHE")).to_have_count(0)
    ends(*people)


def on_turn(people: list[Person]) -> Person:
    return next(person for person in people if person.on_turn)


def renege(people: list[Person]) -> Person:
    """Play until somebody plays off suit while holding the suit led; who it was."""
    led = ""
    for number in range(60):
        mover = on_turn(people)
        card = mover.low_card()
        if number >= 4 and (number - 4) % 4 == 0:
            led = card[1]
        elif number >= 4:
            others = [held for held in mover.hand if held[1] != led]
            if others and len(others) < len(mover.hand):
                mover.play(others[0])
                return mover
        mover.bid(3) if number < 4 else mover.play(card)
        for person in people:
            person.sees(mover.version)
    raise AssertionError("nobody could renege")


def open_menu(person: Person) -> None:
    person.page.get_by_role("button", name="Menu").click()


def open_accusation(person: Person, accused: Person) -> None:
    open_menu(person)
    person.page.locator(":popover-open").get_by_role("button", name="Acusar renúncia").click()
    person.page.locator(":popover-open").last.get_by_role("button", name=accused.name).click()


def accuse(person: Person, accused: Person) -> None:
    open_accusation(person, accused)
    sheet = person.page.locator(":popover-open").last
    expect(sheet).to_contain_text("perdem a partida")
    person.act(lambda: sheet.get_by_role("button", name="ACUSAR RENÚNCIA").click())


def give_up(person: Person, item: str, confirm: str) -> None:
    open_menu(person)
    person.page.locator(":popover-open").get_by_role("button", name=item).click()
    person.act(lambda: person.page.locator(":popover-open").last.get_by_role("button", name=confirm).click())


def test_another_screen_begins_at_its_top(browser: Browser, base_url: str) -> None:
    person = newcomer(browser, "Ana", base_url, ViewportSize(width=320, height=568))
    person.create(renege="prevented")
    person.act(lambda: person.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click())
    person.act(lambda: person.page.get_by_role("button", name="COMEÇAR").click())
    person.wait()
    while not person.page.locator("#corpo:not([hidden])").count():
        person.one_move()
        person.wait()
    person.page.wait_for_function("() => { scrollTo(0, document.documentElement.scrollHeight); return scrollY > 0; }")
    # By the keyboard of somebody who has scrolled: a click on the menu would scroll to it.
    person.act(lambda: person.page.evaluate("document.querySelector('#folha-desistir form').requestSubmit()"))
    assert person.status == "finished"
    assert person.page.evaluate("scrollY") == 0
    ends(person)
