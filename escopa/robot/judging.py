"""How good a move looks: what it takes, against what those who follow may then take from the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from escopa.captures import FIFTEEN, VALUES, CardSet, in_order, makes_15, sets_for, sets_with
from escopa.robot.reading import Reading, chance_of_none
from escopa.robot.worth import KINDS, Hauls, kind_worth, margin
from escopa.scoring import side_of

IMPOSSIBLE: Final = -1e9
SETS_WEIGHED: Final = 6  # of one card's takes, the best at first sight are thought about
CROWDED: Final = 12  # cards on the table
OWN_NEXT: Final = 0.5  # how much of what may come back round to the own hand counts
LAST_TAKER: Final = 0.5  # how likely, for each card still to be played, the last taker stays the last

KindWorth = tuple[float, float, float, float]


class Judge:
    """Judges the moves of one seat from its reading; `after_claim` gives the judge of the table after LEVAR O 15."""

    def __init__(
        self,
        reading: Reading,
        table: tuple[str, ...] | None = None,
        hauls: Hauls | None = None,
        gained: float = 0.0,
        last_taker: int | None = None,
    ) -> None:
        self.reading = reading
        self.table = reading.table if table is None else table
        self.hauls = reading.hauls if hauls is None else hauls
        self.gained = gained  # points already had by the claim
        self.last_taker = reading.last_taker if last_taker is None else last_taker
        self._before = margin(reading.hauls, reading.side)
        self._kinds = kind_worth(self.hauls, reading.side)

    def takes(self, card: str) -> list[CardSet]:
        """The most promising takes of a card; on a crowded table among the cards that are worth most."""
        return self.most_promising(sets_for(self._best_cards(self.table), card), SETS_WEIGHED)

    def _best_cards(self, table: tuple[str, ...]) -> tuple[str, ...]:
        """The table, of a crowded one only the cards that are worth most."""
        if len(table) <= CROWDED:
            return table
        worth = self._kinds
        return in_order(table, sorted(table, key=lambda other: -worth[KINDS[other]])[:CROWDED])

    def most_promising(self, sets: Iterable[CardSet], count: int) -> list[CardSet]:
        """The sets that are worth most by themselves; whatever clears the table counts its escopa."""
        worth = self._kinds
        size = len(self.table)
        ranked = sorted(sets, key=lambda take: -sum([worth[KINDS[card]] for card in take]) - (len(take) == size))
        return ranked[:count]

    def after_claim(self, claim: CardSet) -> Judge:
        """The judge of the same turn after LEVAR O 15."""
        table = tuple(card for card in self.table if card not in claim)
        reading = self.reading
        hauls = self.hauls.with_take(reading.side, claim)
        gained = self.gained + (not table) + ("7D" in claim)
        return Judge(reading, table, hauls, gained, reading.seat)

    def worth(self, card: str, take: CardSet) -> float:
        """Points that the move may bring, the own side's minus the mean of the others'."""
        reading = self.reading
        gained, hauls, last_taker = self.gained, self.hauls, self.last_taker
        left: str | None = None
        if take:
            table = tuple([other for other in self.table if other not in take])
            hauls = hauls.with_take(reading.side, (*take, card))
            gained += (not table) + (card == "7D" or "7D" in take)
            last_taker = reading.seat
        else:
            table = (*self.table, card)
            left = card if makes_15(self.table, card) else None
        sizes = [size - (seat == reading.seat) for seat, size in enumerate(reading.hand_sizes)]
        to_play = sum(sizes)
        if reading.last_deal and not to_play:
            return gained + self._with_leftovers(hauls, last_taker, table) - self._before
        worth = gained + margin(hauls, reading.side) - self._before
        kinds = kind_worth(hauls, reading.side)
        if not to_play:
            sizes = [3] * reading.players
        own_rest = tuple([other for other in reading.hand if other != card])
        worth += self._answers(table, left, kinds, sizes, own_rest)
        if reading.last_deal and last_taker is not None:
            sign = self._sign(last_taker)
            lying = sum([kinds[KINDS[other]] for other in table])
            worth += sign * LAST_TAKER**to_play * (lying + to_play * kinds[0])
        return worth

    def _sign(self, seat: int) -> float:
        """What a point for that seat's side is worth to the own side."""
        reading = self.reading
        return 1.0 if side_of(seat, reading.players) == reading.side else -1.0 / (reading.sides - 1)

    def _with_leftovers(self, hauls: Hauls, last_taker: int | None, table: tuple[str, ...]) -> float:
        """The exact margin at the end of the round."""
        if last_taker is None:
            return margin(hauls, self.reading.side)
        side = side_of(last_taker, self.reading.players)
        best_seven = self._sign(last_taker) if "7D" in table else 0.0
        return margin(hauls.with_take(side, table), self.reading.side) + best_seven

    def _answers(
        self, table: tuple[str, ...], left: str | None, kinds: KindWorth, sizes: list[int], own_rest: tuple[str, ...]
    ) -> float:
        """What the others, and then the own rest of the hand, may take from this table, each if nobody did before."""
        reading = self.reading
        sums = _best_sums(table, kinds)
        value, weight = sum([VALUES[card] for card in table]), sum([kinds[KINDS[card]] for card in table])
        worth, untouched = 0.0, 1.0
        for step in range(1, reading.players):
            seat = (reading.seat + step) % reading.players
            held = sizes[seat]
            if not held:
                continue
            gain, none = self._answer(sums, value, weight, kinds, held)
            if step == 1 and left is not None:
                claimed = self._claim(table, left, kinds, held)
                gain, none = max(gain, claimed), 0.0
            worth += self._sign(seat) * untouched * gain
            untouched *= none
        own = 0.0
        for card in own_rest:
            reached = sums[FIFTEEN - VALUES[card]]
            if value == FIFTEEN - VALUES[card]:
                reached = max(reached, weight + 1.0)
            own = max(own, reached + kinds[KINDS[card]])
        return worth + OWN_NEXT * untouched * own

    def _answer(self, sums: list[float], value: int, weight: float, kinds: KindWorth, held: int) -> tuple[float, float]:
        """The best take expected of an unknown hand of `held` cards, and the chance that it has none."""
        gains: list[tuple[float, int]] = []
        for each, kind, count in self.reading.groups:
            wanted = FIFTEEN - each
            reached = sums[wanted]
            if wanted == value and reached < weight + 1.0:
                reached = weight + 1.0
            if reached > IMPOSSIBLE / 2:
                gains.append((reached + kinds[kind], count))
        gains.sort(reverse=True)
        unseen = len(self.reading.unseen)
        expected, none_yet, marked = 0.0, 1.0, 0
        for gain, count in gains:
            marked += count
            none = chance_of_none(marked, unseen, held)
            expected += gain * (none_yet - none)
            none_yet = none
        return expected, none_yet

    def _claim(self, table: tuple[str, ...], left: str, kinds: KindWorth, held: int) -> float:
        """The next player's LEVAR O 15 at its best, and then his card."""
        best = 0.0
        among = (*self._best_cards(table[:-1]), left)  # what was just left lies last
        for claim in self.most_promising(sets_with(among, left), 2):
            rest = in_order(table, set(table) - set(claim))
            weight = sum([kinds[KINDS[card]] for card in rest])
            value = sum([VALUES[card] for card in rest])
            gain = sum([kinds[KINDS[card]] for card in claim]) + (not rest)
            best = max(best, gain + self._answer(_best_sums(rest, kinds), value, weight, kinds, held)[0])
        return best


def _best_sums(table: tuple[str, ...], kinds: KindWorth) -> list[float]:
    """For each sum up to 14 the worth of the best set of table cards that reaches it, escopas aside."""
    best = [0.0] + [IMPOSSIBLE] * (FIFTEEN - 1)
    for card in table:
        value, worth = VALUES[card], kinds[KINDS[card]]
        for reached in range(FIFTEEN - 1, value - 1, -1):
            candidate = best[reached - value] + worth
            if candidate > best[reached]:
                best[reached] = candidate
    return best
