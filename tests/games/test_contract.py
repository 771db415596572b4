"""The contract of design and tables: what every game offers, and how it takes what comes in."""

from __future__ import annotations

import importlib
import itertools
import random
from typing import Any

import msgspec
import pytest

from cards.game import Deal, Forfeit, NotAnAction, Refusal
from cards.shuffle import shuffled
from tests.games.playing import GAMES, Course, Setup, course, outcome, plain, seats, setups, universe

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.SLUG)
PHASES = ("dealing", "bidding", "playing", "round_over", "decided", "over")
SEEDS = range(3)


@every_game
def test_a_game_says_what_a_table_must_know(game: Any) -> None:
    assert game.SLUG.isalpha() and game.SLUG.islower() and game.TITLE
    assert len(set(game.DECK)) == len(game.DECK)
    for players in game.PLAYERS:
        assert game.pairs(players) in ("never", "may", "must")
    defaults = msgspec.structs.asdict(game.Options())
    assert defaults == {choice.field: choice.values[0][0] for choice in game.CHOICES}


@every_game
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2.0, "4", None])
def test_no_match_of_a_wrong_number_of_players(game: Any, players: Any) -> None:
    with pytest.raises(NotAnAction):
        game.start(game.Options(), players)


@every_game
def test_no_match_with_options_that_do_not_exist(game: Any) -> None:
    for choice in game.CHOICES:
        values: list[Any] = [value for value, *_ in choice.values]
        wrong: list[Any] = [None, "", "x", -1, 0, 1.5, True, [], 10**9, *[str(value) + "0" for value in values]]
        for value in wrong:
            with pytest.raises(NotAnAction):
                game.start(game.Options(**{choice.field: value}), game.PLAYERS[-1])
    no_options: list[Any] = [None, {}, 500, "x"]
    for nothing in no_options:
        with pytest.raises(NotAnAction):
            game.start(nothing, game.PLAYERS[-1])


@every_setup
@pytest.mark.parametrize("dealer", [-1, 4, None, "0", True, 1.0])
def test_no_match_with_a_dealer_who_is_not_there(setup: Setup, dealer: Any) -> None:
    with pytest.raises(NotAnAction):
        setup.start(dealer)


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_shows_what_the_contract_names_and_ends(setup: Setup, seed: int) -> None:
    played = course(setup, seed)
    for match in played.matches:
        assert match.phase in PHASES
        assert match.turn in (None, *seats(match))
        assert (match.turn is not None) == (match.phase in ("bidding", "playing"))
        assert match.dealer in seats(match)
        assert (match.winners == ()) == (match.phase != "over")
        assert (match.reason is None) == (match.phase != "over")
    last = played.last
    assert 0 < len(last.winners) < setup.players and set(last.winners) < set(seats(last))
    assert last.reason in ("points", "renege", "false_accusation", "resigned", "left", "absent")
    assert all(setup.game.legal_actions(last, seat) == () for seat in seats(last))


@every_setup
def test_the_deal_and_the_round_go_on_in_order(setup: Setup) -> None:
    played = course(setup, 0)
    assert played.first.round == 1
    for before, step in zip(played.matches, played.steps, strict=False):
        opens_a_round = step.match.phase == "dealing" and before.phase == "round_over"
        assert step.match.round == before.round + opens_a_round
        assert step.match.dealer == (before.dealer + opens_a_round) % setup.players


