"""T6: no view, legal action or refusal tells a card that its viewer may not see, nor depends on one."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from cards.game import Deal, Refusal
from tests.games.playing import Course, Setup, course, hidden, outcome, seats, setups, universe

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
SEEDS = range(3)


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_no_hidden_card_is_in_a_view(setup: Setup, seed: int) -> None:
    """But in the sheet of the finished rounds, which are open."""
    for match in course(setup, seed).matches:
        for viewer in (None, *seats(match)):
            view = setup.game.view(match, viewer)
            sent = msgspec.json.encode(msgspec.structs.replace(view, sheet=()))
            assert not [card for card in hidden(match, viewer) if card.encode() in sent]
            assert view.seat == viewer
            assert view.hand == (() if viewer is None else match.hands[viewer])


@every_setup
def test_a_view_is_for_a_seat_or_a_watcher(setup: Setup) -> None:
    strangers: list[Any] = [-1, setup.players, 99, "0", True, 0.0, ()]
    for match in course(setup, 0).some(every=50):
        for stranger in strangers:
            with pytest.raises(setup.game.IllegalAction):
                setup.game.view(match, stranger)


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_views_show_the_public_facts_as_they_are(setup: Setup, seed: int) -> None:
    public = ("phase", "turn", "dealer", "round", "points", "winners", "reason", "plays")
    for match in course(setup, seed).matches:
        for viewer in (None, *seats(match)):
            view = setup.game.view(match, viewer)
            assert all(getattr(view, name) == getattr(match, name) for name in public)


def with_two_cards_swapped(played: Course, length: int, one: str, other: str) -> Any | None:
    """The match after `length` steps, had these cards been dealt in each other's place; None if it could not be."""
    last_deal = max(at for at in range(length) if isinstance(played.steps[at].action, Deal))
    match = played.matches[last_deal]
    swap = {one: other, other: one}
    deck = tuple(swap.get(card, card) for card in played.steps[last_deal].action.deck)
    try:
        match = played.setup.game.apply(match, Deal(deck))
        for step in played.steps[last_deal + 1 : length]:
            match = played.setup.game.apply(match, step.action)
    except Refusal:
        return None
    return match


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_a_seat_gets_depends_on_hidden_cards(setup: Setup, seed: int) -> None:
    """Two deals that differ in cards which a viewer never saw look, allow and refuse alike."""
    played, game, rng = course(setup, seed), setup.game, random.Random(seed)
    compared = 0
    for length in range(1 + seed, len(played.steps) + 1, 5):
        match = played.matches[length]
        for viewer in (None, *seats(match)):
            secrets = hidden(match, viewer)
            if match.phase not in ("bidding", "playing") or len(secrets) < 2:
                continue
            one, other = rng.sample(secrets, 2)
            twin = with_two_cards_swapped(played, length, one, other)
            if twin is None:
                continue
            compared += twin != match
            assert msgspec.json.encode(game.view(twin, viewer)) == msgspec.json.encode(game.view(match, viewer))
            if viewer is None:
                continue
            assert game.legal_actions(twin, viewer) == game.legal_actions(match, viewer)
            for action in rng.sample(list(universe(setup, match, rng, by=viewer)), 40):
                assert outcome(game, twin, action) == outcome(game, match, action)
    assert compared >= 10
