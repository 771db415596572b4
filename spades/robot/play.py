"""Playing a card: each is weighed by who would take the trick, what that is worth, and what is left in the hand."""

from __future__ import annotations

from typing import Final

from cards.card import SUITS
from spades import tricks
from spades.robot.reading import POWER, Holding, Powers, Reading
from spades.robot.stakes import trick_worths
from spades.robot.strength import Prospects, nil_exposure

Chances = tuple[float, float, float, float]
"""By seat, the chance to take the open trick."""

# How readily a later seat takes a trick that it could take from the adversaries, by its place in the trick.
SECOND_SEAT: Final = 0.65
THIRD_SEAT: Final = 0.9
LAST_SEAT: Final = 0.95
OVER_PARTNER: Final = 0.15
BEFORE_A_NIL: Final = 0.25  # ... while an adversary's Nil is yet to play: it would help it
INSTEAD_OF_A_NIL: Final = 0.1  # ... from an adversary's Nil
HIGHEST: Final = 5  # how many of the highest cards are told apart
OPEN_TRICK: Final = 0.5  # of the pair's expected tricks, the part that the open trick is
NIL_SLOPE: Final = 0.15  # chance of a Nil's failure by each unit of exposure left in the hand
# Tricks that a seat counts as wanting when it has all that it bid, and when it bid Nil.
LITTLE_WANTED: Final = 0.4
NIL_WANTED: Final = 0.15


def choose_card(reading: Reading) -> str:
    """The card to play now: the best weighed of those that break no rule of either renege mode (E7, E8, E20)."""
    view = reading.view
    led = view.trick[0][1][1] if view.trick else None
    cards = tricks.playable(view.hand, led, view.broken, prevented=True)
    if len(cards) == 1:
        return cards[0]
    weighing = Weighing(reading)
    # Of equals the lowest: it is the least that the others can learn.
    return max(sorted(cards, key=lambda card: (POWER[card[0]], card[1])), key=weighing.score)


