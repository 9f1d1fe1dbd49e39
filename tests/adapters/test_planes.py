from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.adapters.cheap import every_game

from livestone.adapters.planes import planes, returns
from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load


def planes_of(game: Game, position: Any) -> Any:
    """The planes of a position as the page describes them, number by number."""
    sites, fields = len(game.board), (*game.layout.placement, *game.layout.identity)
    codes = game.piece_codes.values()
    found = [[cell == code for cell in position["cells"][:sites]] for code in codes]
    found += [[position["mover"] == player] * sites for player in range(game.players)]
    for field in fields:
        if field in ("mover", "cells"):
            continue
        for value in np.ravel(position[field]).tolist():
            if field in game.site_fields:
                found.append([site == value for site in range(sites)])
            elif np.asarray(position[field]).dtype.itemsize >= 4:
                own = min(sites, 31)
                found.append([site < own and value >> site & 1 for site in range(sites)])
                found.append([value >> own] * sites)
            else:
                found.append([value] * sites)
    return np.array([*found, [position["turn"]] * sites], np.float32)


@every_game
def test_planes_are_what_they_are_said_to_be(game: str, options: dict[str, Any]) -> None:
    state, rng = State(load(game, **options)), Random(4)
    while not state.over and state.ply < 80:
        assert np.array_equal(
            planes(state.game).of(state.position)[0], planes_of(state.game, state.position)
        )
        state.play(rng.choice(state.unsorted))


@every_game
def test_different_positions_have_different_planes(game: str, options: dict[str, Any]) -> None:
    """Nothing that decides is lost: the position can be told from its planes."""
    state, rng = State(load(game, **options)), Random(5)
    found = planes(state.game)
    low, high = found.bounds
    seen: dict[bytes, str] = {}
    for _ in range(60):
        stack = found.of(state.position)[0]
        assert stack.shape == found.shape == low.shape
        assert ((low <= stack) & (stack <= high)).all()
        assert seen.setdefault(stack.tobytes(), state.text) == state.text
        if state.over:
            break
        state.play(rng.choice(state.unsorted))
    assert len(set(seen.values())) == len(seen)


def test_what_the_planes_are() -> None:
    state = State(load("freedom", size=4))
    for move in ("b2", "c3"):
        state.play(move)
    found = planes(state.game)
    by_name = dict(zip(found.names, found.of(state.position)[0], strict=True))
    site = state.game.board.site
    assert np.flatnonzero(by_name["white"]).tolist() == [site["b2"]]
    assert np.flatnonzero(by_name["black"]).tolist() == [site["c3"]]
    assert np.flatnonzero(by_name["last"]).tolist() == [site["c3"]]
    assert by_name["White to move"].all()
    assert not by_name["Black to move"].any()
    assert (by_name["turn"] == 2).all()


def test_a_set_of_sites_is_a_plane() -> None:
    state = State(load("trangalla"))
    for move in ("K=3b", "K=8a"):
        state.play(move)
    found = planes(state.game)
    by_name = dict(zip(found.names, found.of(state.position)[0], strict=True))
    pieces = by_name["white piece"] + by_name["black piece"]
    assert np.array_equal(by_name["unturned"], pieces)
    kings = [np.flatnonzero(by_name[f"kings {player}"]).tolist() for player in (1, 2)]
    assert kings == [[state.game.board.site["3b"]], [state.game.board.site["8a"]]]


def test_many_positions_at_once() -> None:
    game = load("freedom", size=4)
    array = game.layout.array(3000)
    state = State(game)
    array[:] = state.position
    state.play("b2")
    array[2500] = state.position
    found = planes(game).of(array)
    assert found.shape == (3000, *planes(game).shape)
    assert np.array_equal(found[2500], planes(game).of(state.position)[0])
    assert not found[:2500, :2].any()


@pytest.mark.parametrize(
    ("game", "scores", "winners", "wanted"),
    [
        ("freedom", (12, 8), (0,), (1, -1)),
        ("freedom", (8, 8), (), (0, 0)),
        ("kamelen", (0, 2), (1,), (-2, 2)),
        ("kamelen", (1, 0), (0,), (1, -1)),
        ("haalmaa_1", (0, 1, 0), (1,), (-0.5, 1, -0.5)),
        ("haalmaa_1", (0.5, 0.5, 0), (0, 1), (0.5, 0.5, -1)),
    ],
)
def test_returns(game: str, scores: Any, winners: Any, wanted: tuple[float, ...]) -> None:
    assert returns(load(game), scores, winners) == wanted


@every_game
def test_bounds_follow_from_the_game(game: str, options: dict[str, Any]) -> None:
    """Not from the room that a number has, which is millions of times as much."""
    chosen = load(game, **options)
    low, high = planes(chosen).bounds
    assert (high[-1] == chosen.max_turns).all()
    assert (low[-1] == 0).all()
    assert low.min() >= -(2**15)
    assert high[:-1].max() < 2**15


def test_a_game_has_no_more_turns_than_cells() -> None:
    for size in (4, 5, 16):
        _, high = planes(load("freedom", size=size)).bounds
        assert high.max() <= max(size * size, 128)
        assert (high[-1] == size * size).all()
