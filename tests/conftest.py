"""What every test may ask for: the database, the real server, the browser; and loud words on what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, BrowserType

from tests import services
from tests.servers import Server, serving

# Debian's chromium runs as root in CI and has no way out of the machine: no sandbox, and no talk in the background.
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Two cores that browser and servers share: an example's time on the clock says nothing about the rule it tries.
hypothesis_settings.register_profile("selminha", deadline=None, print_blob=True)
hypothesis_settings.load_profile("selminha")

NOT_TESTED = "NOT TESTED, A SERVICE IS MISSING: "


def _skip_loudly(missing: services.Missing) -> NoReturn:
    """Skip for a missing service, to be said again at the very end; a failure where services are required."""
    if services.required():
        pytest.fail(f"{missing} ({services.REQUIRE}=1)", pytrace=False)
    pytest.skip(f"{NOT_TESTED}{missing}")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    # From the reports, which come in from every worker too.
    reasons = {str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ())}
    for reason in sorted(reason.partition(NOT_TESTED)[2] for reason in reasons if NOT_TESTED in reason):
        terminalreporter.write_line(f"{NOT_TESTED}{reason}", red=True, bold=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite's test database is a file, as on the site (threads, WAL), in this worker's own folder."""
    from django.db import connections

    settings = connections["default"].settings_dict
    if "sqlite3" in settings["ENGINE"]:
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start one more site with data of its own: `start_server(processes=2, settings="tests.dealt")`; see `serving`."""
    static = tmp_path_factory.mktemp("collected") / "static"  # the same for all of them
    with ExitStack() as stack:

        def start(**options: Any) -> Server:
            try:
                return stack.enter_context(serving(tmp_path_factory.mktemp("site"), static=static, **options))
            except services.Missing as missing:
                _skip_loudly(missing)

        yield start


@pytest.fixture(scope="session")
def server(start_server: Callable[..., Server]) -> Server:
    """The site that the tests share: each makes its own table there."""
    return start_server()


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    try:
        return services.chromium()
    except services.Missing as missing:
        _skip_loudly(missing)


@pytest.fixture(scope="session")
def whole_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """The whole Chromium, for what its headless shell cannot do."""
    try:
        path = services.whole_chromium()
    except services.Missing as missing:
        _skip_loudly(missing)
    browser = browser_type.launch(**{**browser_type_launch_args, "executable_path": str(path)})
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: Path) -> dict[str, Any]:
    """pytest-playwright starts the machine's own Chromium; it brings none and downloads none."""
    return {**browser_type_launch_args, "executable_path": str(chromium_path), "args": CHROMIUM_ARGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "pt-BR", "timezone_id": "America/Sao_Paulo"}


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """For `page.goto("/")`."""
    return server.url
