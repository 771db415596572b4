"""Finds and runs the hand-computed rule cases, which live beside the project and not in it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cards.game import Refusal

_ROOT = Path(__file__).resolve().parents[1]


def folder() -> Path | None:
    """Where the cases are: what SELMINHA_CASES says, else `shared/cases` in the project or beside it; None: nowhere."""
    if told := os.environ.get("SELMINHA_CASES"):
        return Path(told)
    folders = [_ROOT / "shared" / "cases", _ROOT.parent / "shared" / "cases"]
    return next((folder for folder in folders if folder.is_dir()), None)


def load(name: str) -> list[dict[str, Any]]:
    """All cases of that file (`espadas.json`); none where there is no folder of cases."""
    found = folder()
    return [] if found is None else json.loads((found / name).read_text(encoding="utf-8"))


def run(
    case: dict[str, Any],
    game: Any,
    match: Any,
    action: Callable[[Any, dict[str, Any]], Any],
    value: Callable[[Any, str], Any],
    codes: dict[str, str] | None = None,
) -> Any:
    """The match after the case's steps; an AssertionError says at which the engine disagrees.

    `action` and `value` read a step and a match's value in the cases' words, `codes` their refusals.
    """
    for number, step in enumerate(case["steps"]):
        where = f"{case['id']}, step {number}: {step}"
        if step["do"] == "check":
            for key, expected in step.items():
                if key != "do":
                    assert value(match, key) == expected, f"{where}: {key} is {value(match, key)}"
            continue
        refused = step.get("refused")
        try:
            after = game.apply(match, action(match, step))
        except Refusal as refusal:
            assert refusal.code == (codes or {}).get(refused, refused), f"{where}: refused with {refusal}"
        else:
            assert refused is None, f"{where}: accepted"
            match = after
    return match


needed = pytest.mark.skipif(folder() is None, reason="NO RULE CASES HERE: set SELMINHA_CASES to their folder")
"""Marks a test that cannot be without them; their lack is said loudly at the end of the run."""
