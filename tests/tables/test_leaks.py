"""Nobody is ever sent a card that he may not see, in any form and by any way; no hint of what is legal (T6, S1)."""

from __future__ import annotations

import logging
import random
import re
from collections import defaultdict
from typing import Any
from urllib.parse import quote

import pytest

import spades
from cards.card import DECK_52
from cards.words import card_short, card_words
from spades.tricks import open_trick, playable
from tables import frames
from tables.frames import Look
from tables.state import TableState
from tests.tables.browsing import Browser, browsers
from tests.tables.building import Party, form_of, started
from tests.tables.leaks import cards_in, check, may_know, samples_in

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

LOOKS = (Look("grande", "http://localhost"), Look("quatro-cores", "http://localhost"))
PATHS = ("/", "/nova/espadas", "/minhas-mesas", "/regras/espadas", "/m/{}", "/m/{}/estado", "/nada")
VIEWERS = (0, 1, 2, 3, None)


@pytest.mark.parametrize("card", DECK_52)
def test_the_search_finds_every_form_of_a_card(card: str) -> None:
    for form in (
        f'<use href="/static/baralhos/grande.svg#{card}">',
        f'<input name="card" value="{card}">',
        f'{{"hand": ["{card}"]}}',
        f"carta:{card};",
        f'<li class="carta-{card.lower()} alta">',
        f'<img src="/cartas/{card.lower()}.svg">',
        f'<span aria-label="{card_words(card)}">',
        f"a {card_words(card).upper()} caiu",
        f"<b>{card_short(card)}</b>",
        card_short(card).replace("♠", "&#9824;").replace("♥", "&hearts;"),
        f"https://example.com/?text={quote(card_words(card))}%2C",
    ):
        assert cards_in(form) == {card}, form


def random_action(match: Any, rng: random.Random) -> Any:
    """Any card that the table takes, reneges among them; a sensible bid, so that matches end."""
    if match.phase == "bidding":
        return spades.Bid(match.turn, rng.choice((0, 3, 4, 5)))
    return rng.choice([action for action in spades.legal_actions(match, match.turn) if isinstance(action, spades.Play)])


def whole_match(party: Party, rng: random.Random) -> list[TableState]:
    """Every state of a match that random people play to its end."""
    states = [party.now]
    while states[-1].status == "playing":
        match: Any = states[-1].match
        if match.turn is None:
            table = party.act(rng.choice(list(party.people)), type="next_round")
        else:
            table = party.act(party.on_turn, **form_of(random_action(match, rng)))
        states.append(table)
    return states


def hand_part(frame: str) -> str:
    """The rendered own hand, without what names the version."""
    found = re.search(r'<section id="mao".*?</section>', frame, re.S)
    assert found is not None
    return re.sub(r'name="(v|lance|csrfmiddlewaretoken)" value="\w*"', "", found[0])


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_no_frame_of_a_whole_match_shows_a_card_of_another_hand_or_in_permitir_what_is_legal(renege: str) -> None:
    """In Permitir the own hand is rendered alike at every trick and turn; in Impedir not, so a mark would be seen."""
    party = started(goal="250", renege=renege)
    shown: dict[int | None, set[str]] = defaultdict(set)
    drawn: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    legal: dict[tuple[Any, ...], set[tuple[str, ...]]] = defaultdict(set)
    for table in whole_match(party, random.Random(renege)):
        match: Any = table.match
        trick = open_trick(match.plays)
        for seat in VIEWERS:
            frame = frames.frame(table, seat, LOOKS[0])
            named = check(match, seat, frame)
            shown[seat] |= named
            if seat is not None and match.phase in ("bidding", "playing"):
                assert set(match.hands[seat]) <= named  # so the search does see cards here
            if seat is not None and match.phase == "playing":
                key = match.round, seat, match.hands[seat]
                drawn[key].add(hand_part(frame))
                legal[key].add(playable(match.hands[seat], trick[0][1][1] if trick else None, match.broken, True))
    assert all(len(named) == 52 for named in shown.values())  # in their time all cards were on the table
    assert sum(len(sets) > 1 for sets in legal.values()) > 20
    differing = sum(len(parts) > 1 for parts in drawn.values())
    assert (differing > 0) == (renege == "prevented")


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_no_answer_by_http_shows_one_whoever_asks_for_what(renege: str) -> None:
    """Pages, states, redirects, refusals of forged acts, headers and cookies, at some states of a round."""
    rng = random.Random(renege)
    party = started(renege=renege)
    people = browsers(party)
    viewers = [(party.seat(name), browser) for name, browser in people.items()] + [(None, Browser())]
    decoration = {sample for path in PATHS for sample in samples_in(whole(Browser().get(path.format(party.code))))}
    while (table := party.now).match.turn is not None:
        match: Any = table.match
        if table.version % 15 == 0 or len(match.plays) in (1, 51):
            for seat, browser in viewers:
                for sent in everything(party, browser, match, rng):
                    check(match, seat, sent)
                    assert samples_in(sent) <= decoration
        action = random_action(match, rng)
        response = people[party.on_turn].act(party, "agir", htmx=rng.random() < 0.5, **form_of(action))
        assert response.status_code in (200, 302)
        check(party.now.match, match.turn, whole(response))
    for seat, browser in viewers:
        check(party.now.match, seat, whole(browser.get(f"/m/{party.code}")))