class Weighing:
    """The weighing of one turn's cards, all on the same scale: points that the round will bring (`stakes.worth`)."""

    def __init__(self, reading: Reading) -> None:
        seat, view = reading.seat, reading.view
        self.reading = reading
        self.later = tuple((seat + step) % 4 for step in range(1, 4 - len(view.trick)))
        self._memo: dict[tuple[str, int, str, int, int], Chances] = {}
        led = view.trick[0][1][1] if view.trick else None
        self._prospects = {suit: Prospects(reading, suit, self.later) for suit in led or SUITS}
        mine = Prospects(reading).tricks(reading.hand)
        self.worths = trick_worths(reading, mine + self._partner_share(mine) - OPEN_TRICK)
        losing = [self.worths[other] for other in reading.opponents if not reading.nil_is_alive(other)]
        lost = sum(losing) / len(losing) if losing else self.worths[reading.partner]
        self.trick_value = self.worths[seat] - lost
        self.own_nil = reading.nil_is_alive(seat)

    def _partner_share(self, mine: float) -> float:
        """Tricks that the partner may take of those that this hand will not."""
        view = self.reading.view
        wanted = {}
        for seat in self.reading.others:
            bid = view.bids[seat]
            wanted[seat] = max(LITTLE_WANTED, bid - view.taken[seat]) if bid else NIL_WANTED
        share = wanted[self.reading.partner] / sum(wanted.values())
        return max(0.0, self.reading.tricks_left - mine) * share

    def score(self, card: str) -> float:
        """How good playing the card is, in points."""
        reading = self.reading
        chances = self.takers(card)
        now = sum(chance * value for chance, value in zip(chances, self.worths, strict=True))
        rest: Holding = dict(reading.hand)
        rest[card[1]] = tuple(held for held in rest[card[1]] if held != POWER[card[0]])
        if self.own_nil:
            return now + self.trick_value * (1.0 - chances[reading.seat]) * NIL_SLOPE * nil_exposure(reading, rest)
        led = reading.view.trick[0][1][1] if reading.view.trick else card[1]
        return now + self.trick_value * self._prospects[led].tricks(rest)

    def takers(self, card: str) -> Chances:
        """By seat, the chance to take the open trick if this card is played."""
        plays = (*self.reading.view.trick, (self.reading.seat, card))
        seat = tricks.winner(plays)
        best = dict(plays)[seat]
        return self._play_on(plays[0][1][1], seat, best[1], POWER[best[0]], 0)

    def _play_on(self, led: str, seat: int, suit: str, power: int, place: int) -> Chances:
        """The chances when `seat` leads the trick with this card and `self.later[place:]` are yet to play."""
        if place == len(self.later):
            return SURE[seat]
        reading = self.reading
        higher = tuple(other for other in reading.unseen[suit] if other > power)
        key = (led, seat, suit, len(higher), place)
        if key in self._memo:
            return self._memo[key]
        player = self.later[place]
        will = self._will(player, seat, place)
        over, ruff = self._beats(player, led, suit, len(higher), will)
        outcomes = [(1.0 - over - ruff, self._play_on(led, seat, suit, power, place + 1))]
        if over > 0.0:
            for share, card in self._taking_cards(player, led, higher, place):
                outcomes.append((over * share, self._play_on(led, player, suit, card, place + 1)))
        if ruff > 0.0:
            lowest = higher[0] if suit == "S" else reading.unseen["S"][0]
            outcomes.append((ruff, self._play_on(led, player, "S", lowest, place + 1)))
        chances = _mixed(outcomes) if len(outcomes) > 1 else outcomes[0][1]
        self._memo[key] = chances
        return chances

    def _taking_cards(self, player: int, led: str, higher: Powers, place: int) -> list[tuple[float, int]]:
        """The cards of the suit led with which a later seat may take the trick, each with its share of the chance:
        the last one takes it as cheaply as it can, others with their highest."""
        if place == len(self.later) - 1:
            return [(1.0, higher[0])]
        cards = []
        above = 0.0
        for count, card in enumerate(reversed(higher[-HIGHEST:]), 1):
            at_least = self.reading.holds_any(player, led, count)
            cards.append((at_least - above, card))
            above = at_least
        return [(chance / above, card) for chance, card in cards if chance > 0.0]

    def _beats(self, player: int, led: str, suit: str, higher: int, will: float) -> tuple[float, float]:
        """The chances that a later seat takes the trick in the suit led, and by ruffing, from a best card of `suit`
        under `higher` unseen ones."""
        reading = self.reading
        in_suit = len(reading.unseen[led])
        follows = reading.holds_any(player, led, in_suit)
        over = ruff = 0.0
        if suit == led and higher:
            # With nothing lower of the suit it takes the trick whether it will or not.
            must = follows - reading.holds_any(player, led, in_suit - higher)
            over = must + (reading.holds_any(player, led, higher) - must) * will
        if led != "S":
            able = reading.holds_any(player, "S", higher if suit == "S" else len(reading.unseen["S"]))
            ruff = (1.0 - follows) * able * max(will, reading.holds_only_trumps(player))
        return over, ruff

    def _will(self, player: int, winning: int, place: int) -> float:
        """How readily `player` takes the trick from `winning`."""
        reading = self.reading
        if reading.nil_is_alive(player):
            return 0.0
        if reading.nil_is_alive(winning):
            return 1.0 if winning % 2 == player % 2 else INSTEAD_OF_A_NIL
        if winning % 2 == player % 2:
            return OVER_PARTNER
        if any(seat % 2 != player % 2 and reading.nil_is_alive(seat) for seat in self.later[place + 1 :]):
            return BEFORE_A_NIL
        return (SECOND_SEAT, THIRD_SEAT, LAST_SEAT)[place - len(self.later)]


SURE: Final[tuple[Chances, ...]] = (
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
)


def _mixed(outcomes: list[tuple[float, Chances]]) -> Chances:
    """The mean of the outcomes, by how likely each is."""
    mean = [0.0, 0.0, 0.0, 0.0]
    for chance, takers in outcomes:
        for seat, taker in enumerate(takers):
            mean[seat] += chance * taker
    return mean[0], mean[1], mean[2], mean[3]
