"""Espadas: pure rules, views and robot, by the names of `cards.game.Game`."""

from __future__ import annotations

from typing import Final, Literal

from cards.card import DECK_52
from cards.game import Choice, Deal, Forfeit, IllegalAction, NextRound
from spades.actions import Accuse, Action, Bid, Options, Play
from spades.match import Match, apply, legal_actions, may_end, start
from spades.robot import choose
from spades.rounds import Round, rounds
from spades.view import View, view

__all__ = [
    "CHOICES",
    "DECK",
    "PLAYERS",
    "SLUG",
    "TITLE",
    "Accuse",
    "Action",
    "Bid",
    "Deal",
    "Forfeit",
    "IllegalAction",
    "Match",
    "NextRound",
    "Options",
    "Play",
    "Round",
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

SLUG: Final = "espadas"
TITLE: Final = "Espadas"
PLAYERS: Final[tuple[int, ...]] = (4,)
DECK: Final = DECK_52
CHOICES: Final[tuple[Choice, ...]] = (
    Choice(
        field="goal",
        label="Vai até",
        values=(
            (500, "500", "até 500", "A partida clássica."),
            (250, "250", "até 250", "Para jogar em menos tempo."),
        ),
    ),
    Choice(
        field="renege",
        label="Renúncia",
        values=(
            ("allowed", "Permitir", "renúncia permitida", "Quem não segue o naipe pode ser acusado pela outra dupla."),
            ("prevented", "Impedir", "renúncia impedida", "Só as cartas permitidas podem ser jogadas."),
        ),
    ),
)


def pairs(players: int) -> Literal["never", "may", "must"]:
    """Espadas is always played in two pairs (E1)."""
    return "must"
