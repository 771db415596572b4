"""The Jinja2 environment of all pages: functions and filters that templates may use."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django_htmx.jinja import htmx_script
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from cards.words import card_short, card_words
from tables.addresses import url
from tables.frames import PART, kept
from tables.games import GAMES
from tables.notices import words


class PlainGlobals(Environment):
    """A template's globals as one dict: Jinja's chain of them is walked at every include, a fifth of a frame's time."""

    def make_globals(self, d: Mapping[str, Any] | None) -> MutableMapping[str, Any]:
        """As Jinja's, for globals that nobody adds to later."""
        return {**self.globals, **(d or {})}


@lru_cache(1000)
def static(path: str) -> str:
    """The address of a static file."""
    return staticfiles_storage.url(path)


def environment(**options: Any) -> Environment:
    """Strict: a name that the page was not given is an error, not an empty string."""
    options["undefined"] = StrictUndefined
    env = PlainGlobals(trim_blocks=True, lstrip_blocks=True, **options)
    env.globals.update(
        static=static,
        url=url,
        htmx_script=htmx_script,
        games=tuple(GAMES.values()),
        game=GAMES.__getitem__,
        kept=kept,
        chamar=words.call,
        no_jogo=words.at_game,
        part=Markup(PART),
    )
    env.filters.update(card_words=card_words, card_short=card_short)
    return env
