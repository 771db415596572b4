"""The hand-computed cases, where this checkout has them beside it; their loss is said loudly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.spades.cases import case_file, load_cases, run_case

CASES = load_cases()

needs_cases = pytest.mark.skipif(
    case_file() is None, reason="NO RULE CASES: set SELMINHA_CASES to their folder"
)


@needs_cases
@pytest.mark.parametrize("case", CASES or [{}], ids=lambda case: case.get("id", "none"))
def test_the_engine_agrees_with_the_case(case: dict[str, Any]) -> None:
    run_case(case)


@needs_cases
def test_there_are_cases() -> None:
    assert len(CASES) >= 50
    assert {case["game"] for case in CASES} == {"espadas"}
