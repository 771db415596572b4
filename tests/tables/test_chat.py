"""The talk (T7, S25): seated people write plain text, everybody reads it by pages, and a flood is slowed."""

from __future__ import annotations

import html
import re
from functools import partial
from typing import Any

import pytest

from tables import chat, commands, live
from tables.commands import Asked
from tables.models import Message, Table
from tables.refusals import TableRefusal
from tables.state import TableState
from tests.tables.browsing import HTMX, Browser, browsers, text
from tests.tables.building import Party, full, new, rows, started
from tests.tables.moving import Clock
from tests.tables.refusals import is_one_sentence
from tests.tables.test_races import at_once

pytestmark = [pytest.mark.pair, pytest.mark.django_db]

FAMILY = "👨‍👩‍👧"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were sent to open pages."""
    texts: list[str] = []
    monkeypatch.setattr(live, "tell", lambda table_id, text: texts.append(text))
    return texts


def say(party: Party, name: str | None, typed: str, **asked: Any) -> chat.Line:
    return chat.say(party.code, party.ask(name, **asked), typed)


def said(party: Party) -> list[tuple[str, str]]:
    return [(line.name, line.text) for line in chat.page(party.now.id).lines]


def refused(code: str, act: Any) -> str:
    """The sentence of the refusal, which has changed nothing."""
    before = list(Message.objects.values_list())
    with pytest.raises(TableRefusal) as refusal:
        act()
    assert refusal.value.code == code
    assert is_one_sentence(refusal.value.text), refusal.value.text
    assert list(Message.objects.values_list()) == before
    return refusal.value.text


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  Boa!  ", "Boa!"),
        ("um\n\n\r\ndois\ttrês" + "\n" * 500, "um dois três"),
        ("ja\u0301", "já"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\u202eb\u2066c\u200f\u0000\x07\ufeff", "abc"),
        ("a" + "\u0300" * 100 + "b", "à" + "\u0300" * 4 + "b"),
        (FAMILY * 3, FAMILY * 3),
        ("\U0001fae8", "\U0001fae8"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("مرحبا", "مرحبا"),
        ("x" * 300, "x" * 300),
        ("😀" * 300, "😀" * 300),
    ],
)
def test_S25_a_line_is_plain_text_on_one_line(typed: str, line: str) -> None:
    assert chat.clean_line(typed) == line


NOTHING = ("", " \n\t ", "\u200d\u200c", "\u3164\u2800", "\u202e\u0301")


@pytest.mark.parametrize("typed", [*NOTHING, "x" * 301, "😀" * 301, "y" * 5000, "oi" + " " * 4000])
def test_S25_nothing_to_see_or_too_long_is_no_line(typed: str) -> None:
    party = full()
    sentence = refused("bad_text", lambda: say(party, "Beto", typed))
    assert ("300" in sentence) == (len(typed) > 300)


@pytest.mark.django_db(transaction=True)
def test_T7_seated_people_write_at_every_stage_and_it_is_no_move(pushed: list[str]) -> None:
    party = full()
    version = party.now.version
    say(party, "Renata", "antes")
    assert party.now.version == version
    party.start(2)
    moved = party.now.last_move_at
    say(party, "Davi", "durante")
    assert party.now.last_move_at == moved
    party.over()
    say(party, "Carla", "depois")
    assert said(party) == [("Renata", "antes"), ("Davi", "durante"), ("Carla", "depois")]
    assert [text[0] for text in pushed] == ["c"] * 3
    assert re.findall(r'data-partida="(\d)"', "".join(pushed)) == ["0", "1", "1"]


def test_T7_whoever_watches_has_left_or_comes_to_an_ended_table_does_not_write(time: Clock) -> None:
    party = started()
    party.people["Zé"] = 10_000_000
    assert "assistindo" in refused("stranger", lambda: say(party, "Zé", "oi"))
    refused("stranger", lambda: chat.say(party.code, Asked(None, 1, "k"), "oi"))
    refused("bad_form", lambda: say(party, "Beto", "oi", key=""))
    commands.leave(party.code, party.ask("Beto"))
    refused("stranger", lambda: say(party, "Beto", "tchau"))
    say(party, "Carla", "tchau")
    other = started()
    time.later(days=7)
    assert other.now.status == "playing"
    assert "só para ler" in refused("over", lambda: say(other, "Beto", "oi"))
    closed = new()
    commands.stand_up(closed.code, closed.ask("Renata"))
    refused("over", lambda: say(closed, "Renata", "oi"))
    with pytest.raises(Table.DoesNotExist):
        chat.say("NENHUMA", Asked(party.people["Beto"], 1, "k"), "oi")


@pytest.mark.django_db(transaction=True)
def test_a_repeat_by_its_id_is_stored_once_and_sent_once(pushed: list[str]) -> None:
    party = full()
    asked = party.ask("Beto")
    first = chat.say(party.code, asked, "oi")
    assert chat.say(party.code, asked, "oi") == first
    assert (len(said(party)), len(pushed)) == (1, 1)
    say(party, "Carla", "oi", key=asked.key)
    assert len(said(party)) == 2
    refused("stale", lambda: chat.say(party.code, asked, "tchau"))


def test_a_repeat_is_no_line_too_many(time: Clock) -> None:
    party = full()
    asked = [party.ask("Beto") for _ in range(5)]
    lines = [chat.say(party.code, each, "oi") for each in asked]
    assert [chat.say(party.code, each, "oi") for each in asked] == lines
    refused("too_fast", lambda: say(party, "Beto", "oi"))


@pytest.mark.django_db(transaction=True)
def test_the_same_line_four_times_at_once_is_stored_once() -> None:
    party = full()
    asked = party.ask("Beto")
    outcomes = at_once(*[lambda: chat.say(party.code, asked, "oi") for _ in range(4)])
    assert len(set(outcomes)) == 1 and isinstance(outcomes[0], chat.Line)
    assert said(party) == [("Beto", "oi")]


@pytest.mark.django_db(transaction=True)
def test_S25_a_line_as_its_writer_leaves_is_stored_before_or_refused() -> None:
    for _ in range(5):
        party = started()
        outcomes = at_once(
            partial(chat.say, party.code, party.ask("Beto"), "fui"),
            partial(commands.leave, party.code, party.ask("Beto")),
        )
        assert isinstance(outcomes[1], TableState)
        assert (said(party) == [("Beto", "fui")]) == isinstance(outcomes[0], chat.Line)
        assert isinstance(outcomes[0], chat.Line) or outcomes[0] == "stranger"


def test_S25_a_flood_is_slowed_for_its_writer_alone_and_moves_never_are(time: Clock) -> None:
    party = started()
    for _ in range(3):
        for number in range(5):
            say(party, "Beto", f"linha {number}")
        refused("too_fast", lambda: say(party, "Beto", "mais uma"))
        say(party, "Carla", "calma")
        time.later(seconds=11)
    refused("too_fast", lambda: say(party, "Beto", "ainda não"))
    party.act("Beto", type="bid", tricks=3)
    time.later(seconds=40)
    say(party, "Beto", "agora sim")


@pytest.mark.django_db(transaction=True)
def test_S25_twelve_lines_at_once_are_no_way_round_it() -> None:
    party = started()
    asked = [party.ask("Beto") for _ in range(12)]
    outcomes = at_once(*[lambda each=each: chat.say(party.code, each, "oi") for each in asked])
    assert len(said(party)) == 5
    assert outcomes.count("too_fast") == 7


def written(party: Party, lines: int) -> None:
    table = party.now
    same = {"table_id": table.id, "player_id": party.people["Beto"], "name": "Beto", "match_number": 1}
    Message.objects.bulk_create(
        Message(**same, text=f"linha {n}", key=f"{n}", at=table.last_move_at) for n in range(lines)
    )


def shown(response: Any) -> list[str]:
    return [html.unescape(line) for line in re.findall(r'class="dito">(.*?)</bdi>', text(response))]


def test_S25_2000_lines_come_in_pages_of_50() -> None:
    party = started()
    written(party, 2000)
    watcher = Browser()
    assert shown(watcher.get(f"/m/{party.code}")) == [f"linha {n}" for n in range(1950, 2000)]
    read: list[str] = []
    before = ""
    for _ in range(40):
        page = watcher.client.get(f"/m/{party.code}/conversa{before}", headers=HTMX)
        read = shown(page) + read
        before = f"?antes={re.findall('data-fala=.([0-9]+)', text(page))[0]}"
        assert bool(page["X-Mais"]) == (len(read) < 2000)
    assert read == [f"linha {n}" for n in range(2000)]
    other = started()
    assert shown(Browser().get(f"/m/{other.code}/conversa{before}")) == []


def test_what_an_open_page_has_missed_is_sent_and_after_a_long_absence_the_last_page_alone() -> None:
    party = started()
    written(party, 120)
    ids = list(Message.objects.order_by("id").values_list("id", flat=True))
    table_id = party.now.id
    few = chat.missed(table_id, ids[-4])
    assert (few[0], re.findall(r"linha \d+", few)) == ("c", ["linha 117", "linha 118", "linha 119"])
    many = chat.missed(table_id, ids[10])
    assert (many[0], many.count("<li ")) == ("C", 50)
    assert chat.missed(table_id, ids[69])[0] == "C"
    assert chat.missed(table_id, ids[70])[0] == "c"


def test_it_works_without_a_script_and_everything_typed_is_text() -> None:
    party = started()
    people = browsers(party)
    page = f"/m/{party.code}/conversa"
    nasty = '<script>alert(1)</script> https://exemplo.test/ "aspas" <b>'
    answer = people["Beto"].act(party, "dizer", texto=nasty)
    assert (answer.status_code, answer["Location"]) == (302, page)
    for path in (page, f"/m/{party.code}"):
        watching = Browser().get(path)
        assert shown(watching) == [nasty]
        assert "<script>alert" not in text(watching)
        assert "https://exemplo.test/</a>" not in text(watching)
        assert '<bdi class="dito">' in text(watching)
    assert "<textarea" in text(people["Beto"].get(page))
    assert "<textarea" not in text(Browser().get(page))


def test_a_refused_line_is_given_back_to_its_writer() -> None:
    party = started()
    people = browsers(party)
    long = "muito " * 60
    answer = people["Beto"].act(party, "dizer", texto=long)
    assert answer.status_code == 400
    assert f">{long}</textarea>" in text(answer)
    assert "até 300 letras, e esta tem 359." in text(answer)
    script = people["Beto"].act(party, "dizer", htmx=True, texto=long)
    assert (script.status_code, script["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert text(script) == "Uma mensagem pode ter até 300 letras, e esta tem 359."
    stranger = Browser().act(party, "dizer", htmx=True, texto="oi")
    assert stranger.status_code == 403
    for _ in range(5):
        people["Beto"].act(party, "dizer", texto="oi")
    assert people["Beto"].act(party, "dizer", texto="oi").status_code == 429
    assert people["Beto"].act(party, "dizer", texto="oi", csrfmiddlewaretoken="").status_code == 403


@pytest.mark.django_db(transaction=True)
def test_a_script_gets_the_stored_line_as_all_the_others_do(pushed: list[str]) -> None:
    party = started()
    answer = browsers(party)["Beto"].act(party, "dizer", htmx=True, texto="oi")
    assert pushed == ["c" + text(answer)]


def test_reading_changes_nothing() -> None:
    party = started()
    say(party, "Beto", "oi")
    before = rows(), list(Message.objects.values_list())
    for path in ("conversa", "conversa?antes=5", "dizer"):
        assert browsers(party)["Beto"].get(f"/m/{party.code}/{path}").status_code in (200, 302)
    assert (rows(), list(Message.objects.values_list())) == before
    for path in ("conversa?antes=x", "conversa?antes=" + "9" * 30):
        assert Browser().get(f"/m/{party.code}/{path}").status_code == 404
    assert Browser().get("/m/NENHUMA/conversa").status_code == 404
    assert Browser().post("/m/NENHUMA/dizer", {"texto": "oi", "lance": "k"}).status_code == 404


def test_the_rematch_is_parted_from_what_was_said_before() -> None:
    party = started()
    say(party, "Beto", "primeira")
    party.over()
    for name in party.people:
        commands.agree(party.code, party.ask(name), None)
    page = text(Browser().get(f"/m/{party.code}/conversa"))
    assert re.findall(r"primeira|>Revanche<", page) == ["primeira", ">Revanche<"]
    say(party, "Carla", "segunda")
    page = text(Browser().get(f"/m/{party.code}/conversa"))
    assert re.findall(r"primeira|segunda|>Revanche<", page) == ["primeira", ">Revanche<", "segunda"]
