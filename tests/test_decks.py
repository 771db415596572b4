"""The committed art is what its makers make, every card is there and can be told apart, and the rules pages add up."""

from __future__ import annotations

import gzip
import re
import struct
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cards.card import DECK_40, DECK_52
from escopa.scoring import Haul, side_scores
from spades.scoring import pair_score
from tools import espanhol, glyphs, grande
from tools.brand import svg_icons
from tools.decks import DECKS

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
RULES = ROOT / "templates" / "rules"
SVG = "{http://www.w3.org/2000/svg}"
CARDS = {"grande": DECK_52, "espanhol": DECK_40}
# what the page that shows a sprite from another file may lack, forbid (CSP) or draw differently
FORBIDDEN_TAGS = {"text", "style", "script", "image", "filter", "mask", "linearGradient", "radialGradient", "clipPath"}


def sprite(name: str) -> ElementTree.Element:
    return ElementTree.fromstring((STATIC / "baralhos" / f"{name}.svg").read_text(encoding="utf-8"))


def symbols(name: str) -> dict[str, ElementTree.Element]:
    return {symbol.attrib["id"]: symbol for symbol in sprite(name).iter(f"{SVG}symbol")}


def uses(symbol: ElementTree.Element) -> list[str]:
    return [node.attrib["href"].removeprefix("#") for node in symbol.iter(f"{SVG}use")]


@pytest.mark.parametrize("name", DECKS)
def test_the_committed_sprite_is_what_the_maker_makes(name: str) -> None:
    assert (STATIC / "baralhos" / f"{name}.svg").read_text(encoding="utf-8") == DECKS[name]()


def test_the_committed_icons_are_what_the_maker_makes() -> None:
    for name, text in svg_icons().items():
        assert (STATIC / "icones" / name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", CARDS)
def test_every_card_and_the_back_are_there(name: str) -> None:
    found = symbols(name)
    assert set(found) == {*CARDS[name], "verso"}
    assert {symbol.attrib["viewBox"] for symbol in found.values()} == {"0 0 100 140"}


@pytest.mark.parametrize("name", CARDS)
def test_a_sprite_is_light_and_uses_only_what_works_from_another_file(name: str) -> None:
    raw = (STATIC / "baralhos" / f"{name}.svg").read_bytes()
    assert len(raw) <= 45_000
    assert len(gzip.compress(raw, 9)) <= 5 * 1024
    nodes = list(sprite(name).iter())
    assert not {node.tag.removeprefix(SVG) for node in nodes} & FORBIDDEN_TAGS
    for node in nodes:
        assert "style" not in node.attrib and "class" not in node.attrib
        assert not any("url(" in value for value in node.attrib.values())
    names = [node.attrib["id"] for node in nodes if "id" in node.attrib]
    assert len(names) == len(set(names))
    assert {node.attrib["href"] for node in nodes if node.tag == f"{SVG}use"} <= {f"#{name}" for name in names}


@pytest.mark.parametrize("name", CARDS)
def test_no_two_cards_look_alike(name: str) -> None:
    faces = {ElementTree.tostring(symbol).split(b">", 1)[1] for symbol in symbols(name).values()}
    assert len(faces) == len(CARDS[name]) + 1


@pytest.mark.parametrize("name", CARDS)
def test_a_card_shows_its_rank_and_its_own_suit_sign_only(name: str) -> None:
    printed = glyphs.PRINTED if name == "grande" else espanhol.PRINTED
    for card in CARDS[name]:
        drawn = uses(symbols(name)[card])
        rank = printed.get(card[0], card[0])
        assert "".join(sign[1] for sign in drawn if sign[0] == "g") == rank
        assert {sign for sign in drawn if sign[0] == "p"} == {f"p{card[1]}"}


def test_a_card_takes_its_colour_from_its_suits_variable_alone() -> None:
    for card, symbol in symbols("grande").items():
        if card != "verso":
            assert set(re.findall(r"--c-\w", ElementTree.tostring(symbol, "unicode"))) == {f"--c-{card[1]}"}


@pytest.mark.parametrize("name", CARDS)
def test_court_cards_carry_the_seal_of_their_escopa_value_and_no_other_card_does(name: str) -> None:
    values = {"Q": "v8", "J": "v9", "K": "v10"}
    for card in CARDS[name]:
        seals = [shape for shape in uses(symbols(name)[card]) if shape[0] == "v"]
        assert seals == ([values[card[0]]] if card[0] in values else [])
    for node in sprite(name).iter():
        if node.attrib.get("id", "") in values.values():
            assert node.attrib["display"] == "var(--selo,none)"


@pytest.mark.parametrize("name", ["espanhol", "grande"])
def test_index_and_seal_keep_their_measures(name: str) -> None:
    maker = {"grande": grande, "espanhol": espanhol}[name]
    printed = glyphs.PRINTED if name == "grande" else espanhol.PRINTED
    widest = max(glyphs.width(printed.get(rank, rank)) for rank in maker.RANKS)
    assert glyphs.HEIGHT == 26
    assert maker.INDEX_CENTRE + widest / 2 <= 36
    assert maker.INDEX_CENTRE - widest / 2 >= 4
    # the seal's digits on a card 62 px wide
    assert glyphs.HEIGHT * grande.SEAL_SCALE * 0.62 >= 13
    assert max(glyphs.width(value) for value in grande.SEAL_OF.values()) * grande.SEAL_SCALE <= 32 - 4


@pytest.mark.parametrize(
    ("name", "pixels"),
    [("icon-192.png", 192), ("icon-512.png", 512), ("icon-512-maskable.png", 512), ("apple-touch-icon.png", 180)],
)
def test_png_icons_have_their_size(name: str, pixels: int) -> None:
    head = (STATIC / "icones" / name).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:24]) == (pixels, pixels)


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Width and height from a JPEG's frame header."""
    at = 2
    while data[at + 1] not in (0xC0, 0xC2):
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    height, width = struct.unpack(">HH", data[at + 5 : at + 9])
    return width, height


