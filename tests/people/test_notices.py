"""Notices in a real browser: asked for after the first move, sent to a hidden page and not to a visible one (S17)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.live.playing import SECONDS, LiveTable, rows, started
from tests.people.at_espadas import PHONE, Person, newcomer
from tests.push_service import Device, PushService, push_service
from tests.servers import Server, Visitor

pytestmark = pytest.mark.browser

# A browser without Google's or anybody's push service behind it: what it would be given is given by the test.
SUBSCRIBES = """given => {
  const subscription = { endpoint: given.endpoint, options: {}, toJSON: () => given, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async function (options) {
    subscription.options.applicationServerKey = Uint8Array.from(
      atob(options.applicationServerKey.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
    PushManager.given = subscription;
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => PushManager.given ?? null;
}"""
HIDES = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  const state = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

ACTIVE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
}"""
# What is shown, once there is something, or once there is nothing any more.
SHOWN = """async (some) => {
  const registration = await navigator.serviceWorker.getRegistration();
  for (let tries = 0; tries < 300; tries++) {
    const shown = await registration.getNotifications();
    if (Boolean(shown.length) === some) return shown.map(({ title, body, tag }) => ({ title, body, tag }));
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("waited too long for notices to come or go");
}"""


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


@pytest.fixture(scope="module")
def site(start_server: Callable[..., Server]) -> Server:
    return start_server(settings="tests.people.told", processes=1)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


def at_the_table(browser: Browser, table: LiveTable, name: str) -> Person:
    """The page of somebody who sits there, in a browser that may show notices."""
    person = newcomer(browser, name, table.server.url, PHONE)
    context = person.page.context
    context.grant_permissions(["notifications"], origin=table.server.url)
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": table.server.url}
            for cookie in table.people[name].cookies
        ]
    )
    person.page.goto(f"/m/{table.code}")
    return person


def wants_notices(visitor: Visitor, service: PushService, path: str) -> Device:
    """Somebody has switched notices on, day and night."""
    phone = Device(f"{service.url}{path}")
    answer = visitor.post("/avisos/assinar", phone.form, {"Accept": "application/json"})
    assert answer.status == 200, answer.body
    visitor.post("/avisos/horario", {"de": "0", "ate": "0", "zona": "America/Sao_Paulo"})
    return phone


def wait_until_told(table: LiveTable, name: str) -> bool:
    """Until a sweep has dealt with that person's turn; whether a notice went out."""
    deadline = time.monotonic() + SECONDS
    query = (
        "SELECT told, sent_at FROM tables_attention JOIN tables_seat USING (table_id, player_id) "
        f"JOIN tables_table ON tables_table.id = table_id WHERE code = '{table.code}' AND name = '{name}'"
    )
    while True:
        found = rows(table.server, query)
        if found and found[0][0].endswith(".turn"):
            return found[0][1] is not None
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def test_a_hidden_page_gets_a_push_and_a_visible_one_none(browser: Browser, site: Server, service: PushService) -> None:
    table = started(site)
    phones = {name: wants_notices(table.people[name], service, f"/201/{name}") for name in ("Carla", "Davi")}
    hidden, visible = at_the_table(browser, table, "Carla"), at_the_table(browser, table, "Davi")
    hidden.sees(table.version)
    visible.sees(table.version)
    hidden.page.evaluate(HIDES, True)
    table.does("Beto", type="bid", tricks=3)
    hidden.sees(table.version)  # its socket is open and heard of it
    (push,) = service.wait_for("/201/Carla")
    notice = phones["Carla"].read(push)["notification"]
    assert (notice["title"], notice["body"]) == ("Sua vez no Espadas", "Beto jogou. 3 esperam por você.")
    assert push.claims["aud"] == service.url
    table.does("Carla", type="bid", tricks=3)
    visible.sees(table.version)
    assert wait_until_told(table, "Davi") is False
    assert service.to("/201/Davi") == []
    for person in (hidden, visible):
        person.page.context.close()


def test_asked_after_the_first_move_then_told_and_cleared(browser: Browser, site: Server, service: PushService) -> None:
    table = started(site)
    beto = at_the_table(browser, table, "Beto")
    page = beto.page
    phone = Device(f"{service.url}/201/beto")
    page.evaluate(SUBSCRIBES, {"endpoint": phone.endpoint, "keys": phone.keys})
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.clock.install()
    beto.bid(3)
    expect(page.locator("#oferta")).to_have_count(0)
    page.clock.fast_forward(13_000)
    offer = page.locator("#oferta")
    offer.get_by_role("button", name="AVISAR").click()
    expect(offer.get_by_text("Este aparelho recebe avisos.")).to_be_visible()
    offer.get_by_role("button", name="TESTAR AVISO").click()
    expect(offer.get_by_text("O aviso de teste está a caminho")).to_be_visible()
    (tried,) = service.wait_for("/201/beto")
    assert phone.read(tried)["notification"]["tag"] == "teste"
    offer.get_by_role("button", name="FECHAR").click()
    expect(offer).to_have_count(0)

    visitor = table.people["Beto"]
    visitor.post("/avisos/horario", {"de": "0", "ate": "0", "zona": "America/Sao_Paulo"})
    page.evaluate(HIDES, True)
    table.state()
    for name in ("Carla", "Davi", "Renata"):
        table.does(name, type="bid", tricks=3)
    push = service.wait_for("/201/beto", 2)[1]
    message = phone.read(push)
    shown = deliver(page, site, message)
    assert shown == [
        {"title": "Sua vez no Espadas", "body": "Renata jogou. 3 esperam por você.", "tag": f"mesa-{table.code}"}
    ]
    page.evaluate(HIDES, False)  # back at the table: the notice has done its work
    assert page.evaluate(SHOWN, False) == []
    # Held up somewhere until the turn was played: it says so.
    table.state()
    table.play("Beto", table.state("Beto"))
    beto.sees(table.version)
    page.evaluate(HIDES, True)
    assert [notice["title"] for notice in deliver(page, site, message)] == ["Já não é a sua vez no Espadas"]
    page.context.close()


def deliver(page: Any, site: Server, message: dict[str, Any]) -> list[dict[str, str]]:
    """Hand the worker a push as the browser would; the notices that are then shown."""
    message["notification"]["navigate"] = message["notification"]["navigate"].replace("localhost", "127.0.0.1")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.evaluate(ACTIVE)
    deadline = time.monotonic() + SECONDS
    while not found:  # the browser tells of its worker when it has the time
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": found[0], "data": json.dumps(message)},
    )
    notices: list[dict[str, str]] = page.evaluate(SHOWN, True)
    return notices


def test_a_browser_that_became_another_player_tells_it_and_one_that_was_removed_asks_again(
    browser: Browser, site: Server, service: PushService
) -> None:
    table = started(site)
    beto = at_the_table(browser, table, "Beto")
    page = beto.page
    phone = Device(f"{service.url}/201/moved")
    page.add_init_script(f"({SUBSCRIBES})({json.dumps({'endpoint': phone.endpoint, 'keys': phone.keys})})")
    page.goto("/avisos")
    page.get_by_role("button", name="AVISAR").click()
    expect(page.get_by_text("Este aparelho recebe avisos.")).to_be_visible()
    carla = next(cookie for cookie in table.people["Carla"].cookies if cookie.name == "selminha")
    page.context.add_cookies([{"name": "selminha", "value": carla.value or "", "url": site.url}])
    owner = f"SELECT name FROM tables_player WHERE id = (SELECT player_id FROM tables_pushsubscription \
        WHERE endpoint = '{phone.endpoint}')"
    assert rows(site, owner) == [("Beto",)]
    with page.expect_response("**/avisos/assinar"):
        page.goto(f"/m/{table.code}")
    assert rows(site, owner) == [("Carla",)]
    ((number,),) = rows(site, f"SELECT id FROM tables_pushsubscription WHERE endpoint = '{phone.endpoint}'")
    assert table.people["Carla"].post("/avisos/remover", {"aparelho": number}).status == 200
    page.goto("/avisos")
    expect(page.get_by_role("button", name="AVISAR")).to_be_visible()
    assert rows(site, owner) == []
    page.context.close()


def test_on_the_page_of_notices(browser: Browser, site: Server, service: PushService) -> None:
    table = started(site)
    beto = at_the_table(browser, table, "Beto")
    page = beto.page
    wants_notices(table.people["Beto"], service, "/201/other")
    page.locator(".menu").click()
    page.get_by_role("link", name="Avisos").click()
    expect(page.get_by_role("heading", name="Avisos", exact=True)).to_be_visible()
    expect(page.get_by_text("ainda sem avisos")).to_be_visible()
    page.get_by_role("button", name="TESTAR AVISO").click()
    expect(page.get_by_text("O aviso de teste está a caminho")).to_be_visible()
    service.wait_for("/201/other")
    page.get_by_role("button", name="REMOVER").click()
    expect(page.get_by_text("Este aparelho não recebe mais avisos.")).to_be_visible()
    expect(page.locator(".aparelhos")).to_have_count(0)
    page.get_by_label("Sem avisos à noite").uncheck()
    page.get_by_role("button", name="GUARDAR HORÁRIO").click()
    expect(page.get_by_label("Sem avisos à noite")).not_to_be_checked()
    page.get_by_role("link", name="Voltar à mesa").click()
    expect(page.locator("#mesa")).to_be_visible()
    page.context.close()


def test_back_after_hours(browser: Browser, site: Server) -> None:
    table = started(site)
    beto = at_the_table(browser, table, "Beto")
    beto.bid(3)
    away = beto.version
    beto.page.goto("/regras/espadas")
    table.state()
    for name in ("Carla", "Davi", "Renata"):
        table.does(name, type="bid", tricks=3)
    beto.page.goto(f"/m/{table.code}")
    assert beto.version > away
    line = beto.page.locator("#volta")
    expect(line).to_contain_text("3 jogadas desde a última visita")
    line.get_by_role("button", name="PULAR").press("Enter")
    expect(line.get_by_role("button")).to_be_hidden()
    expect(beto.page.locator(".oculta")).to_have_count(0)
    beto.page.reload()
    beto.sees(table.version)
    expect(beto.page.locator("#volta")).to_have_count(0)
    beto.page.context.close()


def test_a_move_that_comes_live_after_a_look_elsewhere_was_not_missed(browser: Browser, site: Server) -> None:
    table = started(site)
    beto = at_the_table(browser, table, "Beto")
    line = beto.page.locator("#volta")
    beto.bid(3)
    beto.page.evaluate(HIDES, True)
    with beto.page.expect_response("**/estado?*"):
        beto.page.evaluate(HIDES, False)
    table.state()
    table.does("Carla", type="bid", tricks=3)
    beto.sees(table.version)
    expect(beto.page.locator(".lugar-2 .conta")).to_contain_text("3")
    beto.page.wait_for_timeout(300)  # the line's script would have come by then
    expect(line).to_have_count(0)
    beto.page.evaluate(HIDES, True)
    table.does("Davi", type="bid", tricks=3)
    beto.sees(table.version)
    expect(line).to_have_count(0)
    beto.page.evaluate(HIDES, False)
    expect(line).to_contain_text("1 jogada desde a última visita")
    beto.page.context.close()


def test_without_network_a_page_says_so_and_no_table_is_kept(browser: Browser, site: Server) -> None:
    table = started(site)
    beto = at_the_table(browser, table, "Beto")
    page = beto.page
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)"
    )
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat()"""
    )
    assert "/sem-internet" in kept
    assert [path for path in kept if not path.startswith("/static/")] == ["/sem-internet"]
    page.context.set_offline(True)
    page.goto(f"/m/{table.code}")
    expect(page.get_by_role("heading", name="Sem internet")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="TENTAR DE NOVO").click()
    expect(page.locator("#mesa")).to_be_visible()
    page.context.close()
