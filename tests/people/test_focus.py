"""The keyboard goes on where there is something to do: after each act, and when a sheet closes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.people import at_escopa, at_espadas
from tests.people.at_espadas import DESKTOP, Person
from tests.people.beginning import escopa, espadas
from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("closed")]


def press(person: Person, button: Locator) -> None:
    """Enter on a button, and what became of it."""
    button.focus()
    person.act(lambda: person.page.keyboard.press("Enter"))


def named(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def is_seen(page: Page, selector: str) -> None:
    """It has the focus, with its ring."""
    expect(page.locator(selector)).to_be_focused()
    assert page.locator(f"{selector}:focus-visible").count() == 1


def test_espadas_is_played_by_keyboard_from_the_room_to_the_next_round(browser: Browser, base_url: str) -> None:
    person = at_espadas.newcomer(browser, "Ana", base_url)
    page = person.page
    person.create(renege="prevented")
    press(person, named(page, "PÔR ROBÔ").first)
    is_seen(page, "li:nth-child(3) [name=quantos]")
    press(person, named(page, "COMPLETAR COM ROBÔS"))
    is_seen(page, "#sala-duplas :checked")
    press(person, named(page, "TIRAR").last)
    is_seen(page, "[name=quantos]")
    press(person, named(page, "PÔR ROBÔ"))
    is_seen(page, "#sala-duplas :checked")
    press(person, named(page, "COMEÇAR"))
    person.wait()
    is_seen(page, "#aposta [value='1']")
    page.keyboard.press("ArrowRight")
    press(person, page.locator("#aposta button"))
    person.wait()
    is_seen(page, "#mao .fila-mao:first-of-type label:first-child input")
    card = page.locator(f"#mao input[value='{person.playable[0]}']")
    place = person.hand.index(person.playable[0])
    card.focus()
    page.keyboard.press("Space")
    press(person, page.locator("#jogar"))
    expect(page.locator("#mao [name=card]").nth(min(place, 11))).to_be_focused()  # the card that lies there now
    person.wait()
    while not page.locator("#corpo:not([hidden])").count():
        card = page.locator(f"#mao input[value='{person.playable[0]}']")
        card.focus()
        page.keyboard.press("Space")
        person.act(lambda: page.keyboard.press("Enter"))
        person.wait()
    is_seen(page, ".seguinte button")
    press(person, page.locator(".seguinte button"))
    person.wait()
    expect(page.locator("#vez input, #mao input").first).to_be_attached()
    assert page.evaluate("document.activeElement.matches('#aposta input, #mao input')")


def test_escopa_is_played_by_keyboard(browser: Browser, server: Server) -> None:
    person = at_escopa.player(browser, server, "Ana")
    page = person.page
    person.create()
    press(person, named(page, "COMPLETAR COM ROBÔS"))
    is_seen(page, "#sala-duplas :checked")
    press(person, named(page, "COMEÇAR"))
    person.wait()
    is_seen(page, "#mao label:first-of-type input")
    for _ in range(4):  # a hand, and the first card of the next
        page.keyboard.press("Space")
        press(person, page.locator("#deixar"))
        person.wait()
        expect(page.locator("#mao input:focus")).to_have_count(1)


def test_a_tap_moves_no_ring_and_the_talk_keeps_the_focus(browser: Browser, base_url: str) -> None:
    person = at_espadas.newcomer(browser, "Ana", base_url, DESKTOP)
    page = person.page
    person.create(renege="prevented")
    person.act(named(page, "COMPLETAR COM ROBÔS").click)
    person.act(named(page, "COMEÇAR").click)
    person.wait()
    person.bid(3)
    person.wait()
    assert page.locator("#tela :focus-visible").count() == 0
    page.locator("#texto").focus()
    page.keyboard.type("Boa")
    person.act(lambda: page.evaluate("document.querySelector('#folha-desistir form').requestSubmit()"))
    expect(page.locator("#texto")).to_be_focused()


@pytest.mark.parametrize("begin", [espadas, escopa])
def test_a_sheet_gives_the_focus_back(
    begin: Callable[[Browser, Server], Person], browser: Browser, server: Server
) -> None:
    person = begin(browser, server)
    page = person.page
    press(person, named(page, "COMPLETAR COM ROBÔS"))
    press(person, named(page, "COMEÇAR"))
    person.wait()
    person.one_move()
    page.set_viewport_size(at_escopa.SMALL)
    menu = page.locator("#barra .menu")
    for item in page.locator("#folha-menu button[popovertarget]:not(.fechar)").all():
        target = item.get_attribute("popovertarget")
        if not page.locator(f"#{target}").count():
            continue
        menu.focus()
        page.keyboard.press("Enter")
        item.focus()
        page.keyboard.press("Enter")
        sheet = page.locator(f"#{target}")
        page.wait_for_selector(f"#{target}:focus, #{target} button:focus")
        assert sheet.evaluate("sheet => sheet.scrollTop") == 0
        page.keyboard.press("Escape")
        expect(item).to_be_focused()
        page.keyboard.press("Enter")
        sheet.locator(".fechar, [data-fecha]").focus()
        page.keyboard.press("Enter")
        expect(sheet).to_be_hidden()
        if page.locator("#folha-menu").is_visible():
            expect(item).to_be_focused()
            page.keyboard.press("Escape")
        is_seen(page, "#barra .menu")
    if begin is espadas:
        menu.focus()
        for name in ("Menu", "Acusar renúncia", page.locator(".lugar-1 .nome").inner_text(), "CANCELAR"):
            named(page.locator(":popover-open").last if name != "Menu" else page.locator("#barra"), name).focus()
            page.keyboard.press("Enter")
        is_seen(page, "#barra .menu")
