"""Private PostgreSQL, Redis and Chromium for tests: found on the machine, installed where allowed, else missing.

As a program: `python -m tests.services -- COMMAND...` gives COMMAND a DATABASE_URL and a REDIS_URL of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import glob
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

REQUIRE = "SELMINHA_REQUIRE_SERVICES"
LOOPBACK = "127.0.0.1"
START_SECONDS = 60.0
START_TRIES = 3  # another program may take the free port between our look and the server's start

POSTGRES_PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
REDIS_NAMES = ("redis-server", "valkey-server")
REDIS_PLACES = ("/opt/homebrew/bin", "/usr/local/bin")
SHELL_NAMES = ("chromium-headless-shell",)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_APPS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


class Missing(Exception):
    """A service cannot be had on this machine; the text says which and why."""


@dataclass(frozen=True)
class Account:
    """Whom a server runs as, in Popen's terms: None is ourselves."""

    user: int | None = None
    group: int | None = None
    extra_groups: tuple[int, ...] | None = None

    def give(self, path: Path) -> None:
        """Make the account the owner of a file or folder."""
        if self.user is not None and self.group is not None:
            os.chown(path, self.user, self.group)


OURSELVES = Account()


def required() -> bool:
    """Whether a missing service is a failure (CI) instead of a loud skip."""
    return os.environ.get(REQUIRE) == "1"


def _newest_first(pattern: str) -> list[str]:
    """Folders of a pattern, the one with the highest number first, so that 15 goes before 9."""
    return sorted(glob.glob(pattern), key=lambda path: [int(n) for n in _numbers(path)], reverse=True)


def _numbers(text: str) -> list[str]:
    return "".join(c if c.isdigit() else " " for c in text).split()


def _find_postgres() -> Path | None:
    """The folder that holds both `initdb` and `postgres`."""
    on_path = shutil.which("initdb")
    folders = [str(Path(on_path).resolve().parent)] if on_path else []
    for pattern in POSTGRES_PLACES:
        folders += _newest_first(pattern)
    for folder in folders:
        if all(os.access(Path(folder, name), os.X_OK) for name in ("initdb", "postgres", "pg_isready")):
            return Path(folder)
    return None


def _find_redis() -> Path | None:
    search = os.pathsep.join([os.environ.get("PATH", os.defpath), *REDIS_PLACES])
    for name in REDIS_NAMES:
        if found := shutil.which(name, path=search):
            return Path(found)
    return None


def _find_shell() -> Path | None:
    return _find_chromium((*SHELL_NAMES, *CHROMIUM_NAMES))


def _find_chromium(names: tuple[str, ...] = CHROMIUM_NAMES) -> Path | None:
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    return next((Path(app) for app in CHROMIUM_APPS if os.access(app, os.X_OK)), None)


_apt_updated = False


