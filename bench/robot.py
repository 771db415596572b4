"""Measures the robot of Espadas: speed, strength over duplicate deals, bids and Nils. `python -m bench.robot`."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import spades
from cards.shuffle import shuffled
from spades.scoring import RoundScore

Player = Callable[[spades.View, random.Random], spades.Action]

FAMILIAR_SEED = 4  # deals that were looked at while the robot was made
FRESH_SEED = 2026_11
BAG = -10  # what a bag costs in the long run, beside its own point


def any_bid(view: spades.View, rng: random.Random) -> spades.Action:
    """The opponent who bids 0 to 13 and plays any legal card."""
    return spades.Bid(_seat(view), rng.randrange(14)) if view.phase == "bidding" else any_card(view, rng)


def any_card(view: spades.View, rng: random.Random) -> spades.Action:
    """The opponent who bids as the robot does and then plays any legal card."""
    if view.phase == "bidding":
        return spades.choose(view, rng)
    # Rounds are played where reneging is prevented: there the view tells what may be played.
    assert view.playable is not None
    return spades.Play(_seat(view), view.playable[rng.randrange(len(view.playable))])


def _seat(view: spades.View) -> int:
    assert view.seat is not None
    return view.seat


@dataclass
class Tally:
    """What one pair of players did, over many rounds."""

    contracts: int = 0
    made: int = 0
    bids: int = 0
    nils: int = 0
    nils_kept: int = 0
    errors: list[int] = field(default_factory=list)  # tricks taken less tricks bid, Nils apart
    bags: list[int] = field(default_factory=list)  # by round

    def add(self, line: RoundScore, pair: int) -> None:
        """Counts one more round, of that pair of seats."""
        score = line.pairs[pair]
        self.bags.append(score.bags)
        if score.contract:
            self.contracts += 1
            self.made += score.contract_points > 0
        for seat in (pair, pair + 2):
            self.bids += 1
            if line.bids[seat]:
                self.errors.append(line.taken[seat] - line.bids[seat])
            else:
                self.nils += 1
                self.nils_kept += not line.taken[seat]

    def __str__(self) -> str:
        kept = f"{self.nils_kept / self.nils:.2f}" if self.nils else "-"
        error, bias = statistics.fmean(map(abs, self.errors)), statistics.fmean(self.errors)
        return (
            f"contracts made {self.made / max(1, self.contracts):.3f}, Nil rate {self.nils / self.bids:.3f} "
            f"kept {kept}, "
            f"mean bid error {error:.2f} (taken less bid {bias:+.2f}), bags a round {statistics.fmean(self.bags):.2f}"
        )


@dataclass
class Duel:
    """The outcome of a duplicate match: points a round of A's pair less B's, by deal, each over both seatings."""

    points: list[float] = field(default_factory=list)  # a bag counts 1 + BAG
    raw: list[float] = field(default_factory=list)  # a bag counts 1
    ours: Tally = field(default_factory=Tally)
    theirs: Tally = field(default_factory=Tally)

    @property
    def mean(self) -> float:
        """Points a round, bags at what they cost in the long run."""
        return statistics.fmean(self.points)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of `mean`."""
        return 1.96 * statistics.stdev(self.points) / len(self.points) ** 0.5


def play_round(deck: tuple[str, ...], dealer: int, players: list[Player], rng: random.Random) -> RoundScore:
    """The score of one round, the first of a match to 500, played by the players by seat."""
    match = spades.start(spades.Options(renege="prevented"), 4, dealer)
    match = spades.apply(match, spades.Deal(deck))
    while match.turn is not None:
        match = spades.apply(match, players[match.turn](spades.view(match, match.turn), rng))
    return match.sheet[-1]


def duel(ours: Player, theirs: Player, deals: int, seed: int) -> Duel:
    """Plays each deal twice: pair A has the one side's cards, then the other's."""
    rng, outcome = random.Random(seed), Duel()
    for deal in range(deals):
        deck = shuffled(spades.DECK, rng.randrange)
        points = raw = 0
        for pair in (0, 1):
            line = play_round(deck, deal % 4, [ours if seat % 2 == pair else theirs for seat in range(4)], rng)
            a, b = line.pairs[pair], line.pairs[1 - pair]
            raw += a.points - b.points
            points += a.points - b.points + BAG * (a.bags - b.bags)
            outcome.ours.add(line, pair)
            outcome.theirs.add(line, 1 - pair)
        outcome.points.append(points / 2)
        outcome.raw.append(raw / 2)
    return outcome


class Stopwatch:
    """A player who plays as another one does and notes the CPU time of each move."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def __call__(self, view: spades.View, rng: random.Random) -> spades.Action:
        """The other one's move."""
        started = time.process_time()
        action = self.player(view, rng)
        self.seconds.append(time.process_time() - started)
        return action

    def __str__(self) -> str:
        moves = sorted(self.seconds)
        marks = ", ".join(f"p{share} {1e3 * moves[len(moves) * share // 100]:.2f}" for share in (50, 95, 99))
        return f"CPU ms a move: {marks} ({len(moves)} moves)"


def main() -> None:
    """Prints a line or two for each opponent: first the deals the robot was made with, then fresh ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="duplicate deals against each opponent")
    chosen = parser.parse_args()
    opponents: dict[str, Player] = {"random": any_bid, "own bids, random cards": any_card, "itself": spades.choose}
    for name, opponent in opponents.items():
        for kind, seed in (("familiar", FAMILIAR_SEED), ("fresh", FRESH_SEED)):
            robot = Stopwatch(spades.choose)
            outcome = duel(robot, opponent, chosen.deals, seed)
            print(
                f"robot of Espadas against {name}, {chosen.deals} {kind} duplicate deals: "
                f"{outcome.mean:+.1f} ± {outcome.margin:.1f} points a round, raw {statistics.fmean(outcome.raw):+.1f}\n"
                f"  {outcome.ours}\n  {robot}",
                flush=True,
            )


if __name__ == "__main__":
    main()
