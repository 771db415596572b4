"""Somebody at an Escopa table in a browser, and decks laid out so that what a test needs lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Browser, Locator, ViewportSize

from cards.card import DECK_40
from tests.people.at_espadas import PHONE, Person, newcomer
from tests.servers import Server

# Raise one card after the other until some set makes 15, mark what is lit one by one; the button to press then.
_CHOOSE = """() => {
  for (const card of document.querySelectorAll("#mao label")) {
    card.click();
    let lit = document.querySelector(".posta.acesa label");
    if (!lit) continue;
    while (lit) {
      lit.click();
      lit = document.querySelector(".posta.acesa label");
    }
    return "#levar";
  }
  return "#deixar";
}"""

TALL, SMALL, FLAT = PHONE, ViewportSize(width=320, height=568), ViewportSize(width=740, height=360)


class Player(Person):
    """One browser with its own cookies, at Escopa."""

    def create(self, **options: str) -> str:
        """NOVA MESA; the table's address."""
        self.page.goto("/nova/escopa")
        self.page.fill("[name=nome]", self.name)
        for field, value in options.items():
            self.page.locator(f"[name={field}][value='{value}']").check()
        self.page.get_by_role("button", name="CRIAR MESA").click()
        self.page.wait_for_url("**/m/*")
        return self.page.url

    @property
    def table(self) -> list[str]:
        """The cards that the page shows on the table."""
        return self._cards(".posta:not([hidden])")

    @property
    def lit(self) -> list[str]:
        """The table cards that the page lights for the raised card."""
        return self._cards(".posta.acesa:not([hidden])")

    @property
    def marked(self) -> list[str]:
        return self._cards(".posta:has(:checked)")

    @property
    def sum(self) -> str:
        """The running sum of the status line."""
        return self.page.locator("#soma").inner_text()

    @property
    def notice(self) -> Locator:
        return self.page.locator("#aviso")

    def plate(self, seat: int) -> Locator:
        return self.page.locator(f".lugar-{seat}")

    def taken(self, seat: int) -> Locator:
        """How many cards and how many escopas stand beside a name."""
        return self.plate(seat).locator(".conta b")

    def listen(self) -> None:
        """Keep from now on what is shouted: it stays on the screen for less than a second."""
        self.page.evaluate(
            """() => {
              window.shouts = [];
              new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
                if (node.className === "grito") window.shouts.push(node.textContent);
              }))).observe(document.getElementById("tela"), { childList: true });
            }"""
        )

    def hears(self, shout: str) -> None:
        self.page.wait_for_function("shout => window.shouts.includes(shout)", arg=shout)

    def raise_card(self, card: str) -> None:
        """A tap on a card of the hand: it rises, or what is raised is played."""
        self.page.locator(f"#mao label:has(input[value='{card}'])").click()

    def mark(self, *cards: str) -> None:
        for card in cards:
            self.page.locator(f".posta[data-carta='{card}'] label").click()

    def take(self, card: str, *cards: str) -> None:
        """Raise, mark, LEVAR."""
        self.raise_card(card)
        self.mark(*cards)
        self.act(lambda: self.page.locator("#levar").click())

    def leave(self, card: str) -> None:
        """Raise, DEIXAR NA MESA."""
        self.raise_card(card)
        self.act(lambda: self.page.locator("#deixar").click())

    def one_move(self) -> None:
        """Some take with the first card that makes one, else that card is left."""
        if (claim := self.page.locator("#quinze button:enabled")).count():
            self.act(claim.first.click)
        button = self.page.evaluate(_CHOOSE)
        self.act(lambda: self.page.locator(button).click())

    def drag(self, card: str) -> None:
        """From the hand to the middle of the table."""
        start = self.page.locator(f"#mao label:has(input[value='{card}'])").bounding_box()
        end = self.page.locator(".jogadas").bounding_box()
        assert start is not None and end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(start["x"] + start["width"] / 2, start["y"] - 20, steps=3)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()

    def _cards(self, selector: str) -> list[str]:
        cards: list[str] = self.page.eval_on_selector_all(selector, "all => all.map(each => each.dataset.carta)")
        return cards


def deck(hands: Sequence[str], table: str, rest: str = "") -> str:
    """A deck that deals these: `hands` from the seat after the dealer on, "7D QH 2S" each; `rest` comes next."""
    dealt = [card for three in zip(*(hand.split() for hand in hands), strict=True) for card in three]
    first = [*dealt, *table.split(), *rest.split()]
    assert len(set(first)) == len(first) and set(first) <= set(DECK_40)
    return " ".join([*first, *(card for card in DECK_40 if card not in first)])


def lay(server: Server, *decks: str) -> None:
    """What this site deals next, one line a deal."""
    (server.data / "decks").write_text("\n".join(decks))


def player(
    browser: Browser, server: Server, name: str, viewport: ViewportSize = PHONE, *, motion: bool = False
) -> Player:
    """Somebody with a browser of their own."""
    return Player(name, newcomer(browser, name, server.url, viewport, motion=motion).page)


def seated(browser: Browser, server: Server, *sizes: ViewportSize, **options: str) -> list[Player]:
    """As many people as sizes by their seats, the match begun; with four, Ana plays with Caio."""
    names = ("Ana", "Bia", "Caio", "Davi")
    people = [player(browser, server, name, size) for name, size in zip(names, sizes, strict=False)]
    address = people[0].create(**options)
    for person in people[1:]:
        person.sit(address)
    start = people[0].page.get_by_role("button", name="COMEÇAR")
    people[0].page.wait_for_function(
        "n => document.querySelectorAll('#sala-lugares li:not(.livre)').length === n", arg=len(people)
    )
    start.click()
    for person in people:
        person.page.wait_for_selector('#estado[data-status="playing"]', state="attached")
    return people


def everybody_sees(people: Sequence[Player]) -> None:
    """Wait until all show the newest version that one of them shows."""
    version = max(person.version for person in people)
    for person in people:
        person.sees(version)
