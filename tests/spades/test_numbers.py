"""Every rule number of Espadas has a test that bears it in its name."""

from __future__ import annotations

import re
from pathlib import Path

RULES = {f"E{number}" for number in range(1, 22)}


def test_each_rule_number_has_a_test() -> None:
    tested = {
        name
        for room in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"^def test_(E\d+)_\w+\(", room.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert tested == RULES
