"""The hand-computed cases of Escopa, where this checkout has them beside it."""

from __future__ import annotations

from typing import Any

import pytest

from tests import cases
from tests.escopa.cases import run_case

CASES = cases.load("escopa.json")


@cases.needed
@pytest.mark.parametrize("case", CASES or [{}], ids=lambda case: case.get("id", "none"))
def test_the_engine_agrees_with_the_case(case: dict[str, Any]) -> None:
    run_case(case)


@cases.needed
def test_there_are_cases() -> None:
    assert len(CASES) >= 60
    assert {case["game"] for case in CASES} == {"escopa"}
