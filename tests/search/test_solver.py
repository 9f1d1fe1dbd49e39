"""The exact solver against a plain minimax that shares no code with it."""

from __future__ import annotations

import pytest
from tests.positions import random_state

from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.games import load
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits, Report


def minimax(state: State) -> float:
    """Player 0's final score less player 1's, both playing perfectly."""
    if state.over:
        if state.repeated:
            return 0.0
        first, second = state.scores
        return first - second
    best = max if state.mover == 0 else min
    values = []
    for move in state.legal:
        state.play(move)
        values.append(minimax(state))
        state.undo()
    return best(values)


def last(reports: object) -> Report:
    """The final report."""
    *_, report = reports  # type: ignore[misc]
    return report


def margin(report: Report) -> float:
    """Player 0's points less player 1's in the best line."""
    assert report.best.points is not None
    first, second = report.best.points
    return first - second


@pytest.mark.parametrize(
    ("size", "last_cell", "scoring"),
    [
        (5, "choice", "stones"),
        (4, "auto", "rows"),
        pytest.param(5, "always", "stones", marks=pytest.mark.slow),
        pytest.param(4, "auto", "stones", marks=pytest.mark.slow),
        pytest.param(5, "auto", "rows", marks=pytest.mark.slow),
        pytest.param(5, "choice", "rows", marks=pytest.mark.slow),
        pytest.param(5, "always", "rows", marks=pytest.mark.slow),
    ],
)
def test_solver_equals_minimax(size: int, last_cell: str, scoring: str) -> None:
    game = load("freedom", size=size, last_cell=last_cell, scoring=scoring)
    compile_rules(game)
    search = AlphaBeta(game, megabytes=1)
    for seed in range(30):
        state = random_state(game, seed, size * size - 6)
        if state.over:
            continue
        before = state.text
        expected = minimax(state)
        report = last(search.solve(state))
        assert state.text == before
        assert report.best.proved
        assert margin(report) == expected
        end = state.copy()
        for move in report.best.pv:
            end.play(move)
        assert end.over
        assert end.scores == report.best.points
        winner = last(search.solve(state, winner_only=True)).best
        assert winner.proved
        assert winner.points is None
        assert winner.value[0] == 0.5 + (expected > 0) / 2 - (expected < 0) / 2
        state.play(winner.move)
        reached = minimax(state)
        assert (reached > 0) - (reached < 0) == (expected > 0) - (expected < 0)


@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_small_boards_are_drawn_after_every_first_move(size: int) -> None:
    game = load("freedom", size=size)
    search = AlphaBeta(game)
    opening = State(game)
    images = game.board.symmetries
    for move in opening.legal:
        if any(image[move] < move for image in images):
            continue
        state = opening.copy()
        state.play(move)
        report = last(search.solve(state, Limits()))
        assert report.best.proved
        assert margin(report) == 0
