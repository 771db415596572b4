"""Escopa de 15 in the browser, card by card: takes by tap and by drag, the 15 left behind, secrets, no script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.people.at_escopa import TALL, Player, deck, everybody_sees, lay, player, seated
from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("closed")]


def pair(browser: Browser, site: Server, bia: str, ana: str, table: str, rest: str = "") -> tuple[Player, Player]:
    """Ana deals, so Bia is on turn, with these hands and cards on the table."""
    lay(site, deck([bia, ana], table, rest))
    one, two = seated(browser, site, TALL, TALL)
    everybody_sees([one, two])
    return one, two


def test_a_raised_card_lights_what_makes_15_and_the_sum_is_said(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "7D QH 2S", "KH 3S JC", "5C 3D AH 4S")
    bia.raise_card("7D")
    assert sorted(bia.lit) == ["3D", "4S", "5C", "AH"]
    bia.mark("5C")
    assert bia.lit == ["3D"]  # 4 + 1 would go beyond, with 5
    assert bia.sum == "7 + 5 = 12 · faltam 3"
    bia.mark("3D")
    assert bia.lit == []
    assert bia.sum == "7 + 5 + 3 = 15 ✓"
    bia.act(lambda: bia.page.locator("#levar").click())
    everybody_sees([ana, bia])
    for person in (ana, bia):
        expect(person.taken(1)).to_have_text(["3", "0"])
        expect(person.page.locator(".posta:not([hidden])")).to_have_count(2)
        expect(person.page.locator(".monte")).to_contain_text("Bia levou por último")
        expect(person.page.locator("#relato")).to_contain_text("Bia levou 5 e 3 com 7 de ouros.")
    assert len(bia.hand) == 2
    assert ana.on_turn


def test_any_order_of_marks_takes_the_same(browser: Browser, site: Server) -> None:
    _, bia = pair(browser, site, "QH 7D 2S", "KH 3S JC", "6C 4H 3D AH")
    bia.raise_card("QH")
    bia.mark("3D", "4H", "3D", "3D")
    assert bia.sum == "8 + 4 + 3 = 15 ✓"
    bia.act(lambda: bia.page.locator("#levar").click())
    expect(bia.taken(1)).to_have_text(["3", "0"])


def test_one_of_two_sets_is_chosen_and_never_for_the_player(browser: Browser, site: Server) -> None:
    _, bia = pair(browser, site, "KH QH 2S", "3S JC KC", "5C 4H AD 7S")
    bia.raise_card("KH")
    assert sorted(bia.lit) == ["4H", "5C", "AD"]
    assert bia.marked == []
    bia.raise_card("KH")  # a second tap with nothing marked
    expect(bia.notice).to_contain_text("faz 15")
    assert len(bia.hand) == 3
    bia.mark("4H", "AD")
    bia.act(lambda: bia.raise_card("KH"))
    expect(bia.page.locator(".posta:not([hidden])")).to_have_count(2)
    assert sorted(bia.table) == ["5C", "7S"]


def test_a_wrong_sum_plays_nothing_and_keeps_the_marks(browser: Browser, site: Server) -> None:
    _, bia = pair(browser, site, "7D QH 2S", "KH 3S JC", "5C 3D AH 4S")
    before = bia.version
    bia.raise_card("7D")
    bia.mark("4S")
    bia.page.locator("#levar").click()
    expect(bia.notice).to_have_text("7 + 4 = 11: não soma 15. Nada foi jogado.")
    assert bia.marked == ["4S"]
    assert bia.version == before
    assert len(bia.hand) == 3


def test_a_drag_with_marks_takes(browser: Browser, site: Server) -> None:
    _, bia = pair(browser, site, "7D QH 2S", "KH 3S JC", "5C 3D AH 4S")
    bia.raise_card("7D")
    bia.mark("5C", "3D")
    bia.act(lambda: bia.drag("7D"))
    expect(bia.taken(1)).to_have_text(["3", "0"])


def test_a_drag_that_cannot_take_leaves_the_card(browser: Browser, site: Server) -> None:
    _, bia = pair(browser, site, "2S QH 7D", "KH 3S JC", "AC AH 3D 4S")
    bia.act(lambda: bia.drag("2S"))
    expect(bia.page.locator(".posta:not([hidden])")).to_have_count(5)
    assert "2S" in bia.table


def test_a_drag_of_what_makes_15_asks(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "KH 7D 2S", "JC QS 3S", "5C 7S 6H 2D")
    before = bia.version
    bia.drag("KH")
    sheet = bia.page.locator("#pergunta")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("button", name="LEVAR 5♣")).to_be_focused()
    assert bia.version == before
    bia.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert len(bia.hand) == 3
    bia.drag("KH")
    bia.act(lambda: sheet.get_by_role("button", name="LEVAR 5♣").click())
    expect(bia.taken(1)).to_have_text(["2", "0"])
    ana.sees(bia.version)
    ana.drag("QS")  # 7, or 5 that is gone
    expect(ana.page.locator("#pergunta")).to_be_visible()
    ana.act(lambda: ana.page.locator("#pergunta").get_by_role("button", name="DEIXAR NA MESA").click())
    expect(ana.page.locator(".posta:not([hidden])")).to_have_count(4)
    assert "QS" in ana.table


def test_the_15_left_behind_is_offered_to_the_next_alone_and_passes(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "KH QH 2S", "7S 3S JC", "AC 2C 3D 2H")
    watcher = player(browser, site, "")
    watcher.page.goto(ana.page.url)
    bia.leave("KH")  # the 5 that it lacks: 3 + 2, 3 + 2, 1 + 2 + 2
    everybody_sees([ana, bia, watcher])
    for person in (bia, watcher):
        assert person.page.locator("#quinze button").count() == 0
    banner = ana.page.locator("#quinze")
    expect(banner).to_contain_text("Bia deixou um 15.")
    expect(banner).to_contain_text("Se jogar sem levar, a chance passa.")
    expect(banner.get_by_role("button", name=re.compile("^LEVAR O 15: "))).to_have_count(3)
    all_of_it = "LEVAR O 15: ás de paus, 2 de paus, 2 de copas e rei de copas"
    expect(banner.get_by_role("button", name=all_of_it)).to_be_visible()
    ana.leave("7S")  # a 15 of its own: 1 + 2 + 3 + 2
    bia.sees(ana.version)
    assert bia.page.locator("#quinze button").count() == 1
    bia.leave("2S")
    ana.sees(bia.version)
    offers = [button.get_attribute("aria-label") or "" for button in ana.page.locator("#quinze button").all()]
    assert offers
    assert all("2 de espadas" in offer for offer in offers)  # the chance of the king and of the 7 is gone for good


def test_taking_the_15_that_clears_the_table_is_an_escopa(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "QH KH 2S", "7S 3S JC", "AC 2C 3D AH")
    bia.leave("QH")
    ana.sees(bia.version)
    for person in (ana, bia):
        person.listen()
    ana.act(lambda: ana.page.locator("#quinze button").click())
    for person in (ana, bia):
        person.hears("ESCOPA!")
        expect(person.taken(0)).to_have_text(["5", "1"])
        assert person.table == []
        expect(person.page.locator("#relato")).to_contain_text("Ana levou o 15 que Bia deixou")
    assert ana.on_turn
    assert len(ana.hand) == 3


@pytest.mark.parametrize(
    ("table", "shout", "escopas"), [("5C 3D 6H AS", "ESCOPA!", "1"), ("KC KD 7H 3S", "ESCOPA DUPLA!", "2")]
)
def test_an_opening_of_15_or_30_goes_to_the_dealer(
    browser: Browser, site: Server, table: str, shout: str, escopas: str
) -> None:
    lay(site, deck(["2C 4D QH", "4C QS 2S"], table))
    ana, bia = player(browser, site, "Ana"), player(browser, site, "Bia")
    bia.sit(ana.create())
    for person in (ana, bia):
        person.listen()
    ana.page.get_by_role("button", name="COMEÇAR").click()
    for person in (ana, bia):
        person.hears(shout)
        expect(person.taken(0)).to_have_text(["4", escopas])
        assert person.table == []
        expect(person.page.locator("#relato")).to_contain_text("Ana deu as cartas")
    assert bia.on_turn


def test_marks_survive_what_others_do_unless_it_takes_them(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "KH QH 2S", "7S 3S JC", "5C 4H AD 7C")
    ana.raise_card("3S")
    ana.mark("5C", "7C")
    assert ana.sum == "3 + 5 + 7 = 15 ✓"
    bia.leave("2S")
    ana.sees(bia.version)
    assert ana.marked == ["5C", "7C"]
    assert ana.sum == "3 + 5 + 7 = 15 ✓"
    ana.act(lambda: ana.raise_card("3S"))
    ana.raise_card("JC")
    ana.mark("4H", "2S")
    bia.sees(ana.version)
    bia.raise_card("KH")
    bia.mark("4H", "AD")
    bia.act(lambda: bia.page.locator("#levar").click())
    ana.sees(bia.version)
    expect(ana.notice).to_have_text("A mesa mudou: escolha de novo.")
    assert ana.marked == []
    assert ana.page.locator("#mao input:checked").get_attribute("value") == "JC"


def test_nobody_is_told_what_another_hand_can_do(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "7D QH 2S", "KH 3S JC", "5C 3D AH 4S")
    watcher = player(browser, site, "")
    watcher.page.goto(ana.page.url)
    bia.raise_card("7D")
    everybody_sees([ana, bia, watcher])
    for person, others in ((ana, ("7D", "QH", "2S")), (watcher, ("7D", "QH", "2S", "KH", "3S", "JC"))):
        markup = person.page.content().replace(person.page.locator("#folha-baralho").inner_html(), "")  # its samples
        assert person.lit == []
        for card in others:
            assert f'"{card}"' not in markup
            assert f"#{card}" not in markup
    assert watcher.page.locator(".posta input:visible").count() == 0


def test_the_spanish_deck_is_for_escopa_and_for_this_screen_alone(browser: Browser, site: Server) -> None:
    ana, bia = pair(browser, site, "7D QH 2S", "KH 3S JC", "5C 3D AH 4S")
    ana.page.locator("#barra .menu").click()
    ana.page.locator("#folha-menu").get_by_role("button", name="Baralho").click()
    ana.page.locator("#folha-baralho").get_by_role("button", name="Espanhol").click()
    ana.page.wait_for_selector("body.baralho-espanhol")
    drawn = "#mao use, .posta:not([hidden]) use"
    assert all("espanhol" in (use.get_attribute("href") or "") for use in ana.page.locator(drawn).all())
    bia.page.reload()
    assert all("grande" in (use.get_attribute("href") or "") for use in bia.page.locator(drawn).all())
    bia.leave("2S")
    ana.sees(bia.version)
    assert all("espanhol" in (use.get_attribute("href") or "") for use in ana.page.locator(drawn).all())
    ana.page.goto("/")
    expect(ana.page.locator(".baralhos [aria-pressed=true]")).to_have_attribute("value", "grande")


def test_without_script_checkboxes_and_two_buttons_are_enough(browser: Browser, site: Server) -> None:
    lay(site, deck(["KH 3S JC", "7D QH 2S"], "5C 3D AH 4S"))
    context = browser.new_context(base_url=site.url, viewport=TALL, java_script_enabled=False)
    ana = Player("Ana", context.new_page())
    bia = player(browser, site, "Bia")
    bia.sit(ana.create())
    again = ana.page.get_by_role("link", name="ATUALIZAR")
    again.click()
    ana.page.get_by_role("button", name="COMEÇAR").click()
    bia.page.wait_for_selector('#estado[data-status="playing"]', state="attached")
    bia.leave("3S")
    again.click()
    expect(again).to_have_count(0)  # on turn there is something better to tap
    assert ana.page.locator("#quinze form").count() >= 1
    ana.raise_card("7D")
    assert not ana.page.locator("#levar").is_visible()
    ana.mark("5C", "3D")
    assert not ana.page.locator("#deixar").is_visible()
    ana.page.locator("#levar").click()
    expect(ana.taken(0)).to_have_text(["3", "0"])
    bia.leave("KH")
    assert bia.page.locator("noscript").count() and not bia.page.locator("noscript a:visible").count()
    again.click()
    ana.raise_card("2S")
    ana.mark("AH")
    ana.page.locator("#levar").click()
    expect(ana.notice).to_contain_text("2 + 1 = 3: não soma 15. Nada foi jogado.")
    ana.raise_card("2S")
    ana.page.locator("#deixar").click()
    assert "2S" in ana.table
