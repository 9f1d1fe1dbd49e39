"""Search led by a function: what the function is asked, and what comes of it."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.positions import state_after

from livestone.core.state import State
from livestone.errors import BadRequest, GameOver
from livestone.games import load
from livestone.play.bot import Bot
from livestone.play.match import Entrant, play_match
from livestone.search.policy_value import PolicyValueSearch
from livestone.search.report import Limits, Report

GAME = load("freedom", size=4)
# A position from which White wins, loses or draws within four plies, by what is played.
LATE = ("b2", "c3", "b3", "c4", "b4", "a3", "a2", "a1", "b1", "c2", "d3", "d4")


def knows_nothing(positions: Any, masks: Any) -> tuple[Any, Any]:
    """All moves look alike, and everything is even."""
    return np.zeros(masks.shape), np.full((len(positions), 2), 0.5)


class Recorded:
    """A function that keeps what it is asked, and likes one move."""

    def __init__(self, liked: int = 0) -> None:
        self.liked = liked
        self.asked: list[tuple[Any, Any]] = []

    def __call__(self, positions: Any, masks: Any) -> tuple[Any, Any]:
        self.asked.append((positions.copy(), masks.copy()))
        policy = np.zeros(masks.shape, np.float32)
        policy[:, self.liked] = 5
        return policy, np.full((len(positions), 2), 0.5, np.float32)


def last(search: PolicyValueSearch, state: State, nodes: int) -> Report:
    *_, report = search.search(state, Limits(nodes=nodes))
    return report


def minimax(state: State) -> list[float]:
    """What each legal move brings the mover, by playing everything out."""

    def value(state: State, player: int) -> float:
        if state.over:
            winners = state.winners or (0, 1)
            return (player in winners) / len(winners)
        found = []
        for move in state.unsorted:
            state.play(move)
            found.append(value(state, player))
            state.undo()
        return (max if state.mover == player else min)(found)

    found = []
    player = state.mover
    assert player is not None
    for move in state.legal:
        state.play(move)
        found.append(value(state, player))
        state.undo()
    return found


def test_the_function_is_asked_about_real_positions_in_batches() -> None:
    function = Recorded()
    report = last(PolicyValueSearch(GAME, function, batch=4), State(GAME), 60)
    assert report.nodes == 60
    assert sum(line.visits for line in report.lines) == 60
    sizes = [len(positions) for positions, _ in function.asked]
    assert sizes[0] == 1
    assert max(sizes) == 4
    for positions, masks in function.asked:
        for position, mask in zip(positions, masks, strict=True):
            state = State(GAME, position)
            assert np.flatnonzero(mask).tolist() == sorted(state.unsorted)


def test_the_policy_leads() -> None:
    for liked in (3, 9):
        report = last(PolicyValueSearch(GAME, Recorded(liked)), State(GAME), 40)
        assert report.move == liked
        assert report.best.visits > 20
        assert report.best.pv[0] == liked


def test_the_value_leads() -> None:
    def likes_corners(positions: Any, masks: Any) -> tuple[Any, Any]:
        first = np.where(positions["cells"][:, 0] == 1, 0.9, 0.1)
        return np.zeros(masks.shape), np.stack([first, 1 - first], axis=1)

    report = last(PolicyValueSearch(GAME, likes_corners), State(GAME), 200)
    assert report.move == 0
    assert report.best.value[0] == pytest.approx(0.9, abs=0.05)
    assert sum(report.best.value) == pytest.approx(1)


@pytest.mark.parametrize("batch", [1, 8])
def test_it_finds_the_best_move_where_games_end(batch: int) -> None:
    checked = 0
    for plies in (11, 12):
        state = state_after(GAME, *LATE[:plies])
        worth = dict(zip(state.legal, minimax(state), strict=True))
        report = last(PolicyValueSearch(GAME, knows_nothing, batch=batch), state, 1500)
        assert worth[report.move] == max(worth.values())
        checked += len(set(worth.values())) > 1
    assert checked


def test_it_stops_and_says_what_it_knows() -> None:
    search = PolicyValueSearch(GAME, knows_nothing)
    *_, report = search.search(State(GAME), Limits(), stop=lambda: True)
    assert report.final
    *_, timed = search.search(State(GAME), Limits(seconds=0.2))
    assert timed.final
    assert timed.nodes > 0
    one, other = (last(search, State(GAME), 50) for _ in range(2))
    assert one.lines == other.lines


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ((np.zeros((1, 16)), np.zeros((1, 2))), r"a policy of shape \(1, 17\), not float64 of"),
        ((np.zeros((1, 17)), np.zeros((1,))), r"a values of shape \(1, 2\), not float64 of"),
        ((np.full((1, 17), "a"), np.zeros((1, 2))), "a policy of shape"),
        ((np.full((1, 17), np.nan), np.zeros((1, 2))), "not finite"),
        ((np.zeros((1, 17)), np.full((1, 2), np.inf)), "not finite"),
    ],
)
def test_what_no_function_may_return(returned: Any, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        last(PolicyValueSearch(GAME, lambda *_: returned), State(GAME), 5)


def test_requests_that_make_no_sense() -> None:
    with pytest.raises(BadRequest, match="hides something"):
        PolicyValueSearch(load("trangalla"), knows_nothing)
    with pytest.raises(BadRequest, match="must be a function"):
        PolicyValueSearch(GAME, "x")  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="batch must be"):
        PolicyValueSearch(GAME, knows_nothing, batch=0)
    search = PolicyValueSearch(GAME, knows_nothing)
    with pytest.raises(BadRequest, match="the state is of"):
        last(search, State(load("freedom", size=5)), 5)
    with pytest.raises(TypeError, match="PolicyValueSearch cannot be copied"):
        copy.copy(search)


def test_three_players() -> None:
    game = load("haalmaa_1", ply_cap=60)

    def even(positions: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape), np.full((len(positions), 3), 1 / 3)

    report = last(PolicyValueSearch(game, even), State(game), 30)
    assert report.best.value == pytest.approx((1 / 3,) * 3)


def test_a_bot_with_an_evaluator() -> None:
    bot = Bot(GAME, evaluator=Recorded(9), seconds=0.1)
    *_, report = bot.think(State(GAME))
    assert report.move == 9
    twin = pickle.loads(pickle.dumps(bot))
    *_, report = twin.think(State(GAME))
    assert report.move == 9
    finished = State(GAME)
    while not finished.over:
        finished.play(finished.legal[0])
    with pytest.raises(GameOver):
        next(bot.think(finished))


def test_bots_with_evaluators_play_a_match() -> None:
    entrants = [
        Entrant(f"likes {liked}", partial(Bot, evaluator=Recorded(liked), seconds=0.01))
        for liked in (3, 9)
    ]
    assert len(play_match(GAME, entrants, openings=1).games) == 2
