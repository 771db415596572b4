"""The pages and forms of notices, the mail address, the worker and the manifest; what a GET must not do."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core import mail as outbox
from django.test import Client

from tables.models import Attention, NoticeSettings, PushSubscription
from tables.notices import devices, keys
from tests.push_service import Device, PushService
from tests.tables.browsing import Browser, browsers, text
from tests.tables.building import Party, full, started
from tests.tables.notices import BASE, Clock, device, settle, texts

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

JSON = {"Accept": "application/json"}


@pytest.fixture
def renata(time: Clock) -> tuple[Party, Browser]:
    party = started()
    return party, browsers(party)["Renata"]


def post(browser: Browser, path: str, **fields: object) -> tuple[int, dict[str, object]]:
    """As our script does."""
    if not browser.token:
        browser.get("/nova/espadas")
    answer = browser.client.post(path, {"csrfmiddlewaretoken": browser.token, **fields}, headers=JSON)
    return answer.status_code, json.loads(answer.content)


def test_subscribing(renata: tuple[Party, Browser], service: PushService) -> None:
    party, browser = renata
    here = Device(f"{service.url}/201/x")
    status, said = post(browser, "/avisos/assinar", **here.form)
    row = PushSubscription.objects.get()
    assert (status, said) == (200, {"aparelho": row.id})
    assert row.player_id == party.people["Renata"]
    assert row.base == "http://testserver"
    assert Attention.objects.get().seen_version == party.now.version
    assert post(browser, "/avisos/assinar", **here.form)[0] == 200  # again: the same row
    assert PushSubscription.objects.get().id == row.id
    assert NoticeSettings.objects.get().zone == "America/Sao_Paulo"


def test_whose_a_browser_is_by_its_number(renata: tuple[Party, Browser], service: PushService) -> None:
    party, browser = renata
    beto = browsers(party)["Beto"]
    number = post(browser, "/avisos/assinar", **Device(f"{service.url}/201/x").form)[1]["aparelho"]

    def whose(asks: Browser, said: object = number) -> str:
        found: str = json.loads(asks.get(f"/avisos/conta?aparelho={said}").content)["aparelho"]
        return found

    assert (whose(browser), whose(beto), whose(Browser())) == ("meu", "outro", "outro")
    assert [whose(browser, said) for said in (10**6, "", "x", "²", "9" * 40, "%00")] == [""] * 6
    post(beto, "/avisos/assinar", **Device(f"{service.url}/201/x").form)
    assert (whose(browser), whose(beto)) == ("outro", "meu")
    PushSubscription.objects.all().delete()
    assert whose(beto) == ""


def test_a_browser_that_was_somebody_elses(renata: tuple[Party, Browser], service: PushService) -> None:
    party, browser = renata
    here = Device(f"{service.url}/201/x")
    post(browser, "/avisos/assinar", **here.form)
    post(browsers(party)["Beto"], "/avisos/assinar", **here.form)
    assert PushSubscription.objects.get().player_id == party.people["Beto"]


def test_no_more_than_ten(time: Clock, service: PushService) -> None:
    party = full()
    for number in range(12):
        device(party.people["Beto"], service, f"/201/{number}")
        time.pass_by(minutes=1)
    assert len(devices.of(party.people["Beto"])) == 10
    assert devices.of(party.people["Beto"])[-1].endpoint.endswith("/201/2")


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://192.168.0.1/x"},
        {"endpoint": ""},
        {"p256dh": "AAAA"},
        {"auth": ""},
    ],
)
def test_what_no_browser_sends(renata: tuple[Party, Browser], wrong: dict[str, str]) -> None:
    _, browser = renata
    status, said = post(browser, "/avisos/assinar", **{**Device("https://push.example.test/x").form, **wrong})
    assert status == 400
    assert said["aviso"] == "Este navegador não deu um endereço de avisos que a gente possa usar."
    assert not PushSubscription.objects.exists()


def test_a_stranger_and_a_forged_form(renata: tuple[Party, Browser]) -> None:
    form = Device("https://push.example.test/x").form
    assert post(Browser(), "/avisos/assinar", **form)[0] == 403
    _, browser = renata
    assert browser.client.post("/avisos/assinar", form).status_code == 403
    assert not PushSubscription.objects.exists()


def test_without_a_key_there_are_no_pushes(renata: tuple[Party, Browser], settings) -> None:
    settings.VAPID_KEY = ""
    _, browser = renata
    assert keys.public_key() == ""
    page = text(browser.get("/avisos"))
    assert "Este site não tem avisos ligados." in page
    assert "data-avisar" not in page
    assert post(browser, "/avisos/assinar", **Device("https://push.example.test/x").form)[0] == 400


def test_trying_a_device(renata: tuple[Party, Browser], service: PushService, time: Clock) -> None:
    party, browser = renata
    phone = device(party.people["Renata"], service)
    row = PushSubscription.objects.get()
    assert post(browser, "/avisos/testar", aparelho=row.id)[0] == 200
    assert texts(phone, service.to("/201/phone")) == [
        ("Aviso de teste da Selminha", "Deu certo: é assim que a sua vez vai chegar.")
    ]
    assert "funcionando" in text(browser.get("/avisos"))
    PushSubscription.objects.update(not_before=time.now + timedelta(seconds=9))
    assert post(browser, "/avisos/testar", aparelho=row.id)[0] == 400
    assert post(browser, "/avisos/testar", aparelho=row.id + 1)[0] == 400
    assert post(browsers(party)["Beto"], "/avisos/testar", aparelho=row.id)[0] == 400
    assert len(service.pushes) == 1


def test_removing_a_device_without_script(renata: tuple[Party, Browser], service: PushService) -> None:
    party, browser = renata
    device(party.people["Renata"], service)
    row = PushSubscription.objects.get()
    page = text(browser.get(f"/avisos?mesa={party.code}"))
    assert "Chrome no Android" in page
    assert row.endpoint not in page
    assert row.auth not in page
    browsers(party)["Beto"].post("/avisos/remover", {"aparelho": row.id})
    assert PushSubscription.objects.exists()
    answer = browser.post("/avisos/remover", {"aparelho": row.id, "mesa": party.code})
    assert (answer.status_code, answer["Location"]) == (302, f"/avisos?dito=removido&mesa={party.code}")
    assert not PushSubscription.objects.exists()


def test_quiet_hours(renata: tuple[Party, Browser]) -> None:
    _, browser = renata
    answer = browser.post("/avisos/horario", {"silencio": "1", "de": "23", "ate": "6", "zona": "America/Manaus"})
    assert answer.status_code == 302
    row = NoticeSettings.objects.get()
    assert (row.quiet_from, row.quiet_to, row.zone) == (23, 6, "America/Manaus")
    browser.post("/avisos/horario", {"de": "23", "ate": "6", "zona": "Nowhere"})
    row.refresh_from_db()
    assert row.quiet_from == row.quiet_to
    assert row.zone == "America/Sao_Paulo"
    for wrong in ("24", "-1", "", "abc", "١"):
        answer = browser.post("/avisos/horario", {"silencio": "1", "de": wrong, "ate": "6"})
        assert answer.status_code == 400
        assert "Escolha horas de 0 a 23." in text(answer)


def test_a_link_back_to_nowhere_else(renata: tuple[Party, Browser]) -> None:
    _, browser = renata
    page = text(browser.get("/avisos?mesa=//evil.example"))
    assert "evil" not in page


def test_what_a_notice_leads_to_is_the_present(renata: tuple[Party, Browser]) -> None:
    party, browser = renata
    beto = browsers(party)["Beto"]
    assert json.loads(beto.get(f"/m/{party.code}/aviso").content) == {
        "title": "Sua vez no Espadas",
        "body": "A partida começou. 3 esperam por você.",
        "vale": True,
        "vezes": 1,
    }
    for other in (browser, Browser()):
        assert json.loads(other.get(f"/m/{party.code}/aviso").content) == {
            "title": "Já não é a sua vez no Espadas",
            "body": "Toque para ver a mesa.",
            "vale": False,
            "vezes": 0,
        }
    assert Browser().get("/m/NOSUCHTABLE/aviso").status_code == 404
    here = {"vezes": 1, "chave": keys.public_key(), "aparelho": ""}
    assert json.loads(beto.get("/avisos/conta").content) == here


def test_a_push_that_comes_after_the_seventh_day_says_that_the_table_has_expired(time: Clock) -> None:
    party = started()
    beto = browsers(party)["Beto"]
    time.pass_by(days=7)
    assert party.now.status == "playing", "no sweep has been there"
    said = json.loads(beto.get(f"/m/{party.code}/aviso").content)
    assert (said["title"], said["vale"]) == ("A mesa expirou: Espadas", True)


def test_the_list_counts_in_its_title(renata: tuple[Party, Browser]) -> None:
    party, browser = renata
    assert "<title>Minhas mesas</title>" in text(browser.get("/minhas-mesas"))
    page = text(browsers(party)["Beto"].get("/minhas-mesas"))
    assert "<title>(1) Minhas mesas</title>" in page
    assert 'data-vezes="1"' in page


def test_calling_the_group(renata: tuple[Party, Browser]) -> None:
    party, browser = renata
    found = re.search(r'data-chamar[^>]* href="([^"]+)"', text(browser.get(f"/m/{party.code}")))
    assert found is not None
    assert found[1] == (
        f"https://wa.me/?text=Beto%2C%20%C3%A9%20a%20sua%20vez%20no%20Espadas%21%20http%3A//testserver/m/{party.code}"
    )
    assert 'data-espera="Beto"' in text(browser.get(f"/m/{party.code}"))
    assert "data-chamar" not in text(Browser().get(f"/m/{party.code}"))


def test_the_offer_is_nothing_but_the_question(renata: tuple[Party, Browser]) -> None:
    party, browser = renata
    fragment = text(browser.get(f"/avisos/oferta?mesa={party.code}"))
    assert f'data-chave="{keys.public_key()}"' in fragment
    assert "AGORA NÃO" in fragment
    assert "oferta" not in text(browser.get(f"/m/{party.code}"))


def test_manifest_worker_and_the_page_without_network() -> None:
    client = Client()
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert (manifest["id"], manifest["start_url"], manifest["lang"]) == ("/", "/minhas-mesas?app=1", "pt-BR")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    found = re.match(r"const SITE = (.*);\n", answer.content.decode())
    assert found is not None
    site = json.loads(found[1])
    assert not [path for path in site["files"] if not path.startswith("/static/")]
    assert {"/static/js/frame.js", "/static/css/mesa.css", "/static/baralhos/grande.svg"} <= set(site["files"])
    assert "/static/js/sw.js" not in site["files"]
    page = client.get("/sem-internet")
    assert "Sem internet" in page.content.decode()
    assert not page.cookies


@pytest.fixture
def mailing(settings) -> None:
    settings.NOTICE_MAIL = True


def link(message: outbox.EmailMessage) -> str:
    found = re.search(r"https?://\S+(/avisos/email/\S+)", message.body)
    assert found is not None
    return found[1]


@pytest.mark.usefixtures("mailing")
def test_mail_from_the_address_to_leaving(time: Clock) -> None:
    party = full()
    beto = browsers(party)["Beto"]
    party.start(2)
    assert beto.post("/avisos/email", {"endereco": "beto@example.test"}).status_code == 302
    (asked,) = outbox.outbox
    assert asked.to == ["beto@example.test"]
    settle(time)
    assert len(outbox.outbox) == 1  # not confirmed yet
    path = link(asked)
    assert "CONFIRMAR E-MAIL" in text(beto.get(path))
    assert not NoticeSettings.objects.get().email_confirmed  # mail programs open links by themselves
    assert "Confirmado." in text(beto.post(path))
    party.act("Beto", type="bid", tricks=3)
    party.play_on(lambda table: table.match.turn == 1 and table.match.phase == "playing")
    settle(time)
    notice = outbox.outbox[-1]
    assert notice.subject == "Sua vez no Espadas"
    assert f"http://testserver/m/{party.code}" in notice.body
    leave = link(notice)
    assert notice.extra_headers["List-Unsubscribe"] == f"<http://testserver{leave}>"
    stranger = Client(enforce_csrf_checks=True)
    assert "PARAR DE RECEBER" in stranger.get(leave).content.decode()
    assert NoticeSettings.objects.get().email_confirmed
    assert stranger.post(leave, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NoticeSettings.objects.get().email == ""
    time.pass_by(hours=13)
    settle(time)
    assert len(outbox.outbox) == 2


@pytest.mark.usefixtures("mailing")
def test_mail_that_cannot_be(renata: tuple[Party, Browser], time: Clock) -> None:
    _, browser = renata
    for wrong in ("beto", "a@b\nBcc: c@d.example", "x" * 300 + "@example.test"):
        assert post(browser, "/avisos/email", endereco=wrong)[0] == 400
    assert outbox.outbox == []
    assert post(browser, "/avisos/email", endereco="renata@example.test")[0] == 200
    assert post(browser, "/avisos/email", endereco="somebody@example.test")[0] == 400  # no tool to flood others with
    time.pass_by(minutes=11)
    assert post(browser, "/avisos/email", endereco="other@example.test")[0] == 200
    old, new = (link(message) for message in outbox.outbox)
    assert browser.post(old).status_code == 400  # the address is another one by now
    time.pass_by(days=1)
    assert browser.post(f"{new}x").status_code == 400
    assert browser.post(new).status_code == 200
    assert post(browser, "/avisos/email", endereco="")[0] == 200
    assert NoticeSettings.objects.get().email == ""


@pytest.mark.usefixtures("mailing")
def test_one_address_gets_one_mail_whoever_asks(time: Clock) -> None:
    party = full()
    for browser in browsers(party).values():
        for address in ("victim@example.test", "Victim@example.test"):
            post(browser, "/avisos/email", endereco=address)
        post(browser, "/avisos/email", endereco="")  # and out of sight
    assert [message.to for message in outbox.outbox] == [["victim@example.test"]]
    time.pass_by(minutes=10)
    assert post(browser, "/avisos/email", endereco="victim@example.test")[0] == 200


@pytest.mark.usefixtures("mailing")
def test_a_mail_server_that_is_away(time: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    party = full()
    NoticeSettings.objects.create(
        player_id=party.people["Beto"], email="beto@example.test", email_confirmed=True, base=BASE
    )
    settle(time)
    party.start(2)
    monkeypatch.setattr(outbox.EmailMessage, "send", _no_server)
    settle(time)
    row = NoticeSettings.objects.get()
    assert row.mail_failures >= 1
    monkeypatch.undo()
    time = Clock(monkeypatch, time.now + timedelta(hours=1))
    settle(time)
    assert [message.subject for message in outbox.outbox] == ["Sua vez no Espadas"]
    assert NoticeSettings.objects.get().mail_failures == 0


def _no_server(self: object) -> int:
    raise ConnectionRefusedError


def test_no_mail_where_it_is_off(renata: tuple[Party, Browser]) -> None:
    _, browser = renata
    assert post(browser, "/avisos/email", endereco="renata@example.test")[0] == 400
    assert "e-mail" not in text(browser.get("/avisos"))


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome no Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari no iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox no Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge no Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari no Mac"),
        ("<script>", "Navegador"),
    ],
)
def test_a_device_by_its_name(agent: str, label: str) -> None:
    assert devices.label(agent) == label
