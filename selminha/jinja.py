"""The Jinja2 environment of all pages: functions and filters that templates may use."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from django_htmx.jinja import htmx_script
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from cards.words import card_short, card_words
from tables.frames import PART, kept
from tables.games import GAMES
from tables.notices import words


def url(name: str, *args: Any) -> str:
    """The path of a named page."""
    return reverse(name, args=args)


def environment(**options: Any) -> Environment:
    """Strict: a name that the page was not given is an error, not an empty string."""
    options["undefined"] = StrictUndefined
    env = Environment(trim_blocks=True, lstrip_blocks=True, **options)
    env.globals.update(
        static=staticfiles_storage.url,
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
