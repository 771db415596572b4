"""The robot of Escopa: counts what is gone and weighs each move against the best answer of those who follow."""

from __future__ import annotations

import random

from escopa.actions import Play, TakeLeft
from escopa.captures import CardSet
from escopa.robot.endgame import best_move
from escopa.robot.judging import Judge
from escopa.robot.reading import Reading
from escopa.view import View

CLAIMS_WEIGHED = 3  # of the takes of LEVAR O 15, the best at first sight are thought about


def choose(view: View, rng: random.Random) -> Play | TakeLeft:
    """The robot's move for the seat of `view`, whose turn it must be (ValueError otherwise).

    Never forfeits and never taps PRÓXIMA RODADA. `rng` only decides between moves that look alike.
    """
    seat = view.seat
    if seat is None or view.turn != seat or view.phase != "playing":
        raise ValueError("the robot acts only on its own turn to play")
    reading = Reading(view, seat)
    if (exact := best_move(reading)) is not None:
        return exact
    judge = Judge(reading)
    claims: list[CardSet] = [(), *judge.most_promising(view.left_sets, CLAIMS_WEIGHED)]
    best, best_claim, best_play = float("-inf"), claims[0], Play(seat, view.hand[0])
    for claim in claims:
        after_claim = judge.after_claim(claim) if claim else judge
        for card in view.hand:
            for take in [(), *after_claim.takes(card)]:
                worth = after_claim.worth(card, take) + rng.random() * 1e-9
                if worth > best:
                    best, best_claim, best_play = worth, claim, Play(seat, card, take)
    return TakeLeft(seat, best_claim) if best_claim else best_play
