"""What the browser tests share beside the server: a site whose decks a test can lay out, and tidying up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.servers import Server


@pytest.fixture(scope="session")
def site(start_server: Callable[..., Server]) -> Server:
    """A site of its own that deals what `at_escopa.lay` has laid out for it."""
    return start_server(settings="tests.people.dealt")


@pytest.fixture(scope="session")
def moved(start_server: Callable[..., Server]) -> Server:
    """A site whose clock the tests move."""
    return start_server(settings="tests.moved")


@pytest.fixture
def clock(moved: Server) -> Iterator[Path]:
    """The seconds that the site's clock is ahead."""
    clock = moved.data / "clock"
    clock.write_text("0")
    yield clock
    clock.write_text("0")


@pytest.fixture
def closed(browser: Browser) -> Iterator[None]:
    """Close everybody's pages after the test."""
    yield
    for context in browser.contexts:
        context.close()
