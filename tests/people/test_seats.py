"""A seat that goes with its person to another device, as people do it: the code, the link, the friends' word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.people.at_espadas import DESKTOP, Person, newcomer

pytestmark = pytest.mark.browser

expect.set_options(timeout=15_000)  # two cores that browsers and servers share


@pytest.fixture
def three(browser: Browser, base_url: str) -> Iterator[tuple[Person, Person, Person]]:
    """Ana and Bia at a table with two robots, Bia on turn after the robot's bid, and Bia's new phone."""
    people = (
        newcomer(browser, "Ana", base_url),
        newcomer(browser, "Bia", base_url, DESKTOP),
        newcomer(browser, "", base_url),
    )
    ana, bia, _ = people
    bia.sit(ana.create())
    ana.act(lambda: ana.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click())
    ana.page.locator("#sala-duplas label", has_text="Você e Bia").click()
    ana.act(lambda: ana.page.get_by_role("button", name="COMEÇAR").click())
    bia.page.wait_for_selector('#estado[data-vez="1"]', state="attached")
    yield people
    for person in people:
        person.page.context.close()


def is_accessible(page: Page) -> None:
    """Also that nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def hands_over(person: Person) -> Page:
    """From the table's menu to the page with the code."""
    page = person.page
    page.locator("#barra .menu").click()
    page.get_by_role("link", name="Continuar em outro aparelho").click()
    page.get_by_role("button", name="GERAR CÓDIGO").click()
    expect(page.locator("p.codigo")).to_be_visible()
    return page


def test_the_code_from_the_menu_lets_the_new_phone_play_and_the_old_one_too(
    three: tuple[Person, Person, Person],
) -> None:
    _, bia, phone = three
    address = bia.page.url
    hand = bia.hand
    old = hands_over(bia)
    expect(old.get_by_role("img", name="Código QR com o seu link")).to_be_visible()
    is_accessible(old)
    code = old.locator("p.codigo").inner_text()
    phone.page.goto("/minhas-mesas")
    phone.page.get_by_role("link", name="TENHO UM CÓDIGO").click()
    phone.page.get_by_label("Código do outro aparelho").fill("2222 3333")
    phone.page.get_by_role("button", name="CONTINUAR AQUI").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("Não conhecemos este código")
    is_accessible(phone.page)
    phone.page.get_by_label("Código do outro aparelho").fill(code.lower())
    phone.page.get_by_role("button", name="CONTINUAR AQUI").click()
    expect(phone.page).to_have_title("(1) Minhas mesas")
    is_accessible(phone.page)
    phone.page.locator(".mesa-linha.sua").click()
    assert phone.page.url == address
    assert phone.hand == hand
    old.get_by_role("link", name="Voltar à mesa").click()
    phone.bid(3)
    bia.sees(phone.version)
    assert bia.hand == hand
    assert not bia.on_turn


def test_the_link_asks_and_its_drawing_is_that_link(three: tuple[Person, Person, Person], base_url: str) -> None:
    _, bia, phone = three
    old = hands_over(bia)
    link = old.locator("#link").inner_text()
    assert re.fullmatch(re.escape(base_url) + r"/continuar\?c=[\w-]{22}", link)
    phone.page.goto(link)
    expect(phone.page.locator("main")).to_contain_text("Suas mesas vão abrir aqui como Bia")
    is_accessible(phone.page)
    phone.page.get_by_role("button", name="SOU EU, CONTINUAR AQUI").click()
    expect(phone.page).to_have_title("(1) Minhas mesas")
    phone.page.goto(link)
    expect(phone.page.get_by_role("alert")).to_contain_text("já foi usado")


