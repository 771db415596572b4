"""The contract of a game: what a rules package offers to the tables, and how it refuses.

A game is a module. Everything it hands out is an immutable value, everything it needs comes in as an
argument; `apply` never changes the match that it is given.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Literal, Protocol

import msgspec

from cards.card import Card

Phase = Literal["dealing", "bidding", "playing", "round_over", "decided", "over"]
ForfeitReason = Literal["resigned", "left", "absent"]


class Deal(msgspec.Struct, frozen=True, tag_field="type", tag="deal"):
    """Nature's move: the whole shuffled deck, asked for in phase `dealing`."""

    deck: tuple[Card, ...]


class NextRound(msgspec.Struct, frozen=True, tag_field="type", tag="next_round"):
    """PRÓXIMA RODADA (E21, X12); also closes a decided match (E11)."""

    seat: int


class Forfeit(msgspec.Struct, frozen=True, tag_field="type", tag="forfeit"):
    """`seat` gives the match up or is ended for absence (E18, E19, X13, X14)."""

    seat: int
    reason: ForfeitReason


class Refusal(ValueError):
    """A refused input: a stable English `code` for programs, one Portuguese sentence `text` for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


class IllegalAction(Refusal):
    """What `apply` raises: an action not allowed now or not to this seat, unless it is one of the two kinds below."""


class NotAnAction(IllegalAction):
    """What came in is no action of this game at all, whatever the state."""


class AmbiguousAction(IllegalAction):
    """A shorthand that fits more than one allowed action."""


class NotAState(ValueError):
    """The text is no state that a match of this game can be in; says in English what is wrong with it."""


class Choice(msgspec.Struct, frozen=True):
    """One option of a game as its creator chooses it: a field of `Options` and its values with their labels."""

    field: str
    label: str
    # (value, label, what a table says of it: "até 500", one explaining sentence or ""); the first is the default
    values: tuple[tuple[Any, str, str, str], ...]


class Game(Protocol):
    """What a game's package offers by these names. `Match`, `View` and the actions are msgspec Structs."""

    SLUG: str  # in paths: "espadas"
    TITLE: str  # on screen: "Espadas"
    DECK: tuple[str, ...]  # what the table shuffles
    CHOICES: tuple[Choice, ...]
    Options: Any
    Action: Any
    Match: Any
    View: Any
    IllegalAction: type[IllegalAction]

    @property
    def PLAYERS(self) -> tuple[int, ...]:
        """How many may play."""

    def pairs(self, players: int) -> Literal["never", "may", "must"]:
        """Whether the creator chooses a partner (AS DUPLAS) with this many players (T4)."""

    def start(self, options: Any, players: int, dealer: int = 0) -> Any:
        """A new match in phase `dealing`. Raises NotAnAction for options or a number of players that do not exist."""

    def apply(self, match: Any, action: Any) -> Any:
        """The match after the action. Raises IllegalAction; the given match is unchanged either way."""

    def legal_actions(self, match: Any, seat: int) -> tuple[Any, ...]:
        """Every action that `apply` accepts from that seat now."""

    def view(self, match: Any, seat: int | None) -> Any:
        """All that this seat may know; None is whoever watches."""

    def rounds(self, match: Any, actions: Iterable[Any]) -> tuple[Any, ...]:
        """The closed rounds, to be read again, of the match that `start` gave and that these actions went on with.

        Each has its `number`, and nothing that was not seen by everybody. A round that is played or can still be
        accused is not closed.
        """

    def may_end(self, match: Any, seat: int) -> bool:
        """Whether this seat may end the match for the absence of whoever is on turn (E19, X14)."""

    def choose(self, view: Any, rng: random.Random) -> Any:
        """The robot's action for the view's own seat. Sees a View, never a Match."""