@pytest.mark.parametrize("name", ["espadas", "escopa", "selminha"])
def test_link_pictures_have_their_size_and_are_light(name: str) -> None:
    data = (STATIC / "og" / f"{name}.jpg").read_bytes()
    assert data[:2] == b"\xff\xd8"
    assert jpeg_size(data) == (1200, 630)
    assert len(data) < 150_000


class Page(HTMLParser):
    """Collects the tags, ids, inner links and words of a page, and checks that tags close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(re.sub(r"\{#.*?#\}", "", text))
        self.close()
        assert self.open == []
        self.words = " ".join(self.words.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        given = dict(attrs)
        assert "style" not in given
        if (name := given.get("id")) is not None:
            self.ids.append(name)
        if (link := given.get("href")) is not None:
            self.links.append(link)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def rules_page(name: str) -> Page:
    return Page((RULES / f"{name}.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["espadas", "escopa"])
def test_rules_pages_are_one_plain_article_whose_links_lead_somewhere(name: str) -> None:
    page = rules_page(name)
    assert page.tags[0] == "article" and page.tags.count("article") == 1
    assert page.tags.count("h2") >= 8
    assert not {"h1", "script", "style", "img", "html", "body"} & set(page.tags)
    assert len(page.ids) == len(set(page.ids))
    assert page.links and {link.removeprefix("#") for link in page.links} == set(page.ids)


@pytest.mark.parametrize(
    ("bids", "taken", "bags_before", "points", "bags_after"),
    [
        ((4, 3), (5, 4), 0, "72 pontos e 2 sacos", 2),
        ((4, 3), (3, 3), 0, "−70", 0),
        ((0, 5), (0, 6), 0, "151 pontos e 1 saco", 1),
        ((0, 4), (2, 4), 0, "−58 pontos e 2 sacos", 2),
        ((0, 4), (2, 3), 0, "−138 pontos", 2),
        ((0, 0), (6, 7), 9, "−387", 2),
    ],
)
def test_the_examples_of_the_espadas_page_are_counted_as_the_game_counts(
    bids: tuple[int, int], taken: tuple[int, int], bags_before: int, points: str, bags_after: int
) -> None:
    counted = pair_score(bids, taken, 0, bags_before)
    assert str(counted.points).replace("-", "−") == points.split()[0]
    assert counted.total_bags == bags_after
    assert points in rules_page("espadas").words


def test_the_examples_of_the_escopa_page_are_counted_as_the_game_counts() -> None:
    sides, ties = side_scores([Haul(23, 5, 3, True), Haul(17, 5, 1, False)], [2, 1], [0, 0])
    assert [side.points for side in sides] == [5, 1]
    assert ties == ("diamonds",)
    dream, _ = side_scores([Haul(31, 10, 4, True), Haul(9, 0, 0, False)], [0, 0], [0, 0])
    assert dream[0].points == 7
    words = rules_page("escopa").words
    assert "5 pontos" in words and "1 ponto" in words and "7 pontos" in words