@every_setup
def test_only_the_whole_deck_is_dealt_and_only_once(setup: Setup) -> None:
    game, match = setup.game, setup.start()
    deck = shuffled(game.DECK, random.Random(3).randrange)
    twice = (*deck[:-1], deck[0])
    wrong: list[Any] = [(), deck[:-1], twice, (*deck, deck[0]), (*deck[:-1], "XX"), (*deck[:-1], None), None, 5, "2C"]
    for bad in wrong:
        assert outcome(game, match, Deal(bad))[0] != ""
    after = game.apply(match, Deal(deck))
    assert after.phase != "dealing"
    assert outcome(game, after, Deal(deck))[0] != ""


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_replaying_the_log_gives_the_snapshot(setup: Setup, seed: int) -> None:
    """The log goes through its JSON, as it does in the database."""
    played = course(setup, seed)
    log = msgspec.json.encode([step.action for step in played.steps])
    match = played.first
    for action, expected in zip(msgspec.json.decode(log), played.matches[1:], strict=True):
        match = setup.game.apply(match, msgspec.convert(action, setup.game.Action))
        assert match == expected


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_match_views_and_actions_survive_json(setup: Setup, seed: int) -> None:
    played, game = course(setup, seed), setup.game
    for match in played.some(every=9, offset=seed):
        assert msgspec.json.decode(msgspec.json.encode(match), type=game.Match) == match
        assert msgspec.convert(msgspec.to_builtins(match), game.Match) == match
        for viewer in (None, *seats(match)):
            view = game.view(match, viewer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=game.View) == view
    for step in played.steps:
        assert msgspec.json.decode(msgspec.json.encode(step.action), type=game.Action) == step.action
    options = msgspec.json.encode(setup.options)
    assert msgspec.json.decode(options, type=game.Options) == setup.options


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_a_stored_match_stays_small(setup: Setup, seed: int) -> None:
    """It is stored again with each move: at most 3 kB, and 300 bytes more for each finished round."""
    for match in course(setup, seed).matches:
        assert len(msgspec.json.encode(match)) <= 3000 + 300 * match.round


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_legal_actions_are_what_apply_accepts(setup: Setup, seed: int) -> None:
    """Both ways, over all that can be thought of; who sends a set of cards in another order means the same."""
    rng = random.Random(seed)
    for match in course(setup, seed).some(every=23, offset=7 * seed):
        legal = [action for seat in seats(match) for action in setup.game.legal_actions(match, seat)]
        assert len({plain(action) for action in legal}) == len(legal)
        accepted = [action for action in universe(setup, match, rng) if not outcome(setup.game, match, action)[0]]
        assert {plain(action) for action in accepted} == {plain(action) for action in legal}


@every_setup
def test_nobody_else_has_legal_actions(setup: Setup) -> None:
    strangers: list[Any] = [-1, setup.players, 99, None, "0", True, 0.0]
    for match in course(setup, 1).some(every=31):
        for stranger in strangers:
            assert setup.game.legal_actions(match, stranger) == ()
            assert not setup.game.may_end(match, stranger)


@every_setup
def test_whatever_comes_in_is_refused_in_words(setup: Setup) -> None:
    """Never another error: a stable code, and one sentence that starts and ends as a sentence does."""
    rng = random.Random(5)
    odd: list[Any] = [None, 5, "play", {}, [], object(), setup.options, b"x"]
    for match in course(setup, 2).some(every=41):
        for action in [*odd, *universe(setup, match, rng)]:
            code, text = outcome(setup.game, match, action)
            if code:
                assert code.replace("_", "a").isalnum() and code == code.lower() and code.isascii()
                assert (text[0].isupper() or text[0].isdigit()) and text.endswith(".")
        for action in odd:
            with pytest.raises(NotAnAction):
                setup.game.apply(match, action)


