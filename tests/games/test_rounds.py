"""Closed rounds read again: all that was seen of them, and nothing of a round that is played or can be accused."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from cards.game import Deal, NextRound
from tests.games.playing import Course, Setup, course, hidden, seats, setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
SEEDS = range(3)
PREFIXES = 60


def closings(played: Course) -> list[int]:
    """After how many actions each round was closed: what the rules of the table say, not how the game finds it."""
    found: dict[int, int] = {}
    before = played.first
    for count, (action, match) in enumerate(played.steps, 1):
        if isinstance(action, NextRound):
            found.setdefault(before.round, count)
        may_accuse = any(
            hasattr(act, "accused") for seat in seats(match) for act in played.setup.game.legal_actions(match, seat)
        )
        if match.phase == "over" or (match.phase == "round_over" and not may_accuse):
            found.setdefault(match.round, count)
        before = match
    return [found[number] for number in sorted(found) if last_of(played, number).plays]


def last_of(played: Course, number: int) -> Any:
    """The last match of that round: all of it has been played."""
    return next(match for match in reversed(played.matches) if match.round == number and match.phase != "dealing")


def read(played: Course, count: int) -> tuple[Any, ...]:
    actions = [step.action for step in played.steps[:count]]
    rounds: tuple[Any, ...] = played.setup.game.rounds(played.first, actions)
    return rounds


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_at_every_moment_the_closed_rounds_and_no_later_action_can_be_read(setup: Setup, seed: int) -> None:
    played = course(setup, seed)
    closed = closings(played)
    rng = random.Random(seed)
    counts = {rng.randrange(len(played.steps)) for _ in range(PREFIXES)} | {n + d for n in closed for d in (-1, 0, 1)}
    for count in counts:
        done = [n for n in closed if n <= count]
        rounds = read(played, count)
        assert len(rounds) == len(done)
        assert rounds == (read(played, done[-1]) if done else ())


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_a_closed_round_names_no_card_that_was_never_seen(setup: Setup, seed: int) -> None:
    played = course(setup, seed)
    for each in read(played, len(played.steps)):
        last = last_of(played, each.number)
        told = msgspec.json.encode(each)
        assert not [card for card in hidden(last, None) if card.encode() in told]


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_a_closed_round_is_what_everybody_saw(setup: Setup, seed: int) -> None:
    played = course(setup, seed, early_ends=0)
    rounds = read(played, len(played.steps))
    assert [each.number for each in rounds] == list(range(1, played.last.round + 1))
    for each, line in zip(rounds, played.last.sheet, strict=True):
        last = last_of(played, each.number)
        assert (each.dealer, each.score) == (last.dealer, line)
        assert tuple(plays_of(each)) == last.plays


def plays_of(each: Any) -> list[Any]:
    """The round's plays in order, whatever the game groups them by."""
    if hasattr(each, "tricks"):
        return [play for trick in each.tricks for play in trick.plays]
    return [event for deal in each.deals for event in deal.events]


@every_setup
def test_nothing_can_be_read_before_a_round_is_closed(setup: Setup) -> None:
    first = setup.start()
    assert setup.game.rounds(first, []) == ()
    assert setup.game.rounds(first, [Deal(setup.game.DECK)]) == ()
