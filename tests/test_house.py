"""The house: locks, settings by environment, documents, and words that must not be in the repository."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = ("requirements.lock", "requirements-server.lock", "requirements-dev.lock")
NOT_OURS = {".git", ".venv", "var", "node_modules", "__pycache__"}
LINES_AT_MOST = 400

# Whose public addresses the repository may hold; a package registry is none of them.
DOMAINS = {
    "example.com",
    "example.org",
    "keepachangelog.com",
    "semver.org",
    "wa.me",
    "w3.org",
    # What link previews call themselves, in tests:
    "slack.com",
    "facebook.com",
}
RESERVED = (".example", ".invalid", ".localhost", ".test")  # names that nobody can own


def foreign(host: str) -> bool:
    """Whether somebody out there may answer to this name, and we do not know them."""
    labels = host.lower().split(".")
    somebodys = len(labels) > 1 and labels[-1].isalpha() and not host.lower().endswith(RESERVED)
    return somebodys and ".".join(labels[-2:]) not in DOMAINS


def files() -> Iterator[Path]:
    """The repository's own files: no environment, data or cache (all caches are hidden folders)."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden_folder = any(part.startswith(".") and part != ".ci" for part in parts[:-1])
        if path.is_file() and not hidden_folder and NOT_OURS.isdisjoint(parts):
            yield path


def texts() -> Iterator[tuple[str, str]]:
    for path in files():
        try:
            yield str(path.relative_to(ROOT)), path.read_text()
        except UnicodeDecodeError:
            continue


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", name)[0]).lower()


def direct(kind: str) -> set[str]:
    """The packages that pyproject.toml asks for, for running, the server or development."""
    project = PROJECT["project"]
    asked = {
        "requirements.lock": project["dependencies"],
        "requirements-server.lock": project["dependencies"] + project["optional-dependencies"]["server"],
        "requirements-dev.lock": project["dependencies"]
        + project["optional-dependencies"]["server"]
        + PROJECT["dependency-groups"]["dev"],
    }
    return {normal(name) for name in asked[kind]}


def locked(kind: str) -> dict[str, str]:
    """Package to version, as a lock file says."""
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", (ROOT / kind).read_text(), re.M))


@pytest.mark.parametrize("kind", LOCKS)
def test_a_lock_is_hashed_and_has_no_address(kind: str) -> None:
    text = (ROOT / kind).read_text()
    assert "://" not in text
    assert not re.search(r"--(?!hash=)", text)
    assert direct(kind) <= {normal(name) for name in locked(kind)}
    for requirement in re.split(r"\n(?=\S)", text.strip()):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", requirement), requirement


def test_the_locks_agree() -> None:
    run, server, dev = (locked(kind).items() for kind in LOCKS)
    assert run <= server <= dev


def test_git_ignores_data_and_environment() -> None:
    ignored = (ROOT / ".gitignore").read_text().split()
    assert {"var/", ".venv/"} <= set(ignored)


def test_settings_need_no_environment(tmp_path: Path) -> None:
    """A copy, so that the folder of data that they make is not in the checkout."""
    shutil.copytree(ROOT / "selminha", tmp_path / "selminha")
    code = (
        "import json; from selminha import settings as s;"
        "print(json.dumps([s.DATABASES['default']['ENGINE'], s.CHANNEL_LAYERS['default']['BACKEND'],"
        " str(s.DATA), s.DEBUG, len(s.SECRET_KEY)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    engine, layer, data, debug, secret = json.loads(done.stdout)
    assert engine.endswith("sqlite3")
    assert layer.endswith("InMemoryChannelLayer")
    assert Path(data) == tmp_path / "var"
    assert debug is False
    assert secret >= 50


def test_the_readme_explains_every_variable() -> None:
    tree = ast.parse((ROOT / "selminha" / "settings.py").read_text())
    names = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"SELMINHA_[A-Z_]+|[A-Z]+_URL", node.value)
        and node.value != "STATIC_URL"
    }
    readme = (ROOT / "README.md").read_text()
    assert {"DATABASE_URL", "REDIS_URL", "SELMINHA_DATA"} <= names
    assert sorted(name for name in names if f"`{name}`" not in readme) == []


def test_every_dependency_is_accounted_for() -> None:
    document = (ROOT / "docs" / "dependencies.md").read_text()
    assert sorted(name for name in direct("requirements-dev.lock") if f"| {name} |" not in document) == []


def test_no_address_but_the_known() -> None:
    found = {
        (name, host)
        for name, text in texts()
        for host in re.findall(
            r"\b(?:https?|wss?|ftp)://(?:[^\s/@\"'`]*@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|\w+)", text
        )
        if foreign(host)
    }
    assert found == set()


def test_a_foreign_address_is_seen() -> None:
    assert foreign("packages.selminha.dev")
    assert not any(foreign(host) for host in ("127.0.0.1", "localhost", "push.selminha.test", "www.example.org"))


def test_no_path_of_a_machine() -> None:
    """Neither somebody's home nor the place of this very checkout."""
    places = {str(ROOT), str(Path.home())} - {"/", "/root", "/app"}
    homes = re.compile(r"/(?:home|Users|root)/\w+")
    found = {
        (name, place)
        for name, text in texts()
        for place in [place for place in places if place in text] + homes.findall(text)
    }
    assert found == set()


def test_rooms_are_small_and_say_what_they_are_for() -> None:
    rooms = [path for path in files() if path.suffix == ".py" and "migrations" not in path.parts]
    silent = [
        str(path) for path in rooms if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    large = [str(path) for path in rooms if len(path.read_text().splitlines()) > LINES_AT_MOST]
    assert (silent, large) == ([], [])


@pytest.mark.parametrize(("switch", "code", "word"), [("", 0, "SKIPPED"), ("1", 1, "FAILED")])
def test_a_missing_service_is_told_loudly(
    switch: str, code: int, word: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(services, "_find_postgres", lambda: None)
    monkeypatch.setattr(services, "_install", lambda package: f"no {package} to be had")
    monkeypatch.setenv(services.REQUIRE, switch)
    assert services.main(["--", sys.executable, "-c", "print('the command ran')"]) == code
    out, err = capfd.readouterr()
    assert f"{word}, NOT RUN ON POSTGRESQL AND REDIS: PostgreSQL: no postgresql to be had" in err
    assert "the command ran" not in out


def test_services_give_their_command_both_and_its_exit_code() -> None:
    """Also that nothing of them stays."""
    try:
        with services.redis() as redis_url:
            port = int(redis_url.rsplit(":", 1)[1].split("/")[0])
            assert port != 0
    except services.Missing as missing:
        if services.required():
            raise
        pytest.skip(str(missing))
    code = "import os, sys; sys.exit(7 if os.environ['DATABASE_URL'] and os.environ['REDIS_URL'] else 8)"
    done = subprocess.run(
        [sys.executable, "-m", "tests.services", "--", sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, services.REQUIRE: "1"},
        timeout=120,
    )
    assert done.returncode == 7
