"""Names as people type them: what is shown, what is refused, and that no two at a table look the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.names import LONGEST, clean_name, same_name
from tables.refusals import TableRefusal
from tests.tables.refusals import is_one_sentence


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Renata", "Renata"),
        ("  Ana   Lúcia ", "Ana Lúcia"),
        ("Zé\nda\tSilva", "Zé da Silva"),
        ("Jose\u0301", "José"),
        ("\u200d Beto \u200d", "Beto"),
        ("🦜", "🦜"),
        ("👩‍👩‍👧 família", "👩‍👩‍👧 família"),
        ("مريم", "مريم"),
        ("\u202eataneR", "ataneR"),
        ("Be\u200bto\u00ad\ufeff", "Beto"),
        ("Be\x00to\x1b[31m", "Beto[31m"),
        ("\ud800Beto", "Beto"),
        ("<b>Rê</b>", "<b>Rê</b>"),
        ("a" * LONGEST, "a" * LONGEST),
        ("'; DROP TABLE", "'; DROP TABLE"),
        ("Z" + "\u0306\u033f" * 9, "Z" + "\u0306\u033f" * 2),
        ("علی\u200cرضا", "علی\u200cرضا"),
    ],
)
def test_what_is_shown(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "\t\n",
        "\x00",
        "\u200b",
        "\u200d",
        "\u202e",
        "\u00a0",
        "\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800",
        "\u0301",
    ],
)
def test_a_name_that_shows_nothing_is_refused(typed: str) -> None:
    with pytest.raises(TableRefusal) as refusal:
        clean_name(typed)
    assert refusal.value.code == "bad_name"
    assert is_one_sentence(refusal.value.text)


@pytest.mark.parametrize(
    "typed", ["a" * (LONGEST + 1), "a" * 500, "é" * 500, "🦜" * 21, "a " * 300, "Beto" + " " * 200]
)
def test_a_long_name_is_refused(typed: str) -> None:
    with pytest.raises(TableRefusal) as refusal:
        clean_name(typed)
    assert refusal.value.code == "bad_name"
    assert is_one_sentence(refusal.value.text)
    assert len(refusal.value.text) < 100


@given(st.text(max_size=40))
def test_a_shown_name_is_short_on_one_line_and_stays_itself(typed: str) -> None:
    try:
        name = clean_name(typed)
    except TableRefusal:
        return
    assert 0 < len(name) <= LONGEST
    assert name == name.strip() and "  " not in name
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for c in name)
    assert not any(
        unicodedata.bidirectional(c) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI") for c in name
    )
    assert clean_name(name) == name
    assert same_name(name, name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Beto", "beto"),
        ("Beto", "BETO"),
        ("Beto", "Ｂｅｔｏ"),
        ("José", "JOSÉ"),
        ("Beto", "Be\u200dto"),
        ("Beto", "Beto\ufe0f"),
        ("Beto", "Be\u200cto"),
        ("Groß", "GROSS"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert same_name(clean_name(one), clean_name(other))


def test_what_nobody_would_type_is_no_name_of_anybody() -> None:
    """Composing it would take a time that grows with the square of its length."""
    assert not same_name("Beto", "Beto" + "\u034f" * 200)


@pytest.mark.parametrize(("one", "other"), [("Beto", "Bete"), ("José", "Jose"), ("Ana", "Ana L."), ("🦜", "🦚")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not same_name(clean_name(one), clean_name(other))
