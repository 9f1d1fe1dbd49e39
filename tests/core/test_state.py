"""Running games: what may be played, how refusals read, what a viewer sees."""

from __future__ import annotations

import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.positions import state_after

from livestone.core.runtime import compile_rules, runtime
from livestone.core.state import State
from livestone.core.view import ONLOOKER, SECRET, number
from livestone.errors import GameOver, IllegalMove, LivestoneError, MoveSyntaxError
from livestone.games import catalogue, load


def played(game: str, *moves: str, **options: object) -> State:
    return state_after(load(game, **options), *moves)


HEARTS = ("heart=e3", "heart=c1")


HOP = "a1 does not lead to g1: go to the next cell, or hop over one piece"
HEART = "heart=e1 is not possible: hearts are chosen only in a player's first turn"
UNKNOWN = "'z9' is not a move of this game: write one like 'a3'"
NUMBER = f"the move {10**30} is not one of the legal moves"
NONE = "g1-f1 is not possible: there is no piece of yours on g1"
LONG = f"'{'x' * 37}...' is not a move of this game: write one like 'a1-c1'"


@pytest.mark.parametrize(
    ("state", "move", "error", "message"),
    [
        (played("twins"), "z9", MoveSyntaxError, UNKNOWN),
        (played("twins", "e3"), "e3", IllegalMove, "e3 is occupied"),
        (played("twins", *HEARTS, secret=True), "heart=e1", IllegalMove, HEART),
        (played("shuttle"), "g1-f1", IllegalMove, NONE),
        (played("shuttle"), "a1 g1", IllegalMove, HOP),
        (played("shuttle"), "x" * 99, MoveSyntaxError, LONG),
        (
            played("shuttle"),
            10**30,
            IllegalMove,
            f"the move {10**30} is not one of the legal moves",
        ),
    ],
    ids=["nonsense", "occupied", "too late", "no piece", "no path", "too long", "number"],
)
def test_refusals(state: State, move: str, error: type[LivestoneError], message: str) -> None:
    before = state.text, state.moves
    with pytest.raises(error) as refusal:
        state.play(move)
    assert type(refusal.value) is error
    assert str(refusal.value) == message
    assert (state.text, state.moves) == before


def test_codes_are_stable() -> None:
    codes = {MoveSyntaxError: "move-syntax", IllegalMove: "illegal-move", GameOver: "game-over"}
    assert {error: error.code for error in codes} == codes
    assert all(issubclass(error, ValueError) for error in codes)


@pytest.mark.parametrize("move", [0, "a1"])
def test_after_the_end(move: int | str) -> None:
    state = State(load("twins", side=2))
    while not state.over:
        state.play(state.legal[0])
    with pytest.raises(GameOver) as refusal:
        state.play(move)
    assert str(refusal.value) == f"{move!r} cannot be played: the game is over after ply 7"
    assert state.mover is None


def test_moves_come_as_numbers_texts_and_paths() -> None:
    state = State(load("shuttle"))
    move = state.legal[0]
    for given in (move, np.int32(move), "a1-c1", " a1-c1\n", "a1 c1", "a1  c1"):
        state.play(given)
        assert state.moves == [move]
        assert type(state.moves[0]) is int
        state.undo()


def test_turns_join_plies() -> None:
    state = played("twins", "e3", "c1", "e1", "g1")
    assert state.turns == [(0, ["e3"]), (1, ["c1", "e1"]), (0, ["g1"])]
    assert (state.ply, state.turn, state.mover) == (4, 2, 0)


def test_a_hop_goes_on_by_its_landing_site() -> None:
    state = State.read(load("shuttle"), "wb1w1b1 w left=58 turn=2")
    state.play("a1-c1")
    assert (state.mover, state.turn) == (0, 2)
    assert state.paths == {2 * 7 + 4: ("e1",), 49: ("stop",)}
    state.play("e1")
    assert (state.mover, state.turn, state.legal_texts) == (0, 2, ["e1-g1", "stop"])
    state.play("stop")
    assert (state.mover, state.turn) == (1, 3)
    assert state.turns == [(0, ["a1-c1", "c1-e1", "stop"])]


def test_three_players_take_turns_and_score() -> None:
    state = played("twins", "c1", "a3", "b2", "d2", "f2", "e1", players=3)
    assert [mover for mover, _ in state.turns] == [0, 1, 2, 0]
    assert len(state.scores) == 3
    assert state.view().as_json()["players"] == ["Red", "Blue", "Green"]


def test_views_hide_what_is_secret() -> None:
    state = played("twins", *HEARTS, secret=True)
    assert state.view(0).moves == ("heart=e3", SECRET)
    assert state.view(1).moves == (SECRET, "heart=c1")
    assert state.view(ONLOOKER).moves == (SECRET, SECRET)
    assert state.view().moves == HEARTS
    assert state.view(0).steps == (("e3",), ())
    for viewer, hidden in ((0, "c1"), (1, "e3"), (ONLOOKER, "e3")):
        assert hidden not in state.view(viewer).text
        assert f"hearts={hidden}" not in json.dumps(state.view(viewer).as_json())
    state.play("c1")
    assert state.view().scores == (-1, 0)
    assert state.view(0).scores == (0, 0), "Red does not learn that a stone stands on Blue's heart"
    assert state.view(1).scores == (-1, 0)


