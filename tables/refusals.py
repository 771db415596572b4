"""What a table refuses, beside what the rules refuse: a code, a sentence, the HTTP status that fits."""

from __future__ import annotations

from typing import Final

from cards.game import IllegalAction, NotAnAction, Refusal


class TableRefusal(Refusal):
    """A refused command. Nothing has changed."""


_STATUS: Final = {
    "stranger": 403,
    "not_yours": 403,
    "another": 403,
    "bad_name": 400,
    "bad_form": 400,
    "bad_choice": 400,
    "bad_text": 400,
    "bad_code": 400,
    "too_fast": 429,
}


def status_of(refusal: Refusal) -> int:
    """400 for what is no act at all, 403 for what is not the asker's to do, 409 for what cannot be done now."""
    if isinstance(refusal, NotAnAction):
        return 400
    if isinstance(refusal, IllegalAction):
        return 409
    return _STATUS.get(refusal.code, 409)


def stale(text: str = "A mesa mudou enquanto você jogava: veja como ficou e toque de novo.") -> TableRefusal:
    """The act was made on an older picture of the table; `text` where there is more to say."""
    return TableRefusal("stale", text)


def not_an_action() -> NotAnAction:
    """What came in is no action of the game."""
    return NotAnAction("not_an_action", "Não entendi essa jogada: recarregue a página e tente de novo.")
