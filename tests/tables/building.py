"""A table with people by name, driven through the commands: what the tests of tables build on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

import spades
from spades.tricks import open_trick, playable
from tables import commands, robots, state
from tables.commands import Asked
from tables.models import Act, Move, Player, Seat, Table
from tables.state import TableState

FRIENDS = ("Renata", "Beto", "Carla", "Davi")
NEVER_MADE = {"bids": (3, 13, 3, 13)}
"""Bids by seat that decide a match in one round: seats 1 and 3 cannot take 26 tricks, so they fall to -260."""

_keys = itertools.count(1)


@dataclass
class Party:
    """A table and the people at it; every method reads the table afresh, as a request would."""

    code: str
    people: dict[str, int] = field(default_factory=dict)  # player ids by name

    @property
    def now(self) -> TableState:
        return state.read(self.code)

    def ask(self, name: str | None, *, version: int | None = None, key: str | None = None, what: str = "") -> Asked:
        """An act of that person on the present version, or another, with a new id of its own, or a given one."""
        return Asked(
            player=None if name is None else self.people[name],
            version=self.now.version if version is None else version,
            key=f"k{next(_keys)}" if key is None else key,
            fingerprint=what,
        )

    def sit(self, name: str) -> TableState:
        table, self.people[name] = commands.sit(self.code, Asked(self.people.get(name)), name)
        return table

    def robots(self, *, fill: bool = True) -> TableState:
        return commands.add_robots(self.code, self.ask(self.creator), fill=fill)

    def start(self, partner: int | None = 2) -> TableState:
        return commands.start(self.code, self.ask(self.creator), partner)

    def act(self, name: str, /, **form: Any) -> TableState:
        return commands.act(self.code, self.ask(name), {key: str(value) for key, value in form.items()})

    @property
    def creator(self) -> str:
        return self.now.seats[0].name

    @property
    def on_turn(self) -> str:
        table = self.now
        return table.seats[table.match.turn].name

    def seat(self, name: str) -> int:
        seat = self.now.seat_of(self.people[name])
        assert seat is not None
        return seat

    def at(self, seat: int) -> str:
        """Who sits at that seat."""
        return self.now.seats[seat].name

    def bid(self, bids: Sequence[int]) -> TableState:
        """All four bid, by seat; a robot's bid is its own."""
        while (table := self.now).match.phase == "bidding":
            if table.robot_turn:
                robots.wake(table)
            else:
                self.act(self.on_turn, type="bid", tricks=bids[table.match.turn])
        return self.now

    def cards(self, cards: str) -> TableState:
        """These cards, each by whoever is on turn."""
        for card in cards.split():
            self.act(self.on_turn, type="play", card=card)
        return self.now

    def play_on(self, until: Callable[[TableState], bool]) -> TableState:
        """Everybody plays without reneging, and taps PRÓXIMA RODADA, until it is so."""
        table = self.now
        while not until(table):
            if table.robot_turn:
                robots.wake(table)
                table = self.now
            elif table.match.turn is None:
                table = self.act(next(iter(self.people)), type="next_round")
            else:  # on the table at hand: to read it again for every card would be most of the work
                asked = Asked(self.people[table.seats[table.match.turn].name], table.version, f"k{next(_keys)}")
                table = commands.act(self.code, asked, form_of(chosen(table)))
        return table

    def decided(self) -> TableState:
        """One round to a decided result (E11): seats 0 and 2 win. With renege prevented the match is over."""
        self.bid(NEVER_MADE["bids"])
        return self.play_on(lambda table: table.match.turn is None)

    def over(self) -> TableState:
        """The match played to its end by points."""
        table = self.decided()
        return self.act(self.creator, type="next_round") if table.match.phase == "decided" else table


def new(creator: str = "Renata", **options: str) -> Party:
    """A table of that creator."""
    table, player = commands.create(Asked(None), creator, "espadas", commands.options_of("espadas", options))
    return Party(table.code, {creator: player})


def full(*names: str, **options: str) -> Party:
    """A table where these people (the four friends if none are named) sit, and robots in the seats left."""
    names = names or FRIENDS
    party = new(names[0], **options)
    for name in names[1:]:
        party.sit(name)
    if len(names) < 4:
        party.robots()
    return party


def started(*names: str, **options: str) -> Party:
    """The same with the first match begun; the partner of the creator is whoever came third."""
    party = full(*names, **options)
    party.start(2)
    return party


def chosen(table: TableState) -> Any:
    """A card that follows suit, or a bid: that of seats 0 and 2 cannot be made, so a match lasts two rounds."""
    match = table.match
    if match.phase == "bidding":
        return spades.Bid(match.turn, 3 if match.turn % 2 else 8)
    return spades.Play(match.turn, followers(match)[-1])


def followers(match: Any) -> tuple[str, ...]:
    """The cards of whoever is on turn that are no renege, in either mode."""
    trick = open_trick(match.plays)
    return playable(match.hands[match.turn], trick[0][1][1] if trick else None, match.broken, True)


def form_of(action: Any) -> dict[str, str]:
    """An action as the fields of a form."""
    return {key: str(value) for key, value in msgspec.to_builtins(action).items() if key != "seat"}


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is stored, to see that nothing has changed."""
    return {model.__name__: sorted(model.objects.values_list(), key=repr) for model in (Table, Seat, Player, Move, Act)}
