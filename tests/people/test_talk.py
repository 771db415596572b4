"""The talk and the dates as people see them: S13, S24, S25, muting, the rematch's divider, no focus stolen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.people.at_espadas import DESKTOP, Person, newcomer
from tests.servers import Server

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 320, "height": 568}
LINK = "https://example.org/" + "a" * 280
LONG = ["x" * 300, LINK, "linha\n" * 50, "مرحبا بالعالم " * 10, "<script>alert(1)</script>", "😀" * 300]

expect.set_options(timeout=15_000)  # two cores that browsers and servers share


@pytest.fixture
def two(browser: Browser, base_url: str) -> Iterator[tuple[Person, Person]]:
    """Ana on a phone and Bia at a desk, with two robots; Ana is on turn."""
    ana, bia = newcomer(browser, "Ana", base_url), newcomer(browser, "Bia", base_url, DESKTOP)
    bia.sit(ana.create())
    begin(ana)
    yield ana, bia
    for person in (ana, bia):
        person.page.context.close()


def begin(creator: Person) -> None:
    creator.act(lambda: creator.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click())
    creator.act(lambda: creator.page.get_by_role("button", name="COMEÇAR").click())


def open_talk(page: Page) -> None:
    page.locator("#conversa-botao").click()
    expect(page.locator("#conversa[data-pronta]")).to_be_visible()


def says(page: Page, text: str) -> None:
    """Write and send; the draft is gone once the server has the line."""
    page.fill("#texto", text)
    page.wait_for_selector("#conversa[data-pronta]", state="attached")
    page.press("#texto", "Enter")
    expect(page.locator("#texto")).to_have_value("")


def lines(page: Page) -> Any:
    return page.locator("#falas .dito:visible")


def test_T7_a_new_line_is_told_on_the_button_and_steals_nothing(two: tuple[Person, Person], browser: Browser) -> None:
    ana, bia = two
    watcher = newcomer(browser, "", ana.page.url)
    watcher.page.goto(ana.page.url)
    bia.page.wait_for_selector("#aposta")
    bia.page.locator("#aposta input[value='4']").check(force=True)
    button = ana.page.locator("#conversa-botao")
    expect(button).to_have_attribute("aria-label", "Conversa")
    ana.page.locator("#barra .menu").focus()
    says(bia.page, "Boa sorte!")
    says(bia.page, "Vamos?")
    for page in (ana.page, watcher.page):
        expect(page.locator("#conversa-botao")).to_have_attribute("aria-label", "Conversa, 2 mensagens novas")
        expect(page.locator("#conversa")).to_be_hidden()
    expect(ana.page.locator("#barra .menu")).to_be_focused()
    expect(bia.page.locator("#aposta input[value='4']")).to_be_checked()
    expect(bia.page.locator("[data-assistem]")).to_have_text("1 assistindo")
    open_talk(ana.page)
    expect(lines(ana.page)).to_have_text(["Boa sorte!", "Vamos?"])
    expect(button).to_have_attribute("aria-label", "Conversa")
    says(ana.page, "Bora")
    expect(lines(bia.page)).to_have_text(["Boa sorte!", "Vamos?", "Bora"])
    open_talk(watcher.page)
    expect(watcher.page.locator("#texto")).to_be_hidden()
    expect(watcher.page.get_by_text("Quem assiste lê")).to_be_visible()
    ana.page.reload()
    expect(button).to_have_attribute("aria-label", "Conversa")
    open_talk(ana.page)
    expect(lines(ana.page)).to_have_text(["Boa sorte!", "Vamos?", "Bora"])
    watcher.page.context.close()


def test_S13_a_draft_its_caret_and_its_place_survive_the_table(two: tuple[Person, Person]) -> None:
    ana, bia = two
    draft = "Não é possível, você já tinha coração?"
    bia.page.wait_for_selector("#aposta")
    bia.bid(3)
    ana.wait()
    ana.bid(3)
    bia.wait()
    card = bia.low_card()
    bia.page.locator(f"#mao label:has(input[value='{card}'])").click(position={"x": 12, "y": 30})
    open_talk(ana.page)
    ana.page.locator("#texto").press_sequentially(draft)
    ana.page.evaluate("document.getElementById('texto').setSelectionRange(4, 16)")
    version = ana.version
    bia.act(lambda: bia.page.locator("#jogar").click())
    says(bia.page, "Joguei")
    ana.sees(version + 1)
    expect(lines(ana.page)).to_have_text(["Joguei"])
    expect(ana.page.locator("#conversa")).to_be_visible()
    expect(ana.page.locator("#texto")).to_be_focused()
    expect(ana.page.locator("#texto")).to_have_value(draft)
    assert ana.page.evaluate("[texto.selectionStart, texto.selectionEnd]") == [4, 16]
    ana.page.reload()
    open_talk(ana.page)
    expect(ana.page.locator("#texto")).to_have_value(draft)


def test_S13_a_line_that_fails_stays_and_is_stored_once_when_it_is_sent_again(two: tuple[Person, Person]) -> None:
    ana, bia = two
    arrived: list[str] = []

    def answer_lost(route: Route) -> None:
        arrived.append(route.fetch().text())
        route.abort()

    open_talk(ana.page)
    ana.page.route("**/dizer", answer_lost, times=1)
    ana.page.fill("#texto", "Cheguei?")
    ana.page.press("#texto", "Enter")
    expect(ana.page.get_by_text("Sem conexão: a mensagem ficou aqui.")).to_be_visible()
    expect(ana.page.locator("#texto")).to_have_value("Cheguei?")
    assert len(arrived) == 1
    ana.page.press("#texto", "Enter")
    expect(ana.page.locator("#texto")).to_have_value("")
    says(bia.page, "Chegou")
    for page in (ana.page, bia.page):
        expect(lines(page)).to_have_text(["Cheguei?", "Chegou"])


def test_S25_long_lines_wrap_and_leave_hand_and_buttons_in_reach(browser: Browser, moved: Server, clock: Path) -> None:
    ana, bia = newcomer(browser, "Ana", moved.url, SMALL), newcomer(browser, "Bia", moved.url, DESKTOP)
    bia.sit(ana.create())
    begin(ana)
    bia.page.wait_for_selector("#aposta")
    ana.page.wait_for_selector(".modo-aposta #mao:visible")
    open_talk(ana.page)
    ana.page.fill("#texto", "y" * 5000)
    ana.page.press("#texto", "Enter")
    expect(ana.page.locator("#dizer-aviso")).to_have_text("Uma mensagem pode ter até 300 letras, e esta tem 5000.")
    expect(ana.page.locator("#texto")).to_have_value("y" * 5000)
    for number, text in enumerate(LONG):
        clock.write_text(str(number * 20))
        says(ana.page, text)
    for page in (ana.page, bia.page):
        expect(lines(page)).to_have_count(6)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(
            "[...document.querySelectorAll('.dito')].every(e => e.scrollWidth <= e.parentElement.clientWidth)"
        )
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(ana.page.locator("#texto")).to_be_in_viewport(ratio=1)
    expect(bia.page.locator("#aposta [type=submit]")).to_be_in_viewport(ratio=1)
    expect(bia.page.locator("#mao")).to_be_in_viewport(ratio=1)
    ana.page.locator("#conversa .fechar").click()
    expect(ana.page.locator("#mao")).to_be_in_viewport(ratio=1)
    for person in (ana, bia):
        person.page.context.close()


def test_a_muted_person_is_not_seen_here_and_can_be_heard_again(two: tuple[Person, Person]) -> None:
    ana, bia = two
    says(bia.page, "bla")
    open_talk(ana.page)
    ana.page.get_by_text("Silenciar", exact=True).click()
    ana.page.get_by_role("button", name="Silenciar Bia").click()
    expect(lines(ana.page)).to_have_count(0)
    ana.page.reload()
    says(bia.page, "bla bla")
    ana.page.wait_for_function("document.querySelectorAll('#falas [data-fala]').length === 2")
    expect(lines(ana.page)).to_have_count(0)
    expect(ana.page.locator("#conversa-botao")).to_have_attribute("aria-label", "Conversa")
    expect(lines(bia.page)).to_have_text(["bla", "bla bla"])
    open_talk(ana.page)
    ana.page.get_by_text("Silenciar", exact=True).click()
    ana.page.get_by_role("button", name="Ouvir Bia de novo").click()
    expect(lines(ana.page)).to_have_text(["bla", "bla bla"])


def test_the_rematch_is_parted_on_open_pages_too(two: tuple[Person, Person]) -> None:
    ana, bia = two
    says(bia.page, "primeira")
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("button", name="Desistir").click()
    ana.act(lambda: ana.page.get_by_role("button", name="DESISTIR", exact=True).click())
    for person in (ana, bia):
        person.act(person.page.get_by_role("button", name="QUERO REVANCHE").click)
    first, parted, second = re.compile("primeira"), re.compile("^Revanche$"), re.compile("segunda")
    expect(bia.page.locator("#falas > li")).to_have_text([first, parted])
    says(bia.page, "segunda")
    expect(bia.page.locator("#falas > li")).to_have_text([first, parted, second])
    open_talk(ana.page)
    expect(ana.page.locator("#falas > li")).to_have_text([first, parted, second])


@pytest.mark.parametrize("zone", ["America/Manaus", "Asia/Tokyo"])
def test_S24_the_date_stands_in_the_viewers_zone_whatever_the_device_clock_says(
    zone: str, browser: Browser, moved: Server, clock: Path
) -> None:
    ana, bia = newcomer(browser, "Ana", moved.url), newcomer(browser, "Bia", moved.url)
    address = ana.create()
    bia.sit(address)
    begin(ana)
    bia.page.wait_for_selector("#aposta")
    clock.write_text(str(30 * 3600 + 60))
    state = ana.page.context.storage_state()
    context = browser.new_context(base_url=moved.url, timezone_id=zone, locale="pt-BR", storage_state=state)
    page = context.new_page()
    page.clock.install(time=page.evaluate("Date.now()") + 3 * 3600 * 1000)  # this device is three hours ahead
    page.goto(address)
    limit = page.locator("#ausencia time")
    expect(limit).to_have_text(re.compile(r"até \S+ às? \d{1,2}h\d\d \(faltam\s18\sh\)"))
    shown = page.evaluate(
        """zone => new Date(document.querySelector("#ausencia time").dataset.limite * 1000)
            .toLocaleTimeString("pt-BR", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).replace(":", "h")
            .replace(/^0/, "")""",
        zone,
    )
    assert shown in limit.inner_text()
    expect(page.get_by_role("button", name="ENCERRAR POR AUSÊNCIA")).to_have_count(0)
    clock.write_text(str(48 * 3600 + 60))
    page.reload()
    expect(page.locator("#ausencia")).to_contain_text("Não joga há mais de 48 horas")
    for person in (ana, bia):
        person.page.context.close()
    context.close()


def test_E19_the_absence_is_ended_in_two_steps_that_say_who_loses(browser: Browser, moved: Server, clock: Path) -> None:
    ana, bia = newcomer(browser, "Ana", moved.url), newcomer(browser, "Bia", moved.url, DESKTOP)
    bia.sit(ana.create())
    ana.act(ana.page.get_by_role("button", name="COMPLETAR COM ROBÔS").click)
    ana.page.locator("#sala-duplas label", has_text="Você e Carmen").click()
    ana.act(ana.page.get_by_role("button", name="COMEÇAR").click)
    bia.page.wait_for_selector("#aposta")
    clock.write_text(str(48 * 3600 + 1))
    for person in (ana, bia):
        person.page.reload()
    expect(bia.page.get_by_text("Passaram 48 horas: Ana já pode encerrar. É só jogar.")).to_be_visible()
    button = ana.page.get_by_role("button", name="ENCERRAR POR AUSÊNCIA")
    button.click()
    sheet = ana.page.get_by_role("alertdialog")
    expect(sheet).to_contain_text("Bia e Tito perdem a partida; você e Carmen vencem.")
    expect(sheet.get_by_role("button", name="CANCELAR")).to_be_focused()
    sheet.get_by_role("button", name="CANCELAR").click()
    expect(sheet).to_be_hidden()
    assert ana.status == "playing"
    button.click()
    ana.act(sheet.get_by_role("button", name="ENCERRAR", exact=True).click)
    for person in (ana, bia):
        expect(person.page.get_by_text("48 horas sem jogar")).to_be_visible()
        person.page.context.close()


def test_a_line_is_dated_by_the_servers_clock_however_long_the_page_was_open(two: tuple[Person, Person]) -> None:
    ana, bia = two
    ana.page.clock.install()
    ana.page.reload()
    ana.page.wait_for_selector("#conversa-botao")
    ana.page.clock.fast_forward("24:00:00")  # nobody has written, so the talk's script has not come yet
    says(bia.page, "Bom dia!")
    expect(ana.page.locator("#falas time")).to_contain_text("ontem às ")
