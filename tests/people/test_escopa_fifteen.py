"""LEVAR O 15 where many sets can be taken: its cards are marked on the table, without script in its own form."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.people.at_escopa import SMALL, TALL, Player, deck, lay, seated
from tests.people.at_espadas import DESKTOP
from tests.people.test_escopa_fits import MEASURE
from tests.people.test_seats import is_accessible
from tests.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("closed")]


def many_sets(browser: Browser, site: Server) -> Player:
    """Ana on turn: Bia left a king, and 24 sets of the table sum the 5 that it lacks."""
    lay(site, deck(["2H AH KH", "3C 3D QC"], "AC AD 2C 2D"))
    ana, bia = seated(browser, site, TALL, TALL)
    for mover, card in ((bia, "2H"), (ana, "3C"), (bia, "AH"), (ana, "3D"), (bia, "KH")):
        mover.sees(max(ana.version, bia.version))
        mover.leave(card)
    ana.sees(bia.version)
    return ana


def test_the_cards_are_marked_on_the_table(browser: Browser, site: Server) -> None:
    ana = many_sets(browser, site)
    claim = ana.page.locator("#quinze-levar")
    assert ana.page.locator("#quinze button").count() == 1
    expect(claim).to_be_disabled()
    expect(ana.page.locator("#situacao")).to_contain_text("Sua vez.")
    assert set(ana.lit) == {"AC", "AD", "AH", "2C", "2D", "2H", "3C", "3D"}
    ana.mark("3C")
    assert ana.sum == "10 + 3 = 13 · faltam 2"
    assert set(ana.lit) == {"AC", "AD", "AH", "2C", "2D", "2H"}
    expect(claim).to_be_disabled()
    ana.raise_card("QC")  # to look what it could take: the same marks, another sum
    assert ana.sum == "8 + 3 = 11 · faltam 4"
    ana.page.keyboard.press("Escape")
    ana.page.locator(".posta[data-carta='2D'] input").focus()
    ana.page.keyboard.press("Space")
    assert ana.sum == "10 + 3 + 2 = 15 ✓"
    claim.focus()
    ana.act(lambda: ana.page.keyboard.press("Enter"))
    expect(ana.taken(0)).to_have_text(["3", "0"])
    assert ana.on_turn and ana.marked == []
    assert ana.page.locator("#quinze").is_hidden()


@pytest.mark.parametrize("size", [TALL, SMALL, DESKTOP], ids=["tall", "small", "wide"])
def test_the_offer_leaves_room_for_the_table(size: ViewportSize, browser: Browser, site: Server) -> None:
    ana = many_sets(browser, site)
    ana.page.set_viewport_size(size)
    ana.mark("3C")
    found = ana.page.evaluate(MEASURE)
    assert (found["cards"], found["scroll"], found["overlap"], found["outside"]) == (9, [0, 0], False, False)
    assert found["buttons"] >= 44
    is_accessible(ana.page)


def test_without_script_the_form_has_the_cards(browser: Browser, site: Server) -> None:
    ana = many_sets(browser, site)
    address = ana.page.url
    context = browser.new_context(
        storage_state=ana.page.context.storage_state(), java_script_enabled=False, viewport=TALL, base_url=site.url
    )
    plain = Player("Ana", context.new_page())
    plain.page.goto(address)
    for card in ("ás de paus", "ás de ouros"):
        plain.page.locator("#quinze").get_by_label(card, exact=True).check()
    plain.page.locator("#quinze-levar").click()
    expect(plain.notice).to_contain_text("não soma 15")
    for card in ("ás de paus", "ás de ouros", "3 de paus"):
        plain.page.locator("#quinze").get_by_label(card, exact=True).check()
    plain.page.locator("#quinze-levar").click()
    expect(plain.taken(0)).to_have_text(["4", "0"])
