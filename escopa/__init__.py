"""Escopa de 15: pure rules, views and robot, by the names of `cards.game.Game`."""

from __future__ import annotations

from typing import Final, Literal

from cards.card import DECK_40
from cards.game import Choice, Deal, Forfeit, IllegalAction, NextRound
from escopa.actions import Action, Options, Play, TakeLeft
from escopa.match import PLAYERS, Match, apply, legal_actions, may_end, start
from escopa.robot import choose
from escopa.rounds import Round, rounds
from escopa.view import View, view

__all__ = [
    "CHOICES",
    "DECK",
    "PLAYERS",
    "SLUG",
    "TITLE",
    "Action",
    "Deal",
    "Forfeit",
    "IllegalAction",
    "Match",
    "NextRound",
    "Options",
    "Play",
    "Round",
    "TakeLeft",
    "View",
    "apply",
    "choose",
    "legal_actions",
    "may_end",
    "pairs",
    "rounds",
    "start",
    "view",
]

SLUG: Final = "escopa"
TITLE: Final = "Escopa de 15"
DECK: Final = DECK_40
CHOICES: Final[tuple[Choice, ...]] = (
    Choice(
        field="goal",
        label="Vai até",
        values=(
            (21, "21", "até 21", "A partida de sempre."),
            (31, "31", "até 31", "Para quem quer jogar mais."),
        ),
    ),
)


def pairs(players: int) -> Literal["never", "may", "must"]:
    """With 4 players the creator may choose the partner; 2 or 3 play each alone (X1, T4)."""
    return "may" if players == 4 else "never"
