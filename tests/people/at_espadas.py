"""Somebody at an Espadas table in a browser: taps what a person taps, waits for what a person waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, ViewportSize, expect

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

# The page waits for this person, the round is over, or the match is.
_SOMETHING_TO_DO = """() => {
  const { vez, status } = document.getElementById("estado").dataset;
  return vez || status !== "playing" || document.querySelector("#corpo:not([hidden])");
}"""


@dataclass
class Person:
    """One browser with its own cookies."""

    name: str
    page: Page

    @property
    def version(self) -> int:
        """The table's version that the page shows."""
        return int(self.page.locator("#estado").get_attribute("data-v") or 0)

    @property
    def status(self) -> str:
        return self.page.locator("#estado").get_attribute("data-status") or ""

    @property
    def on_turn(self) -> bool:
        return bool(self.page.locator("#estado").get_attribute("data-vez"))

    @property
    def hand(self) -> list[str]:
        """The own cards as the page holds them."""
        cards: list[str] = self.page.eval_on_selector_all("#mao input[name=card]", "all => all.map(each => each.value)")
        return cards

    @property
    def playable(self) -> list[str]:
        """The own cards that the page does not mark as forbidden (it marks none where renege is allowed)."""
        cards: list[str] = self.page.eval_on_selector_all(
            "#mao input[name=card]:not([aria-disabled=true])", "all => all.map(each => each.value)"
        )
        return cards

    def create(self, **options: str) -> str:
        """NOVA MESA; the table's path."""
        self.page.goto("/nova/espadas")
        self.page.fill("[name=nome]", self.name)
        for field, value in options.items():
            self.page.locator(f"[name='{field}'][value='{value}']").check()
        self.page.get_by_role("button", name="CRIAR MESA").click()
        self.page.wait_for_url("**/m/*")
        return self.page.url

    def sit(self, address: str) -> None:
        self.page.goto(address)
        self.page.fill("[name=nome]", self.name)
        self.page.get_by_role("button", name="SENTAR").click()
        self.page.wait_for_selector('#estado:not([data-eu=""])', state="attached")

    def sees(self, version: int) -> None:
        """Wait for a version, or a newer one."""
        self.page.wait_for_function("v => Number(document.getElementById('estado').dataset.v) >= v", arg=version)

    def act(self, tap: Callable[[], None]) -> None:
        """Do something to the table and wait for what became of it."""
        before = self.version
        tap()
        self.sees(before + 1)

    def bid(self, tricks: int) -> None:
        self.page.locator(f"#aposta input[value='{tricks}']").check(force=True)
        self.act(lambda: self.page.locator("#aposta button[type=submit]").click())

    def play(self, card: str) -> None:
        """A tap raises the card, JOGAR plays it."""
        self.page.locator(f"#mao label:has(input[value='{card}'])").click(position={"x": 12, "y": 30})
        self.act(lambda: self.page.locator("#jogar").click())

    def next_round(self, *, at_once: bool = False) -> None:
        """PRÓXIMA RODADA; at once as by somebody who does not watch the last cards fly."""
        if at_once:
            self.page.keyboard.press("Escape")
        self.act(lambda: self.page.locator("#corpo .seguinte button").click())

    def wait(self) -> None:
        """Until there is something to do."""
        self.page.wait_for_function(_SOMETHING_TO_DO)

    def low_card(self) -> str:
        """A card that may always be played: no spade is led while there is another suit."""
        cards = self.playable
        plain = [card for card in cards if not card.endswith("S")]
        return (plain or cards)[-1]

    def one_move(self) -> None:
        """A bid of 3 or the card of `low_card`, on turn."""
        if self.page.locator("#aposta").is_visible():
            self.bid(3)
        else:
            self.play(self.low_card())


def newcomer(
    browser: Browser, name: str, base_url: str, viewport: ViewportSize = PHONE, *, motion: bool = False
) -> Person:
    """Somebody with a browser of their own; where nothing is asked of what moves, one that wants little motion."""
    context = browser.new_context(
        base_url=base_url,
        viewport=viewport,
        locale="pt-BR",
        timezone_id="America/Sao_Paulo",
        has_touch=viewport is PHONE,
        reduced_motion="no-preference" if motion else "reduce",
    )
    context.set_default_timeout(15_000)
    return Person(name, context.new_page())


def seated_four(browser: Browser, base_url: str, **options: str) -> list[Person]:
    """Four people by their seats, the match begun: Ana and Caio against Bia and Davi; Ana and Bia on phones."""
    sizes = {"Ana": PHONE, "Bia": PHONE, "Caio": DESKTOP, "Davi": DESKTOP}
    people = [newcomer(browser, name, base_url, size) for name, size in sizes.items()]
    address = people[0].create(**options)
    for person in people[1:]:
        person.sit(address)
    creator = people[0].page
    expect(creator.get_by_role("button", name="COMEÇAR")).to_be_visible()
    creator.locator("#sala-duplas label", has_text="Você e Caio").click()
    creator.get_by_role("button", name="COMEÇAR").click()
    for person in people:
        person.page.wait_for_selector('#estado[data-status="playing"]', state="attached")
    return people


def play_round(people: list[Person]) -> None:
    """From the bids to the board."""
    version = max(person.version for person in people)
    while True:
        for person in people:
            person.sees(version)
        if people[0].page.locator("#corpo:not([hidden])").count():
            return
        mover = next(person for person in people if person.on_turn)
        mover.one_move()
        version = mover.version