def everything(party: Party, browser: Browser, match: Any, rng: random.Random) -> list[str]:
    """What this viewer is sent for every request that he can think of; no act among them is done."""
    foreign = rng.choice([card for hand in match.hands for card in hand])
    forged: list[dict[str, str]] = [
        {"type": "play", "card": foreign, "seat": str(rng.randrange(4)), "v": "1"},
        {"type": "play", "card": foreign, "seat": "9"},
        {"type": "bid", "tricks": "14"},
        {"type": "accuse", "accused": "7"},
        {"type": "next_round"},
        {"type": "deal", "deck": foreign},
    ]
    path = f"/m/{party.code}"
    answers = [
        browser.get(path),
        browser.client.head(path),
        browser.get(f"{path}/estado"),
        browser.get("/minhas-mesas"),
    ]
    answers += [browser.get(f"{path}/agir"), browser.get(f"{path}/nada"), browser.get("/"), browser.get(f"{path}x")]
    for fields in forged:
        response = browser.act(party, "agir", htmx=rng.random() < 0.5, **fields)
        assert response.status_code in (400, 403, 409), fields
        answers.append(response)
    return [whole(answer) for answer in answers]


def whole(response: Any) -> str:
    """Headers and cookies too, without what the visitor himself has sent."""
    return f"{response.headers}\n{response.cookies}\n{response.content.decode()}"


def test_in_permitir_no_word_of_a_refusal_tells_more_than_E7() -> None:
    """Every refused card gets the one of three sentences that its owner can know the reason of."""
    rng = random.Random(3)
    party = started()
    party.bid((3, 3, 3, 3))
    sentences = set()
    while (table := party.now).match.turn is not None:
        match: Any = table.match
        for card in rng.sample(DECK_52, 6):
            action = spades.Play(match.turn, card)
            if action not in spades.legal_actions(match, match.turn):
                with pytest.raises(spades.IllegalAction) as refusal:
                    party.act(party.on_turn, **form_of(action))
                sentences.add(refusal.value.code)
                assert cards_in(refusal.value.text) == set()
                assert (refusal.value.code == "not_in_hand") == (card not in match.hands[match.turn])
        party.act(party.on_turn, **form_of(random_action(match, rng)))
    assert sentences <= {"not_in_hand", "spades_not_broken"}


def test_the_check_would_see_a_leak() -> None:
    table = started().now
    frame = frames.frame(table, 1, LOOKS[0])
    with pytest.raises(AssertionError, match="seat 2 was shown"):
        check(table.match, 2, frame)
    with pytest.raises(AssertionError, match="seat None was shown"):
        check(table.match, None, f"{frame}")
    assert may_know(table.match, None) == set()


def test_errors_and_logs_name_no_card(caplog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a page that breaks in the middle of rendering a hand, and an error that names a card."""
    party = started()
    beto = browsers(party)["Beto"]
    beto.client.raise_request_exception = False
    card = party.now.match.hands[0][0]

    def broken(*args: Any, **kwargs: Any) -> str:
        raise KeyError(card)

    monkeypatch.setattr(frames, "own_part", broken)
    response = beto.get(f"/m/{party.code}")
    assert response.status_code == 500
    assert cards_in(whole(response)) == set()
    (handler,) = (each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler)
    log = "\n".join(map(handler.format, caplog.records))
    assert "KeyError" in log
    assert "in broken" in log
    assert cards_in(log) == set()
    assert "hands" not in log
