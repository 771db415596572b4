"""Plays any game by chance, knowing its contract (`cards.game.Game`) and nothing of its rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec

import escopa
import spades
from cards.game import Deal, Game, Refusal
from cards.shuffle import shuffled

GAMES: list[Game] = [spades, escopa]


class Setup(NamedTuple):
    """A game with one of its options and numbers of players."""

    game: Any
    options: Any
    players: int

    def start(self, dealer: int = 0) -> Any:
        return self.game.start(self.options, self.players, dealer)

    def __str__(self) -> str:
        chosen = "-".join(str(value) for value in msgspec.structs.astuple(self.options))
        return f"{self.game.SLUG}-{chosen}-{self.players}"


def setups() -> list[Setup]:
    """Every game with every combination of its options and every number of players."""
    found = []
    for game in GAMES:
        fields = [choice.field for choice in game.CHOICES]
        for values in itertools.product(*[[value for value, *_ in choice.values] for choice in game.CHOICES]):
            options = game.Options(**dict(zip(fields, values, strict=True)))
            found += [Setup(game, options, players) for players in game.PLAYERS]
    return found


class Step(NamedTuple):
    """An accepted action and the match after it."""

    action: Any
    match: Any


class Course(NamedTuple):
    """A match from its start, with everything that happened in it."""

    setup: Setup
    first: Any
    steps: tuple[Step, ...]

    @property
    def matches(self) -> list[Any]:
        return [self.first, *[step.match for step in self.steps]]

    @property
    def last(self) -> Any:
        return self.matches[-1]

    def some(self, every: int, offset: int = 0) -> list[Any]:
        """Each `every`-th match of the course, and the last one."""
        return [*self.matches[offset % every :: every], self.last]


MOST_STEPS = 5000
"""More than any match of ours by chance takes; a course that gets there does not end."""


@cache
def course(setup: Setup, seed: int, early_ends: float = 0.002) -> Course:
    """A match played to its end by chance; with chance `early_ends` at each step also by what cuts a match short."""
    rng = random.Random(f"{setup}-{seed}")
    match = first = setup.start(rng.randrange(setup.players))
    steps: list[Step] = []
    while match.phase != "over":
        steps.append(_next_step(setup.game, match, rng, rng.random() < early_ends))
        match = steps[-1].match
        assert len(steps) < MOST_STEPS, "this match does not end"
    return Course(setup, first, tuple(steps))


def _next_step(game: Any, match: Any, rng: random.Random, may_be_last: bool) -> Step:
    if match.phase == "dealing" and not may_be_last:
        action = Deal(shuffled(game.DECK, rng.randrange))
        return Step(action, game.apply(match, action))
    actions = [action for seat in seats(match) for action in game.legal_actions(match, seat)]
    rng.shuffle(actions)
    for action in actions:
        after = game.apply(match, action)
        if may_be_last or after.phase != "over" or after.reason == "points":
            return Step(action, after)
    raise AssertionError(f"only a cut-short end is possible in phase {match.phase}")


def seats(match: Any) -> range:
    return range(len(match.hands))


def universe(setup: Setup, match: Any, rng: random.Random, by: int | None = None) -> Iterator[Any]:
    """Every action of the game that can be thought of, by the fields of its kinds, and what nobody should send.

    `by` is the one seat whose actions are wanted; None: all seats, and seats that do not exist.
    """
    legal = [action for seat in seats(match) for action in setup.game.legal_actions(match, seat)]
    takes: set[tuple[str, ...]] = {()}
    for action in legal:
        for value in msgspec.structs.astuple(action):
            if isinstance(value, tuple):
                takes |= {value, value[::-1], value + value[:1], value[1:]}
    takes |= {tuple(rng.sample(setup.game.DECK, count)) for count in (1, 2, 3)}
    for kind in get_args(setup.game.Action):
        if kind is Deal:
            continue
        fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
        for values in itertools.product(*[_values(field, setup, takes, by) for field in fields]):
            yield kind(*values)


def _values(field: msgspec.inspect.Field, setup: Setup, takes: set[tuple[str, ...]], by: int | None) -> list[Any]:
    if field.name == "seat" and by is not None:
        return [by]
    if field.name == "seat":
        return [*range(-1, setup.players + 1), None]
    match field.type:
        case msgspec.inspect.IntType():
            return [*range(-1, 15), None, "1"]
        case msgspec.inspect.LiteralType(values):
            return [*values, "", None]
        case msgspec.inspect.StrType():
            return [*setup.game.DECK, "XX", None]
        case msgspec.inspect.VarTupleType():
            return sorted(takes)
    raise AssertionError(f"no values known for {field.name}: {field.type}")


def outcome(game: Any, match: Any, action: Any) -> tuple[str, str]:
    """`("", "")` if the action is accepted, else the code and sentence of its refusal."""
    try:
        game.apply(match, action)
    except Refusal as refusal:
        return refusal.code, refusal.text
    return "", ""


def plain(action: Any) -> tuple[Any, ...]:
    """The action as a value to compare: its kind and fields, sets of cards without their order."""
    fields = [tuple(sorted(value)) if isinstance(value, tuple) else value for value in msgspec.structs.astuple(action)]
    return (type(action).__name__, *fields)


def hidden(match: Any, viewer: int | None) -> list[str]:
    """The cards that this viewer may not know: other hands, and what is still to be dealt."""
    others = [card for seat in seats(match) if seat != viewer for card in match.hands[seat]]
    return sorted([*others, *getattr(match, "stock", ())])