@every_setup
def test_fields_of_any_type_are_refused(setup: Setup) -> None:
    """As built without any validation: nothing but a legal action is accepted, and nothing crashes."""
    strange: list[Any] = [None, True, 1.5, -1, 10**30, "", "x", "2C2C", [], {}, set(), (), (1,), ("2C", None), object()]
    for match in course(setup, 0).some(every=17):
        for seat in seats(match):
            legal = setup.game.legal_actions(match, seat)
            as_json = {msgspec.json.encode(action) for action in legal}
            for action in legal:
                for field, value in itertools.product(type(action).__struct_fields__, strange):
                    changed = msgspec.structs.replace(action, **{field: value})
                    if outcome(setup.game, match, changed)[0] == "":
                        assert msgspec.json.encode(changed) in as_json


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_apply_never_changes_its_match(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    for match in course(setup, seed).some(every=37, offset=seed):
        assert_immutable(match)
        before = msgspec.json.encode(match)
        for action in universe(setup, match, rng):
            outcome(setup.game, match, action)
        for viewer in (None, *seats(match)):
            setup.game.view(match, viewer)
        assert msgspec.json.encode(match) == before


def assert_immutable(value: Any) -> None:
    """Frozen Structs, tuples, text, numbers and None, all the way down."""
    if isinstance(value, msgspec.Struct):
        assert value.__struct_config__.frozen
        value = msgspec.structs.astuple(value)
    if isinstance(value, tuple):
        for part in value:
            assert_immutable(part)
    else:
        assert value is None or type(value) in (str, int, bool)


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_an_absent_player_may_be_ended_by_others_only_while_awaited(setup: Setup, seed: int) -> None:
    """E19, X14: and then ending the match is possible."""
    for match in course(setup, seed).matches:
        may = [seat for seat in seats(match) if setup.game.may_end(match, seat)]
        assert match.turn not in may
        assert bool(may) == (match.turn is not None)
        for seat in seats(match):
            accepted = outcome(setup.game, match, Forfeit(seat, "absent"))[0] == ""
            assert accepted == (seat == match.turn)
        if may:
            after = setup.game.apply(match, Forfeit(match.turn, "absent"))
            assert (after.phase, after.reason) == ("over", "absent")
            assert match.turn not in after.winners


@every_setup
@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_is_a_line_of_text_that_parses_back(setup: Setup, seed: int) -> None:
    notation = importlib.import_module(f"{setup.game.__name__}.notation")
    for match in course(setup, seed, early_ends=0.01).some(every=3, offset=seed):
        line = notation.to_text(match)
        assert line.isprintable() and line == line.strip()
        assert notation.from_text(line) == match


@every_setup
def test_a_spoilt_line_is_no_state(setup: Setup) -> None:
    """A letter lost, doubled or changed: refused, or another state that is written in just that way."""
    notation = importlib.import_module(f"{setup.game.__name__}.notation")
    rng = random.Random(11)
    for match in course(setup, 0).some(every=29):
        line = notation.to_text(match)
        for _ in range(25):
            at = rng.randrange(len(line))
            spoilt = line[:at] + rng.choice(["", line[at] * 2, *"-/2C9A.:, =x"]) + line[at + 1 :]
            try:
                again = notation.from_text(spoilt)
            except ValueError:
                continue
            assert notation.to_text(again) == spoilt
    for nothing in ("", " ", "-", "x" * 100, "- - - - - - - -"):
        with pytest.raises(ValueError):
            notation.from_text(nothing)


@every_setup
def test_an_action_is_short_text_that_parses_with_its_match(setup: Setup) -> None:
    moves = importlib.import_module(f"{setup.game.__name__}.moves")
    played: Course = course(setup, 1)
    for match in played.some(every=11):
        for seat in seats(match):
            for action in setup.game.legal_actions(match, seat):
                assert moves.from_text(match, moves.to_text(action)) == action
    for before, step in zip(played.matches, played.steps, strict=False):
        assert moves.from_text(before, moves.to_text(step.action)) == step.action
    for match in played.some(every=19):
        for nonsense in ("", "??", "9:next", "banana", "2", "deal", "next next"):
            try:
                understood = moves.from_text(match, nonsense)
            except Refusal:
                continue
            assert understood in setup.game.legal_actions(match, understood.seat)


@every_setup
def test_a_robot_always_finds_a_legal_action(setup: Setup) -> None:
    rng = random.Random(7)
    match = setup.game.apply(setup.start(), Deal(shuffled(setup.game.DECK, rng.randrange)))
    while match.turn is not None:
        action = setup.game.choose(setup.game.view(match, match.turn), rng)
        assert action in setup.game.legal_actions(match, match.turn)
        match = setup.game.apply(match, action)
    assert match.phase in ("round_over", "decided", "over")
