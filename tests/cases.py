"""Finds the hand-computed rule cases, which live beside the project and not in it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

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


needed = pytest.mark.skipif(folder() is None, reason="NO RULE CASES HERE: set SELMINHA_CASES to their folder")
"""Marks a test that cannot be without them; their lack is said loudly at the end of the run."""
