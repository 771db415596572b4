"""The Jinja2 environment of all pages: functions and filters that templates may use."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django_htmx.jinja import htmx_script
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from cards.words import card_short, card_words
from tables import clock
from tables.addresses import url
from tables.frames import PART, kept
from tables.games import GAMES
from tables.notices import words


class Plain(Environment):
    """Globals in one dict and templates found in another: Jinja's own ways cost a quarter of a frame's time."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.found: dict[str, Template] = {}

    def make_globals(self, d: Mapping[str, Any] | None) -> MutableMapping[str, Any]:
        """As Jinja's, whose chain of dicts is walked at every include; nobody adds to ours later."""
        return {**self.globals, **(d or {})}

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """As Jinja's, which keeps only so many and looks under a lock; ours are few."""
        found = None if self.auto_reload else self.found.get(name)
        if found is None:
            found = self.found[name] = super().get_template(name, parent, globals)
        return found


@lru_cache(1000)
def static(path: str) -> str:
    """The address of a static file."""
    return staticfiles_storage.url(path)


def environment(**options: Any) -> Environment:
    """Strict: a name that the page was not given is an error, not an empty string."""
    options["undefined"] = StrictUndefined
    env = Plain(trim_blocks=True, lstrip_blocks=True, **options)
    env.globals.update(
        static=static,
        url=url,
        htmx_script=htmx_script,
        games=tuple(GAMES.values()),
        game=GAMES.__getitem__,
        kept=kept,
        chamar=words.call,
        no_jogo=words.at_game,
        now=lambda: clock.now(),  # looked up each time: tests move it
        part=Markup(PART),
    )

    @lru_cache(12_000)
    def drawn(template: str, **values: Any) -> Markup:
        """The text of a small template, drawn once for the same values."""
        return Markup(env.get_template(template).render(values))

    env.globals["drawn"] = drawn
    env.filters.update(card_words=card_words, card_short=card_short)
    return env