def _install(*packages: str) -> str:
    """Install Debian packages where that may be done; returns why it could not be, or an empty text."""
    global _apt_updated
    if shutil.which("apt-get") is None:
        return "not a Debian machine, install it by hand"
    if os.geteuid() != 0:
        return f"not root: apt-get install {' '.join(packages)}"
    print(f"installing from Debian for the tests: {' '.join(packages)}", file=sys.stderr, flush=True)
    # RUNLEVEL=1 keeps the package from starting a server of its own: the tests start theirs.
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    commands = [["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]]
    if not _apt_updated:
        commands.insert(0, ["apt-get", "update", "-q"])
        _apt_updated = True
    for command in commands:
        done = subprocess.run(command, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            return f"{' '.join(command)} failed: {(done.stderr or done.stdout).strip()[-400:]}"
    return ""


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """The tests' workers install one after another: the second finds what the first has brought."""
    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _have(name: str, find: Callable[[], Path | None], *packages: str) -> Path:
    found = find()
    if found is None:
        with _one_at_a_time():
            why_not = "" if find() else _install(*packages)
        found = find()
        if found is None:
            raise Missing(f"{name}: {why_not or f'{packages[0]} did not bring it'}")
    return found


def chromium() -> Path:
    """The browser of the tests; raises Missing."""
    # The shell is the same engine without the browser's own windows, which took half of the processors' time.
    # The fonts are only recommended by it, but a page without a font has no size to be tested.
    return _have("Chromium", _find_shell, "chromium-headless-shell", "fonts-liberation")


def whole_chromium() -> Path:
    """The browser with what the shell lacks: push and notices; raises Missing."""
    return _have("Chromium", _find_chromium, "chromium", "fonts-liberation")


def free_port() -> int:
    """A TCP port on loopback that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            return False
        if ready():
            return True
        time.sleep(0.05)
    return False


def _stop(process: subprocess.Popen[bytes], first_signal: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(first_signal)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def _running(
    name: str,
    command: Callable[[int], list[str]],
    ready: Callable[[int], bool],
    folder: Path,
    stop_signal: signal.Signals,
    account: Account = OURSELVES,
) -> Iterator[int]:
    """A server process on a free port (yielded), in a session of its own so that Ctrl-C leaves stopping it to us."""
    log = folder / "server.log"
    for _ in range(START_TRIES):
        port = free_port()
        with log.open("wb") as out:
            process = subprocess.Popen(
                command(port),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=folder,
                start_new_session=True,
                user=account.user,
                group=account.group,
                extra_groups=account.extra_groups,
            )
        try:
            if _wait(functools.partial(ready, port), process):
                yield port
                return
        finally:
            _stop(process, stop_signal)
    raise Missing(f"{name}: did not start: {log.read_text(errors='replace').strip()[-400:]}")


@contextlib.contextmanager
def _folder(account: Account = OURSELVES) -> Iterator[Path]:
    """A folder of our own, given to `account`; outside pytest's, which other users cannot enter."""
    folder = Path(tempfile.mkdtemp(prefix="selminha-"))
    try:
        account.give(folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged() -> Account:
    """PostgreSQL refuses to run as root: the account to run it as, ourselves when we are not root."""
    if os.geteuid() != 0:
        return OURSELVES
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(entry.pw_uid, entry.pw_gid, ())
    raise Missing("PostgreSQL: no account `postgres` or `nobody` to run it as")


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A new PostgreSQL cluster on loopback, gone afterwards; yields its URL, raises Missing."""
    binaries = _have("PostgreSQL", _find_postgres, "postgresql")
    account = _unprivileged()
    password = secrets.token_hex(16)
    with _folder(account) as folder:
        password_file = folder / "password"
        password_file.write_text(password)
        account.give(password_file)
        made = subprocess.run(
            [
                binaries / "initdb",
                "-D",
                folder / "data",
                "-U",
                "selminha",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync",
                "--auth=scram-sha-256",
                f"--pwfile={password_file}",
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=folder,
            user=account.user,
            group=account.group,
            extra_groups=account.extra_groups,
        )
        if made.returncode != 0:
            raise Missing(f"PostgreSQL: initdb failed: {made.stderr.strip()[-400:]}")

        def command(port: int) -> list[str]:
            # Nothing here outlives the tests, so nothing needs to survive a power cut.
            options = {
                "port": port,
                "listen_addresses": LOOPBACK,
                "unix_socket_directories": "",
                "fsync": "off",
                "synchronous_commit": "off",
                "full_page_writes": "off",
                "shared_buffers": "64MB",
                "max_connections": 100,
            }
            flags = [flag for name, value in options.items() for flag in ("-c", f"{name}={value}")]
            return [str(binaries / "postgres"), "-D", str(folder / "data"), *flags]

        def ready(port: int) -> bool:
            check = [str(binaries / "pg_isready"), "-q", "-h", LOOPBACK, "-p", str(port)]
            return subprocess.run(check, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0

        # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
        with _running("PostgreSQL", command, ready, folder, signal.SIGINT, account) as port:
            yield f"postgres://selminha:{password}@{LOOPBACK}:{port}/postgres"


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A new, empty Redis on loopback that writes nothing to disk; yields its URL, raises Missing."""
    binary = _have("Redis", _find_redis, "redis-server")

    def command(port: int) -> list[str]:
        return [str(binary), "--port", str(port), "--bind", LOOPBACK, "--save", "", "--appendonly", "no"]

    def ready(port: int) -> bool:
        try:
            with socket.create_connection((LOOPBACK, port), timeout=1) as client:
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    with _folder() as folder, _running("Redis", command, ready, folder, signal.SIGTERM) as port:
        yield f"redis://{LOOPBACK}:{port}/0"


@contextlib.contextmanager
def new_database(postgres_url: str) -> Iterator[str]:
    """An empty database in a running PostgreSQL, dropped afterwards; yields its URL."""
    import psycopg

    name = f"selminha_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield f"{postgres_url.rsplit('/', 1)[0]}/{name}"
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _terminated(*_: object) -> None:
    sys.exit(128 + signal.SIGTERM)


def main(arguments: list[str]) -> int:
    """Run a command beside its own PostgreSQL and Redis; returns its exit code; if there are none, says so."""
    if arguments[:1] != ["--"] or len(arguments) < 2:
        print("usage: python -m tests.services -- COMMAND...", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _terminated)  # so that the servers are stopped on the way out
    try:
        with postgres() as database_url, redis() as redis_url:
            environ = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": redis_url}
            return subprocess.run(arguments[1:], env=environ).returncode
    except Missing as missing:
        what = "FAILED" if required() else "SKIPPED"
        print(f"\n{what}, NOT RUN ON POSTGRESQL AND REDIS: {missing}\n", file=sys.stderr, flush=True)
        return 1 if required() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