def test_a_turn_that_goes_on() -> None:
    state = played("shuttle", "a1-c1", "f1-e1", "b1-d1")
    assert (state.unfinished, state.turn) == (1, 2)
    with pytest.raises(IllegalMove, match="the turn goes on from d1: say where to"):
        state.play("d1")
    state.play("stop")
    assert state.unfinished == 0


def test_what_nothing_hides_any_more_is_told() -> None:
    state = played("twins", *HEARTS, secret=True)
    assert state.view(0).moves == (HEARTS[0], SECRET)
    while not state.over:
        state.play(state.legal[0])
    for viewer in (0, 1, ONLOOKER):
        assert state.view(viewer).moves == state.view().moves
        assert state.view(viewer).text == state.text


def test_only_the_mover_sees_the_moves() -> None:
    state = played("shuttle")
    assert state.view(0).legal == state.view().legal == ("a1-c1", "b1-c1")
    assert state.view(1).legal == state.view(ONLOOKER).legal == ()
    assert state.view(1).paths == {}


def test_views_do_not_follow_the_game() -> None:
    state = played("twins")
    view = state.view()
    state.play("e3")
    assert view.ply == 0
    assert view.cells == {}
    assert view.text == "3/4/5/4/3 r"


@pytest.mark.parametrize(("score", "written"), [(4.0, 4), (0.5, 0.5), (-0.0, 0), (-2.0, -2)])
def test_whole_scores_have_no_point(score: float, written: float) -> None:
    assert repr(number(score)) == repr(written)


def test_undo_before_the_beginning() -> None:
    with pytest.raises(IllegalMove, match="there is no ply to take back"):
        State(load("twins")).undo()


@pytest.mark.parametrize("compiled", [False, True])
def test_threads_may_share_a_game(compiled: bool) -> None:
    """Runtimes keep no buffers: many games at once stay as legal as one by one."""
    game = load("twins", side=2, players=3)
    if compiled:
        compile_rules(game)
        assert runtime(game).rules is not game.plain

    def whole_game(first: int) -> list[str]:
        state = State(game)
        while not state.over:
            state.play(state.legal[first % len(state.legal)])
        return [*state.move_texts, state.text, str(state.scores)]

    alone = [whole_game(first) for first in range(40)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(whole_game, range(40))) == alone


@pytest.mark.parametrize("scoring", ["stones", "rows"])
@pytest.mark.parametrize("last_cell", ["choice", "auto"])
def test_points_are_kept_up_with_the_moves(scoring: str, last_cell: str) -> None:
    game, changes = load("freedom", size=5, scoring=scoring, last_cell=last_cell), 0
    for seed in range(12):
        chance, state = random.Random(seed), State(game)
        while not state.over:
            before = state.scores
            other = state.copy()
            state.play(chance.choice(sorted(state.legal)))
            assert state.scores == runtime(game).scores(state.position)
            assert state.view().scores == state.scores
            changes += state.scores != before
            assert other.scores == before, "a copy has points of its own"
        last = state.scores
        move = state.undo()
        assert state.scores == runtime(game).scores(state.position)
        state.play(move)
        assert state.scores == last
    assert changes > 10


def test_playing_builds_nothing_that_only_searches_need() -> None:
    game = load("haalmaa_1", full_goal=True, ply_cap=0)
    state = State(game)
    state.play(state.legal[0])
    assert "plain_search" not in vars(game)


@pytest.mark.parametrize("game", catalogue())
def test_keys_are_equal_where_positions_are(game: str) -> None:
    """However they came about; the number of the turn is left out."""
    texts: dict[bytes, str] = {}
    for seed in range(4):
        state, dice = State(load(game)), random.Random(seed)
        while not state.over and state.ply < 12:
            state.play(dice.choice(state.unsorted))
            text = re.sub(r" turn=\d+", "", state.text)
            assert texts.setdefault(state.key, text) == text
            assert State.read(state.game, state.text).key == state.key
    assert len(set(texts.values())) == len(texts)


def test_a_key_tells_who_is_to_move_and_what_is_hidden() -> None:
    moves = HEARTS, ("heart=e3", "heart=c3")
    assert len({played("twins", *hearts, secret=True).key for hearts in moves}) == 2
    state = State(load("freedom"))
    before = state.key
    state.play("a1")
    state.undo()
    assert state.key == before
    turned = state.position.copy()
    turned["mover"] = 1
    assert State(state.game, turned).key != before


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("freedom", {"size": 5}),
        ("twins", {"secret": True, "players": 3}),
        ("shuttle", {"repetition": "draw"}),
    ],
)
def test_steps_that_are_compiled_as_a_whole_are_the_same(
    game: str, options: dict[str, object]
) -> None:
    plain = State(load(game, **options))  # goes on uncompiled
    compile_rules(plain.game, steps=True)
    quick, dice = State(plain.game), random.Random(1)
    while not plain.over and plain.ply < 200:
        assert quick.unsorted == plain.unsorted
        before, copied = quick.position.copy(), quick.copy()
        move = dice.choice(plain.unsorted)
        plain.play(move)
        quick.play(move)
        assert quick.position.tobytes() == plain.position.tobytes()
        assert copied.position.tobytes() == before.tobytes()
    assert quick.over == plain.over
    quick.undo()
    assert quick.position.tobytes() == before.tobytes()
