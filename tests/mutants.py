"""Breaking one rule at a time: the calls that should notice, and which does first."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import pytest

Call = tuple[str, Callable[[], Any]]
"""A name and what to call."""


def rule_tests(rooms: Iterable[ModuleType], prefix: str, but: str = "-") -> Iterator[Call]:
    """The tests of these modules whose names begin so, one call for each of their parameters."""
    for room in rooms:
        for name, function in inspect.getmembers(room, inspect.isfunction):
            if not name.startswith(prefix) or name.startswith(but):
                continue
            marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
            rows = [_arguments(*mark.args) for mark in marks]
            for combination in itertools.product(*rows):
                arguments = {key: value for part in combination for key, value in part.items()}
                yield name, partial(function, **arguments)


def _arguments(names: str | tuple[str, ...], values: Any) -> list[dict[str, Any]]:
    if isinstance(names, str):
        return [{names: value} for value in values]
    return [dict(zip(names, row, strict=True)) for row in values]


def first_to_notice(calls: Iterable[Call]) -> str | None:
    """The name of the first call that fails, None if all pass."""
    for name, call in calls:
        try:
            call()
        except (Exception, pytest.fail.Exception):
            return name
    return None
