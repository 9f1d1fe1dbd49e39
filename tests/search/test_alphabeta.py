"""Alpha-beta: its limits, its answers in any two-player game, and what it promises about them."""

from __future__ import annotations

import math

import pytest
from tests.positions import random_state
from tests.search.test_solver import last, margin, minimax

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits
from livestone.search.solver import endgames


@pytest.mark.parametrize("nodes", [1, 500])
@pytest.mark.parametrize("game", [load("freedom", size=5), load("shuttle", length=5)], ids=repr)
def test_a_node_limit_is_kept(game: Game, nodes: int) -> None:
    """Exactly, or up to the moves of one position where ``evaluate_moves`` looks at all at once."""
    state = State(game)
    report = last(AlphaBeta(game, megabytes=1).search(state, Limits(nodes=nodes)))
    assert report.final
    most = state.game.max_moves if game.for_search.plain_search.evaluate_moves else 0
    assert nodes <= report.nodes <= nodes + most
    assert report.move in state.legal
    assert not report.best.proved


def test_the_same_search_gives_the_same_answer() -> None:
    state = random_state(load("freedom", size=5), 3, 6)
    limits = Limits(nodes=20_000)
    first, again = (last(AlphaBeta(state.game, megabytes=1).search(state, limits)) for _ in "ab")
    assert first.lines == again.lines
    assert first.depth == again.depth


def test_stop_ends_a_search_and_a_solve_says_that_it_is_not_finished() -> None:
    state = State(load("freedom", size=5))
    search = AlphaBeta(state.game, megabytes=1)
    last(search.search(state, Limits(nodes=1)))
    asked = iter([False, False, True])
    for reports in (
        search.search(state, Limits(), lambda: next(asked)),
        search.solve(state, stop=lambda: True),
        search.solve(state, Limits(seconds=0.0)),
    ):
        report = last(reports)
        assert report.final
        assert not report.best.proved
        assert report.move in state.legal


def test_each_line_is_the_best_of_the_moves_that_no_line_before_it_plays() -> None:
    game = load("freedom", size=5)
    search = AlphaBeta(game, megabytes=1)
    for seed in range(6):
        state = random_state(game, seed, 18)
        mine = 1 if state.mover == 0 else -1
        worth = {}
        for move in state.legal:
            state.play(move)
            worth[move] = mine * minimax(state)
            state.undo()
        report = last(search.solve(state, Limits(lines=len(worth) + 1)))
        found = [line.move for line in report.lines]
        assert sorted(found) == sorted(worth)
        assert [worth[move] for move in found] == sorted(worth.values(), reverse=True)
        for line in report.lines:
            assert line.proved
            assert line.points is not None
            assert mine * (line.points[0] - line.points[1]) == worth[line.move]


@pytest.mark.parametrize("nodes", [1, 30, 5_000])
def test_lines_of_a_search_that_is_cut_short_are_different_moves_in_order(nodes: int) -> None:
    state = random_state(load("freedom", size=5), 4, 4)
    report = last(AlphaBeta(state.game, megabytes=1).search(state, Limits(nodes=nodes, lines=3)))
    moves = [line.move for line in report.lines]
    values = [line.value[state.mover] for line in report.lines]
    assert set(moves) <= set(state.legal)
    assert len(set(moves)) == len(moves) == (3 if nodes > 100 else len(moves))
    assert values == sorted(values, reverse=True)
    assert all(line.pv[0] == line.move for line in report.lines)


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_search_looks_no_further_than_it_is_told(depth: int) -> None:
    """Not even where so few plies are left that it would look straight to the end."""
    for plies in (4, 19):
        state = random_state(load("freedom", size=5), 6, plies)
        search = AlphaBeta(state.game, megabytes=1)
        report = last(search.search(state, Limits(depth=depth, lines=2)))
        assert report.depth == depth
        assert not report.best.proved
        assert all(len(line.pv) <= depth for line in report.lines)


def test_games_of_three_are_refused() -> None:
    with pytest.raises(ValueError, match="two players, not 3"):
        AlphaBeta(load("twins", players=3))


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_share_a_small_table_and_prove_what_is_right(threads: int) -> None:
    game = load("freedom", size=5)
    search = AlphaBeta(game, megabytes=0, threads=threads)
    for seed in range(6):
        state = random_state(game, seed, 17)
        report = last(search.solve(state))
        assert report.best.proved
        assert margin(report) == minimax(state)
    report = last(search.search(State(game), Limits(nodes=20_000)))
    assert report.nodes >= 20_000
    assert not report.best.proved


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_can_be_abandoned_and_another_begun(threads: int) -> None:
    state = random_state(load("freedom", size=5), 1, 18)
    search = AlphaBeta(state.game, megabytes=1, threads=threads)
    begun = search.search(State(state.game), Limits())
    next(begun)
    assert margin(last(search.solve(state))) == minimax(state)


def test_search_proves_when_it_reaches_the_end_and_then_stops() -> None:
    state = random_state(load("freedom", size=5), 2, 17)
    report = last(AlphaBeta(state.game, megabytes=1).search(state, Limits()))
    assert report.best.proved
    assert margin(report) == minimax(state)
    assert report.best.value[0] in (0.0, 0.5, 1.0)


def test_turns_of_two_plies() -> None:
    game = load("twins", side=2)
    search = AlphaBeta(game, megabytes=1)
    for seed in range(20):
        state = random_state(game, seed, 1 + seed % 3)
        report = last(search.solve(state))
        assert report.best.proved
        assert margin(report) == minimax(state)


@pytest.mark.parametrize("repetition", ["draw", "forbid"])
def test_games_with_repetition(repetition: str) -> None:
    game = load("shuttle", length=5, cap=8, repetition=repetition)
    search = AlphaBeta(game, megabytes=1)
    for seed in range(12):
        state = random_state(game, seed, seed % 5)
        if state.over:
            continue
        report = last(search.solve(state))
        expected = minimax(state)
        assert report.best.proved
        assert report.best.points is None
        assert report.best.value[0] == (1 + expected) / 2


def test_endgames_are_always_the_same() -> None:
    game = load("freedom", size=5)
    first, again = endgames(game, 8), endgames(game, 8)
    for _ in range(3):
        assert next(first).text == next(again).text


def test_choosing_is_searching_without_reports() -> None:
    game = load("freedom", size=5)
    for seed in range(5):
        state = random_state(game, seed, 8)
        move, lead, proved = AlphaBeta(game, megabytes=1).choose(state, 3000)
        report = last(AlphaBeta(game, megabytes=1).search(state, Limits(nodes=3000)))
        assert move == report.move
        assert proved == report.best.proved
        if proved:
            assert report.best.points is not None
            assert report.best.points[0] - report.best.points[1] == lead


def test_the_points_of_a_guess_are_as_far_apart_as_the_search_says() -> None:
    game = load("freedom", size=5)
    state = random_state(game, 1, 4)
    best = last(AlphaBeta(game, megabytes=1).search(state, Limits(nodes=2000))).best
    assert not best.proved
    assert best.points is not None
    odds = best.value[0] / best.value[1]
    assert best.points[0] - best.points[1] == pytest.approx(game.knobs.spread * math.log2(odds))
