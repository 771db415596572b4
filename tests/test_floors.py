"""The floors hold: imports go down only, the rules are pure, the games do not know each other, tables name no game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("spades", "escopa")

# What each floor may import of our own.
MAY_IMPORT = {
    "cards": {"cards"},
    "spades": {"cards", "spades"},
    "escopa": {"cards", "escopa"},
    "tables": {"cards", "tables"},
    "selminha": {"cards", "tables", "selminha"},
}
OURS = set(MAY_IMPORT) | {"bench", "manage", "tests", "tools"}
GAMES_BY_NAME = ROOT / "tables" / "games.py"  # the one place that knows which games there are

PURE = ("cards", *GAMES)
# All that pure rules may import beside our own: no Django, clock, environment, file, socket or thread can come in.
PURE_IMPORTS = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "types",
    "typing",
}
PURE_FORBIDDEN_NAMES = {"open", "input", "print", "eval", "exec", "compile", "__import__", "breakpoint", "globals"}


def modules(floor: str) -> list[Path]:
    return sorted((ROOT / floor).rglob("*.py"))


def imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Every (first package, line) that a module imports, also inside functions and under TYPE_CHECKING."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], f"line {node.lineno}: import {alias.name}"
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                yield (node.module or "").split(".")[0], f"line {node.lineno}: from {node.module}"
            else:
                # Relative imports would hide which floor is meant.
                yield ".", f"line {node.lineno}: relative import"


def against_the_floors(floor: str, tree: ast.Module, *, knows_games: bool = False) -> list[str]:
    """The imports that this floor may not have."""
    allowed = MAY_IMPORT[floor] | (set(GAMES) if knows_games else set())
    return [line for package, line in imports(tree) if package == "." or (package in OURS and package not in allowed)]


def impure(tree: ast.Module) -> list[str]:
    """What a module of pure rules may not do: reach outside, or use the randomness that all share."""
    found = [line for package, line in imports(tree) if package not in PURE_IMPORTS | OURS]
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in PURE_FORBIDDEN_NAMES:
                found.append(f"line {node.lineno}: {name}")
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name != "Random":
                found.append(f"line {node.lineno}: random.{name} draws from the generator that all share")
            case ast.ImportFrom(module="random") if any(alias.name != "Random" for alias in node.names):
                found.append(f"line {node.lineno}: only random.Random may be imported from random")
            case ast.Call(func=ast.Attribute(attr="Random") | ast.Name(id="Random"), args=[], keywords=[]):
                found.append(f"line {node.lineno}: Random() without a seed asks the operating system")
            case ast.Import() if any(alias.name == "random" and alias.asname for alias in node.names):
                found.append(f"line {node.lineno}: random under another name")
            case _:
                pass
    return found


def names_a_game(tree: ast.Module) -> list[str]:
    """Identifiers and whole strings that are a game's package or its name on screen."""
    names = {*GAMES, "espadas"}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if text.lower() in names:
                found.append(f"line {node.lineno}: {text!r}")
            case ast.Name(id=text) | ast.Attribute(attr=text) if text.lower() in names:
                found.append(f"line {node.lineno}: {text}")
            case _:
                pass
    return found


@pytest.mark.parametrize("floor", MAY_IMPORT)
def test_imports_go_down_only(floor: str) -> None:
    assert modules(floor)
    found = {
        str(path.relative_to(ROOT)): lines
        for path in modules(floor)
        if (lines := against_the_floors(floor, ast.parse(path.read_text()), knows_games=path == GAMES_BY_NAME))
    }
    assert found == {}


@pytest.mark.parametrize("floor", PURE)
def test_rules_are_pure(floor: str) -> None:
    assert modules(floor)
    found = {
        str(path.relative_to(ROOT)): lines for path in modules(floor) if (lines := impure(ast.parse(path.read_text())))
    }
    assert found == {}


def test_tables_name_no_game() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in modules("tables")
        if path != GAMES_BY_NAME and (lines := names_a_game(ast.parse(path.read_text())))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("floor", "source"),
    [
        ("cards", "import spades"),
        ("spades", "from escopa.match import Match"),
        ("escopa", "def f():\n    import tables.models"),
        ("tables", "import spades"),
        ("tables", "from selminha.settings import DATA"),
        ("selminha", "import tests"),
        ("cards", "from . import card"),
    ],
)
def test_an_import_against_the_floors_is_seen(floor: str, source: str) -> None:
    assert against_the_floors(floor, ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "import django",
        "from datetime import date",
        "import time",
        "import os",
        "from pathlib import Path",
        "import secrets",
        "import asyncio",
        "open('x')",
        "import random\nrandom.random()",
        "import random\nrandom.shuffle([])",
        "import random as dice",
        "from random import choice",
        "import random\nrng = random.Random()",
        "from random import Random\nrng = Random()",
    ],
)
def test_impurity_is_seen(source: str) -> None:
    assert impure(ast.parse(source))


def test_a_generator_that_comes_in_is_pure() -> None:
    source = "from random import Random\ndef choose(rng: Random) -> int:\n    return rng.randrange(13)"
    assert impure(ast.parse(source)) == []


def test_a_game_named_is_seen() -> None:
    assert names_a_game(ast.parse("if table.game == 'spades': pass"))
    assert names_a_game(ast.parse('"""Tables of Espadas and Escopa."""')) == []
