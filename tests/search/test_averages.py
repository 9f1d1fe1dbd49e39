"""Averages of moves: what is summed up, and which move they choose."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from livestone.core.game import Game
from livestone.core.random import below, seeded
from livestone.core.state import State
from livestone.games import load
from livestone.search.averages import COUNT, SUM, choosing
from livestone.search.report import Limits
from livestone.search.uct import Settings, Uct

KIT: Any = SimpleNamespace(jit=lambda function: function, below=below)
STRAAT, SAUCE, TRANGALLA = load("straat"), load("line_sauce"), load("trangalla")


def chosen(averages: Any, moves: list[int], mover: int = 0) -> Counter[int]:
    """How often each move is the best one."""
    best, dice = choosing(KIT), seeded(1)
    s: Any = SimpleNamespace(mover=mover)
    with np.errstate(over="ignore"):
        return Counter(moves[best(s, moves, len(moves), averages, dice)] for _ in range(3000))


def test_the_best_average_is_chosen() -> None:
    averages = np.zeros((5, 2, 2))
    averages[:, :, COUNT] = 10
    averages[:, 0, SUM] = [1, 9, 4, 9, 2]
    averages[:, 1, SUM] = [9, 1, 6, 1, 8]
    assert chosen(averages, [0, 2, 4]) == {2: 3000}
    assert chosen(averages, [0, 2, 4], mover=1) == {0: 3000}
    alike = chosen(averages, [1, 3])
    assert alike.keys() == {1, 3}
    assert min(alike.values()) > 1300  # by chance where they are alike


def test_a_new_move_promises_a_win() -> None:
    averages = np.zeros((3, 2, 2))
    averages[:2, 0] = [[10, 9], [10, 1]]
    assert chosen(averages, [0, 1, 2]) == {2: 3000}
    averages[0, 0] = [10, 10]
    assert chosen(averages, [0, 1, 2]).keys() == {0, 2}


@pytest.mark.parametrize("game", [STRAAT, SAUCE], ids=["straat", "line_sauce"])
def test_they_sum_up_what_came_of_every_move(game: Game) -> None:
    search = Uct(game, megabytes=8, settings=Settings(averages=0.8))
    state = State(game)
    *_, report = search.search(state, Limits(nodes=400))
    averages = search._trees[0]._averages
    counts, sums = averages[:, :, COUNT], averages[:, :, SUM]
    assert counts.sum() > 400 * 10  # plies of whole games
    assert (sums >= 0).all()
    assert (sums <= counts).all()
    for line in report.lines:
        assert counts[line.move, state.mover] >= line.visits - 1


def test_a_search_begins_without_any() -> None:
    """So that a move does not depend on what was searched before."""
    search, state = Uct(SAUCE, megabytes=8, seed=3), State(SAUCE)
    lines = []
    for _ in range(2):
        *_, report = search.search(state, Limits(nodes=300))
        lines.append([(line.move, line.visits, line.value) for line in report.lines])
    assert lines[0] == lines[1]


def test_they_are_for_games_that_ask_for_them() -> None:
    for game, share in ((STRAAT, 0.0), (SAUCE, 0.8), (TRANGALLA, 0.8)):
        assert Settings().record(game).averages == share
        search = Uct(game, megabytes=8)
        list(search.search(State(game), Limits(nodes=100)))
        assert search._trees[0]._averages.any() == (share > 0)
    assert Settings(averages=0.0).record(SAUCE).averages == 0.0
