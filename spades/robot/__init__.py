"""The robot of Espadas: one action from one seat's view, by rules of thumb and counting, without search."""

from __future__ import annotations

import random

from spades.actions import Action, Bid, Play
from spades.robot.bid import choose_bid
from spades.robot.play import choose_card
from spades.robot.reading import Reading
from spades.view import View


def choose(view: View, rng: random.Random) -> Action:
    """The robot's bid or card for the seat of `view`, whose turn it must be (ValueError otherwise).

    Legal in both renege modes: it never reneges and never accuses (E20). The same view gives the same action.
    """
    if view.seat is None or view.turn != view.seat or view.phase not in ("bidding", "playing"):
        raise ValueError("the robot acts only on its own turn to bid or to play")
    reading = Reading(view)
    if view.phase == "bidding":
        return Bid(view.seat, choose_bid(reading))
    return Play(view.seat, choose_card(reading))
