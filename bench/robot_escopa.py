"""Measures the robot of Escopa: speed, and strength over duplicate deals. `python -m bench.robot_escopa`."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import escopa
from cards.shuffle import shuffled
from escopa.scoring import side_count, side_of

Player = Callable[[escopa.View, random.Random], escopa.Action]

FAMILIAR_SEED = 15  # deals that were looked at while the robot was made
FRESH_SEED = 2026_11


def any_move(view: escopa.View, rng: random.Random) -> escopa.Action:
    """The opponent who plays any legal move, the left 15 and leaving a card among them."""
    moves = _moves(view)
    return moves[rng.randrange(len(moves))]


def greedy(view: escopa.View, rng: random.Random) -> escopa.Action:
    """The opponent who takes the most that he can now, by fixed weights, and looks no further."""

    def weight(cards: tuple[str, ...]) -> float:
        value = 0.1 * len(cards)
        for card in cards:
            value += 0.2 * (card[1] == "D") + 0.4 * (card[0] == "7") + (card == "7D")
        return value

    def gain(move: escopa.Action) -> float:
        if isinstance(move, escopa.TakeLeft):
            return weight(move.take) + (len(move.take) == len(view.table)) + 0.05
        assert isinstance(move, escopa.Play)
        if not move.take:
            return -weight((move.card,))
        return weight((*move.take, move.card)) + (len(move.take) == len(view.table))

    moves = _moves(view)
    best = max(gain(move) for move in moves)
    return rng.choice([move for move in moves if gain(move) == best])


PLAYERS: dict[str, Player] = {"random": any_move, "greedy": greedy, "robot": escopa.choose}


def _moves(view: escopa.View) -> list[escopa.Action]:
    from escopa.captures import sets_for

    assert view.seat is not None
    moves: list[escopa.Action] = [escopa.TakeLeft(view.seat, take) for take in view.left_sets]
    for card in view.hand:
        moves.append(escopa.Play(view.seat, card))
        moves += [escopa.Play(view.seat, card, take) for take in sets_for(view.table, card)]
    return moves


def play_round(
    deck: tuple[str, ...], dealer: int, seats: list[Player], rng: random.Random, times: dict[Player, list[float]]
) -> tuple[int, ...]:
    """Points by side of one round, each seat played by its player."""
    match = escopa.apply(escopa.start(escopa.Options(31), len(seats), dealer), escopa.Deal(deck))
    while match.turn is not None:
        player, view = seats[match.turn], escopa.view(match, match.turn)
        started = time.process_time()
        action = player(view, rng)
        times[player].append(time.process_time() - started)
        match = escopa.apply(match, action)
    return match.points


def duplicate(
    first: Player, second: Player, players: int, deals: int, seed: int, times: dict[Player, list[float]]
) -> list[float]:
    """For each deal the first player's points a round minus the second's, both having had the same cards.

    With 2 or 4 players the two change sides; with 3 the first sits once in each seat against two copies of the second,
    whose mean is subtracted.
    """
    rng = random.Random(seed)
    sides = side_count(players)
    results = []
    for number in range(deals):
        deck, dealer = shuffled(escopa.DECK, rng.randrange), number % players
        differences = []
        for side in range(sides):
            seats = [first if side_of(seat, players) == side else second for seat in range(players)]
            points = play_round(deck, dealer, seats, rng, times)
            differences.append(points[side] - (sum(points) - points[side]) / (sides - 1))
        results.append(statistics.fmean(differences))
    return results


def main() -> None:
    """Prints one line a comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=FRESH_SEED)
    parser.add_argument("--first", choices=PLAYERS, default="robot")
    parser.add_argument("--second", choices=PLAYERS, nargs="+", default=["greedy", "random"])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    chosen = parser.parse_args()
    first = PLAYERS[chosen.first]
    for players in chosen.players:
        for name in chosen.second:
            second = PLAYERS[name]
            times: dict[Player, list[float]] = {first: [], second: []}
            results = duplicate(first, second, players, chosen.deals, chosen.seed, times)
            half = 1.96 * statistics.stdev(results) / len(results) ** 0.5
            ranked = [1e3 * seconds for seconds in sorted(times[first])]
            figures = (
                f"{statistics.fmean(results):+.2f} ± {half:.2f} points a round over {chosen.deals} duplicate deals",
                f"a move p50 {ranked[len(ranked) // 2]:.2f} ms",
                f"p99 {ranked[len(ranked) * 99 // 100]:.2f} ms",
                f"max {ranked[-1]:.1f} ms",
            )
            print(f"robot: escopa, {players} players, {chosen.first} against {name}: " + ", ".join(figures), flush=True)


if __name__ == "__main__":
    main()
