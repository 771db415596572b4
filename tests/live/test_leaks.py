"""The leak test against the real server: everything that it sends to each seat, to a watcher and to a stranger."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

import spades
from cards.card import DECK_52
from tests.live.playing import FRIENDS, LiveTable, Page, moves, seated, started, version_of
from tests.servers import Answer, Server, Visitor
from tests.tables.leaks import cards_in, check, may_know

pytestmark = [pytest.mark.pair, pytest.mark.live]


def matches_by_version(table: LiveTable, first: int) -> dict[int, Any]:
    """Every state of the table's first match by its version, as the log tells it; `first` is the start's version."""
    match = spades.start(spades.Options(goal=250, renege=table.match.options.renege), 4)
    states, version = {}, first
    for move in moves(table.server, table.code):
        del move["number"]
        match = spades.apply(match, msgspec.convert(move, spades.Action))
        version += move["type"] != "deal"  # which comes with the act before it
        states[version] = match
    return states


def sent_with(answer: Answer) -> str:
    return f"{answer.headers}\n{answer.body}"


def forging(table: LiveTable, visitor: Visitor, rng: random.Random) -> Iterator[Answer]:
    """Acts and addresses that a curious visitor tries; none is accepted."""
    path = f"/m/{table.code}"
    card = rng.choice(DECK_52)
    for fields in (
        {"type": "play", "card": card, "seat": "9"},
        {"type": "play", "card": card, "v": "1"},
        {"type": "deal", "deck": card},
        {"type": "bid", "tricks": "99"},
    ):
        form = {"v": table.version, "lance": f"f{rng.random()}", **fields}
        answer = visitor.post(f"{path}/agir", form, {"HX-Request": "true"} if rng.random() < 0.5 else {})
        assert answer.status in (400, 403, 409)
        yield answer
    for address in (path, f"{path}/estado", f"{path}/agir", f"{path}/nada", "/minhas-mesas", f"/ws{path}"):
        yield visitor.get(address)


@pytest.mark.parametrize("renege", ["allowed", "prevented"])
def test_S1_nobody_is_sent_a_card_of_another_hand(server: Server, renege: str) -> None:
    rng = random.Random(renege)
    table = started(server, *FRIENDS, goal="250", renege=renege)
    first = table.version
    names = {table.match.hands.index(hand): name for name, hand in hands_by_name(table).items()}
    watcher, stranger = server.visitor(1), server.visitor()
    watcher.get(f"/m/{table.code}"), stranger.get("/")
    sent: list[tuple[int | None, int, str]] = []  # viewer, version, what was sent
    with ExitStack() as stack:
        pages: list[tuple[int | None, Page]] = [
            (seat, stack.enter_context(table.page(name))) for seat, name in names.items()
        ]
        pages.append((None, stack.enter_context(Page(watcher, table.code))))
        late = False
        for turn in range(57 + 12):  # a round and a bit of the second
            match = table.match
            if match.phase == "over":
                break
            seat = rng.randrange(4) if match.turn is None else match.turn
            legal = [
                action
                for action in spades.legal_actions(match, seat)
                if isinstance(action, spades.Bid | spades.Play | spades.NextRound)
            ]
            action = spades.Bid(seat, rng.choice((0, 3, 4))) if match.phase == "bidding" else rng.choice(legal)
            fields = {key: str(value) for key, value in msgspec.to_builtins(action).items()}
            answer = table.act(names[seat], **fields)
            assert answer.status == 200
            sent.append((seat, table.version, sent_with(answer)))
            for _, page in pages:
                page.until(lambda frame: version_of(frame) == table.version)
            if turn % 19 == 7:
                for viewer, visitor in [(seat, table.people[name]) for seat, name in names.items()]:
                    sent += [(viewer, table.version, sent_with(answer)) for answer in forging(table, visitor, rng)]
                for visitor in (watcher, stranger):
                    sent += [(None, table.version, sent_with(answer)) for answer in forging(table, visitor, rng)]
            if turn == 30 and not late:  # somebody who comes to watch in the middle of a round
                pages.append((None, stack.enter_context(Page(stranger, table.code))))
                late = True
        for viewer, page in pages:
            version = first
            for message in page.received:
                version = version_of(message) if 'id="estado"' in message else version
                sent.append((viewer, version, message))
            assert page.versions == sorted(set(page.versions))

    states = matches_by_version(table, first)
    assert states[table.version] == table.match
    assert set(range(first, table.version + 1)) == set(states)
    seen: dict[int | None, set[str]] = {}
    for viewer, version, text in sent:
        seen.setdefault(viewer, set()).update(check(states[version], viewer, text))
    assert len(sent) > 400
    for viewer in (0, 1, 2, 3, None):
        assert len(seen[viewer]) > 40
    assert cards_in(server.log) == set()


def hands_by_name(table: LiveTable) -> dict[str, tuple[str, ...]]:
    """Whose hand is which, by what each is shown."""
    found = {}
    for name in table.people:
        shown = cards_in(table.state(name))
        (found[name],) = [hand for hand in table.match.hands if set(hand) == shown]
    return found


def test_the_state_of_before_the_deal_names_no_card(server: Server) -> None:
    table = seated(server, *FRIENDS)
    for visitor in (*table.people.values(), server.visitor()):
        page = visitor.get(f"/m/{table.code}").body
        assert cards_in(page.replace("AS DUPLAS", "")) == set()
    assert may_know(spades.start(spades.Options(), 4), 0) == set()