def test_a_lost_phone_is_signed_out_and_its_open_page_watches(three: tuple[Person, Person, Person]) -> None:
    _, bia, phone = three
    address, hand = bia.page.url, bia.hand
    code = hands_over(bia).locator("p.codigo").inner_text()
    phone.page.goto("/continuar")
    phone.page.get_by_label("Código do outro aparelho").fill(code)
    phone.page.get_by_role("button", name="CONTINUAR AQUI").click()
    phone.page.goto(address)
    assert phone.hand == hand
    other_tab = Person("Bia", bia.page.context.new_page())
    other_tab.page.goto(address)
    bia.page.evaluate("localStorage.setItem('endereco', 'https://push.example.test/mine')")
    bia.page.get_by_role("link", name="Perdeu um aparelho?").click()
    expect(bia.page.locator("[name=endpoint]")).to_have_value("https://push.example.test/mine")
    is_accessible(bia.page)
    bia.page.get_by_role("button", name="SAIR DOS OUTROS APARELHOS").click()
    expect(bia.page.get_by_role("status")).to_contain_text("Agora só este aparelho joga como você")
    is_accessible(bia.page)
    expect(phone.page.get_by_text("Você está assistindo")).to_be_visible()
    assert phone.hand == []
    expect(phone.page.get_by_role("link", name="Eu já estava aqui")).to_be_visible()
    other_tab.sees(phone.version)
    assert other_tab.hand == hand
    other_tab.bid(3)


def test_all_lost_a_friend_says_yes_and_the_new_phone_plays_on(three: tuple[Person, Person, Person]) -> None:
    ana, bia, phone = three
    hand = bia.hand
    phone.page.goto(bia.page.url)
    phone.page.locator("#vez").get_by_role("link", name="Eu já estava aqui").click()
    is_accessible(phone.page)
    phone.page.get_by_role("button", name="Bia").click()
    expect(phone.page.get_by_role("heading", name="Esperando a mesa responder")).to_be_visible()
    is_accessible(phone.page)
    request = ana.page.get_by_role("region", name="Pedido de lugar")
    expect(request).to_contain_text("Bia diz que mudou de celular. Deixar entrar?")
    expect(bia.page.get_by_role("region", name="Pedido de lugar")).to_contain_text("Alguém diz que é você")
    is_accessible(ana.page)
    request.get_by_role("button", name="SIM").click()
    phone.page.wait_for_selector('#estado[data-vez="1"]', state="attached")  # by itself
    assert phone.hand == hand
    expect(bia.page.locator("#situacao")).to_contain_text("Você está assistindo")
    assert bia.hand == []
    expect(request).to_be_hidden()
    phone.bid(3)
    ana.sees(phone.version)


def test_a_no_is_told_to_the_phone_that_waits(three: tuple[Person, Person, Person]) -> None:
    ana, bia, phone = three
    phone.page.goto(f"{bia.page.url}/ja-estava")
    phone.page.get_by_role("button", name="Bia").click()
    bia.page.get_by_role("region", name="Pedido de lugar").get_by_role("button", name="NÃO").click()
    expect(phone.page.get_by_role("status")).to_contain_text("respondeu que não")
    expect(ana.page.locator("#pedido")).to_be_hidden()
    assert bia.on_turn
    bia.bid(3)


def test_S22_an_old_tab_of_a_browser_that_is_somebody_else_now_acts_for_nobody(
    three: tuple[Person, Person, Person],
) -> None:
    ana, bia, _ = three
    tab = bia.page
    tab.context.clear_cookies(name="selminha")
    whose = next(cookie["value"] for cookie in ana.page.context.cookies() if cookie["name"] == "selminha")
    tab.context.add_cookies([{"name": "selminha", "value": whose, "url": tab.url}])
    tab.locator("#barra .menu").click()
    tab.locator("#folha-menu").get_by_role("button", name="Desistir").click()
    tab.locator("#folha-desistir").get_by_role("button", name="DESISTIR").click()
    expect(tab.locator("#aviso")).to_have_text(
        "Esta página é de antes, e agora você é Ana neste navegador: recarregue."
    )
    assert ana.status == bia.status == "playing"
    with tab.expect_navigation():
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # looked at again
    assert tab.locator("#estado").get_attribute("data-eu") == "0"
    assert sorted(bia.hand) == sorted(ana.hand)


def test_a_table_that_is_gone_is_not_waited_for(three: tuple[Person, Person, Person]) -> None:
    _, bia, phone = three
    phone.page.goto(f"{bia.page.url}/ja-estava")
    phone.page.get_by_role("button", name="Bia").click()
    expect(phone.page.get_by_role("heading", name="Esperando a mesa responder")).to_be_visible()
    waiting = phone.page.url
    phone.page.route_web_socket("**/ws/**", lambda socket: socket.close(code=4404))
    phone.page.reload()
    phone.page.route(waiting, lambda route: route.fulfill(status=404, body="gone"))
    expect(phone.page.get_by_text("gone")).to_be_visible()  # by itself
