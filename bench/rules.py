"""Measures the rules alone: random full rounds a second through the contract. `python -m bench.rules`."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from functools import partial
from types import ModuleType
from typing import Any, get_args

import msgspec

import escopa
import spades
from cards.game import Deal, Forfeit, NextRound
from cards.shuffle import shuffled

GAMES: list[ModuleType] = [spades, escopa]


def played_kinds(game: Any) -> frozenset[type]:
    """The kinds of action that carry a round on: no deal, no accusing, nothing that ends it."""
    kinds = {kind for kind in get_args(game.Action) if "accused" not in kind.__struct_fields__}
    return frozenset(kinds - {Deal, Forfeit, NextRound})


def play_round(game: Any, kinds: frozenset[type], players: int, rng: random.Random) -> Any:
    """One round: shuffle, deal, and random legal actions by `legal_actions` and `apply` until nobody is on turn."""
    match = game.start(game.Options(), players, 0)
    match = game.apply(match, Deal(shuffled(game.DECK, rng.randrange)))
    while match.turn is not None:
        actions = [action for action in game.legal_actions(match, match.turn) if type(action) in kinds]
        match = game.apply(match, actions[int(rng.random() * len(actions))])
    return match


def rounds_per_second(game: Any, players: int, seconds: float, seed: int) -> float:
    """By this process's CPU time, so that another program's work does not count."""
    rng, kinds = random.Random(seed), played_kinds(game)
    rounds, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        play_round(game, kinds, players, rng)
        rounds += 1
    return rounds / (time.process_time() - started)


def microseconds(call: Any, times: int = 2000) -> float:
    """CPU time of one call."""
    started = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - started) / times * 1e6


def main() -> None:
    """Prints one line for each game and number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of one run")
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    for game in GAMES:
        for players in game.PLAYERS:
            speeds = [rounds_per_second(game, players, chosen.seconds, seed) for seed in range(chosen.runs)]
            match = play_round(game, played_kinds(game), players, random.Random(15))
            stored = msgspec.json.encode(match)
            figures = (
                f"{statistics.median(speeds):6.0f} rounds/s ({min(speeds):.0f} to {max(speeds):.0f})",
                f"view {microseconds(partial(game.view, match, 0)):.0f} us",
                f"match as JSON {len(stored)} bytes",
                f"written {microseconds(partial(msgspec.json.encode, match)):.0f} us",
                f"read {microseconds(partial(msgspec.json.decode, stored, type=game.Match)):.0f} us",
            )
            print(f"rules: {game.SLUG}, {players} players: " + ", ".join(figures), flush=True)


if __name__ == "__main__":
    main()
