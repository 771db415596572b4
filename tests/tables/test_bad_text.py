"""Text that no form of ours sends, in every field of every form: never a 500, whatever the database makes of it."""

from __future__ import annotations

import pytest

from tests.tables.browsing import browsers
from tests.tables.building import Party, full

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

FIELDS = {
    "/outro-aparelho": ("mesa",),
    "/continuar": ("c", "codigo", "trocar"),
    "/avisos/assinar": ("endpoint", "p256dh", "auth", "zona"),
    "/avisos/testar": ("aparelho", "mesa"),
    "/avisos/remover": ("aparelho", "mesa"),
    "/avisos/horario": ("zona", "de", "ate", "silencio", "mesa"),
    "/avisos/email": ("endereco", "mesa"),
    "/baralho": ("baralho", "volta"),
    "/nova/espadas": ("nome", "goal", "renege", "lance"),
    "/m/{}/sentar": ("nome", "v", "lance"),
    "/m/{}/pedir": ("quem",),
    "/m/{}/dizer": ("texto", "lance"),
    "/m/{}/deixar": ("pedido",),
    "/m/{}/agir": ("type", "card", "tricks", "seat"),
    "/outro-aparelho/sair": ("endpoint",),  # the last: it voids the cookie
}
PAGES = (
    "/avisos?mesa={0}&dito={0}",
    "/avisos/conta?aparelho={0}",
    "/avisos/email/confirmar?t={0}",
    "/continuar?c={0}",
    "/m/{0}",
    "/m/{0}/estado?desde={0}",
    "/m/{0}/conversa?antes={0}",
    "/m/{0}/rodadas",
    "/m/{0}/ja-estava",
    "/regras/{0}",
)
ODD = {"NUL": "\x00", "a NUL within": "a\x00b", "big": "9" * 18, "bigger": "9" * 19, "long": "x" * 5000, "kind": "٣"}


@pytest.fixture
def party(settings) -> Party:
    settings.NOTICE_MAIL = True
    return full()


@pytest.mark.parametrize("odd", ODD)
def test_odd_text_in_a_form(party: Party, odd: str) -> None:
    """Each by somebody who sits there, for whom most is looked up."""
    for path, fields in FIELDS.items():
        for field in fields:
            form = {"v": str(party.now.version), "lance": f"{path}{field}"[-40:], "nome": "Zé", field: ODD[odd]}
            response = browsers(party)["Beto"].post(path.format(party.code), form)
            assert response.status_code < 500, (path, field)


@pytest.mark.parametrize("odd", ODD)
def test_odd_text_in_an_address(party: Party, odd: str) -> None:
    beto = browsers(party)["Beto"]
    for path in PAGES:
        assert beto.get(path.format(ODD[odd].replace("\x00", "%00"))).status_code < 500, path
    response = beto.get(f"/m/{party.code}/conversa?antes={ODD[odd]}".replace("\x00", "%00"))
    assert response.status_code < 500
