"""What the browser tests share beside the server: a site whose decks a test can lay out, and tidying up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.servers import Server


@pytest.fixture(scope="session")
def site(start_server: Callable[..., Server]) -> Server:
    """A site of its own that deals what `at_escopa.lay` has laid out for it."""
    return start_server(settings="tests.people.dealt")


@pytest.fixture
def closed(browser: Browser) -> Iterator[None]:
    """Close everybody's pages after the test."""
    yield
    for context in browser.contexts:
        context.close()
