from __future__ import annotations

import numpy as np
import pytest
from tests.training.picks import VALUES, Picks

from livestone.core.state import State
from livestone.games import load
from livestone.play.workers import Stopped
from livestone.search.alphabeta import AlphaBeta
from livestone.training.acceptance_match import Pair, in_order, play_pair
from livestone.training.selfplay import Batch, play_batch

NEVER = lambda: False  # noqa: E731


def batch(numbers: range, nodes: int = 60) -> Batch:
    return Batch(Picks(), Picks(VALUES), nodes, 3, numbers)


def test_a_game_follows_from_the_seed_and_its_number() -> None:
    both = play_batch(batch(range(4, 6)), NEVER)
    one, other = (play_batch(batch(range(at, at + 1)), NEVER) for at in (4, 5))
    assert set(both.game.tolist()) == {4, 5}
    for whole, first, second in zip(both, one, other, strict=True):
        assert whole.tobytes() == np.concatenate([first, second]).tobytes()
    assert one.positions.tobytes() != other.positions.tobytes()


def test_positions_come_with_what_they_turned_out_to_be_worth() -> None:
    game = load("freedom", size=4)
    dataset = play_batch(Batch(game, game.for_search, 300, 1, range(3)), NEVER)
    assert dataset.positions.dtype == game.layout.dtype
    assert dataset.proved.any()
    assert not dataset.proved.all()
    for position, lead, proved in zip(np.rec.array(dataset.positions), *dataset[1:3], strict=True):
        state = State(game, position)
        assert not state.over
        if proved and position["stones"] > 8:
            *_, report = AlphaBeta(game, megabytes=1).solve(state)
            assert report.best.points is not None
            assert report.best.points[0] - report.best.points[1] == lead
    for number in range(3):
        assert len(set(dataset.result[dataset.game == number].tolist())) == 1


def test_it_stops_when_told() -> None:
    with pytest.raises(Stopped):
        play_batch(batch(range(1)), lambda: True)
    with pytest.raises(Stopped):
        play_pair(Pair(Picks(), Picks(), Picks(VALUES), 10, 1, 1), lambda: True)


def test_better_weights_win() -> None:
    knows, knows_not = Picks(VALUES), Picks(-VALUES)
    points = [0.0, 0.0, 0.0]
    for number in range(4):
        points[0] += play_pair(Pair(Picks(), knows, knows_not, 40, 1, number), NEVER)
        points[1] += play_pair(Pair(Picks(), knows_not, knows, 40, 1, number), NEVER)
        points[2] += play_pair(Pair(Picks(), knows, knows, 40, 1, number), NEVER)
    assert points[0] >= 6
    assert points[1] == 8 - points[0]
    assert points[2] == 4


def test_results_are_told_in_order() -> None:
    told = in_order([(2, 0.5), (0, 1.0), (1, 1.5), (4, 2.0), (3, 0.0)])
    assert list(told) == [1.0, 1.5, 0.5, 0.0, 2.0]
