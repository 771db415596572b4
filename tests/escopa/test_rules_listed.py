"""Every rule number of Escopa has a test of its own."""

from __future__ import annotations

import re
from pathlib import Path

RULES = {f"X{number}" for number in range(1, 15)}


def test_every_rule_number_has_a_test() -> None:
    named: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        named |= set(re.findall(r"^def test_(X\d+)_", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert named == RULES
