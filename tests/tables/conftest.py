"""What the tests of tables share: a clean memory of frames, who is told, and a stacked deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from tables import frames, latest
from tables.announce import LISTENERS
from tables.state import TableState
from tests.push_service import Device, PushService
from tests.spades.building import deck_for
from tests.tables.building import Party, full
from tests.tables.notices import Clock, device, serving_pushes, settle


@pytest.fixture(autouse=True)
def _no_frames_of_other_tests() -> None:
    """The tests' databases give the same ids out again, which one process's site never does."""
    latest.forget()
    frames._drawn.clear()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[TableState]]:
    """The tables that were announced, in their order; pages and robots hear nothing."""
    heard: list[TableState] = []
    kept = list(LISTENERS)
    LISTENERS[:] = [heard.append]
    yield heard
    LISTENERS[:] = kept


_stack: list[tuple[str, ...]] = []


def from_the_stack(deck: Sequence[str]) -> tuple[str, ...]:
    """The next stacked deck, in the place of the shuffle."""
    assert sorted(_stack[0]) == sorted(deck)
    return _stack.pop(0)


@pytest.fixture
def stack(settings: object) -> Iterator[Callable[..., None]]:
    """`stack(hands, hands)`: the next deals, each as four hands by seat ("2C 3C ..."); the dealers are 0, 1, 2 ..."""

    def put(*deals: Sequence[str]) -> None:
        settings.SHUFFLE = f"{__name__}.from_the_stack"  # type: ignore[attr-defined]
        _stack[:] = [deck_for([hand.split() for hand in hands], dealer) for dealer, hands in enumerate(deals)]

    yield put
    _stack.clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of all notices, noon at first, which stands still until the test moves it."""
    return Clock(monkeypatch)


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service of our own."""
    with serving_pushes() as service:
        yield service


@pytest.fixture
def beto_waits(time: Clock, service: PushService) -> tuple[Party, Device]:
    """A match that has begun with Beto on turn: he has a phone, and his page is closed."""
    party = full()
    phone = device(party.people["Beto"], service)
    settle(time)
    party.start(2)
    assert party.on_turn == "Beto"
    return party, phone
