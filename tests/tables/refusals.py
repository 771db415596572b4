"""What every refusal has to be: one Portuguese sentence, and nothing changed, noted or announced."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

import pytest
from django.test import TestCase

from cards.game import Refusal
from tables.announce import LISTENERS
from tables.state import TableState
from tests.tables.building import rows


@contextlib.contextmanager
def refused(code: str) -> Iterator[None]:
    """The block is refused with that code, leaves every row as it was and tells nobody."""
    before = rows()
    with nobody_told(), pytest.raises(Refusal) as refusal:
        yield
    assert refusal.value.code == code
    assert is_one_sentence(refusal.value.text), refusal.value.text
    assert rows() == before


@contextlib.contextmanager
def nobody_told() -> Iterator[None]:
    """In the block nothing is announced, neither at once nor, in a test's own transaction, with its commit."""
    told: list[TableState] = []
    LISTENERS.append(told.append)
    try:
        with TestCase.captureOnCommitCallbacks() as waiting:
            yield
    finally:
        LISTENERS.remove(told.append)
    assert told == []
    assert waiting == []


def is_one_sentence(text: str) -> bool:
    """A capital, no line break, one full stop at the end; a colon may divide it."""
    return re.fullmatch(r"[A-ZÀ-Ý][^.!?\n]*\.", text) is not None
