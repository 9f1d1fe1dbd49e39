from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests import games  # noqa: F401  (registers the test games)

from livestone.adapters.batches import Batch, of_moves, random_games
from livestone.adapters.planes import planes
from livestone.core.runtime import runtime
from livestone.errors import IllegalMove
from livestone.games import load

ARRAYS = ("moves", "choices", "starts", "games", "returns", "finished")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("freedom", {"size": 4}),
        ("shuttle", {"repetition": "draw", "length": 5}),
        pytest.param("shuttle", {"repetition": "forbid", "cap": 8}, marks=pytest.mark.slow),
        ("twins", {"secret": True, "players": 3, "side": 2}),
    ],
)
def test_random_games_are_real_ones(game: str, options: dict[str, Any]) -> None:
    kind = load(game, **options)
    batch = random_games(kind, 60, seed=2)
    again = of_moves(kind, [batch.moves[batch.games == at].tolist() for at in range(60)])
    for name in ARRAYS:
        assert np.array_equal(getattr(batch, name), getattr(again, name)), name
    assert batch.positions.tobytes() == again.positions.tobytes()
    assert batch.finished.all()
    if options.get("repetition") == "draw":
        assert (batch.returns == 0).all(axis=1).any()
    check(batch)


def check(batch: Batch) -> None:
    """Planes, masks and values of all positions against those of each one."""
    game, masks, stacks, values = batch.game, batch.masks(), batch.planes(), batch.values()
    assert masks[np.arange(len(batch)), batch.moves].all()
    for at in range(0, len(batch), 7):
        legal = batch.choices[batch.starts[at] : batch.starts[at + 1]]
        assert np.flatnonzero(masks[at]).tolist() == sorted(legal.tolist())
        position = batch.positions[at]
        seen = runtime(game).observed(position, int(position["mover"]))
        assert np.array_equal(stacks[at], planes(game).of(seen)[0])
        assert np.array_equal(values[at], batch.returns[batch.games[at]])


def test_some_rows() -> None:
    batch = random_games(load("freedom", size=4), 5, seed=3)
    rows = np.array([3, 1, 40])
    assert np.array_equal(batch.planes(rows), batch.planes()[rows])
    assert np.array_equal(batch.masks(rows), batch.masks()[rows])
    assert np.array_equal(batch.masks(slice(4, 9)), batch.masks()[4:9])


def test_the_same_seed_gives_the_same_games() -> None:
    game = load("freedom", size=4)
    one, two, other = (random_games(game, 5, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.moves, two.moves)
    assert not np.array_equal(one.moves, other.moves)


def test_games_that_are_cut_have_no_returns() -> None:
    batch = random_games(load("freedom", size=4), 5, most_plies=3)
    assert len(batch) == 15
    assert not batch.finished.any()
    assert not batch.returns.any()


def test_no_games_and_wrong_ones() -> None:
    game = load("freedom", size=4)
    for empty in (random_games(game, 0), of_moves(game, []), of_moves(game, [[]])):
        assert (len(empty), empty.planes().shape[0], empty.masks().shape) == (0, 0, (0, 17))
    with pytest.raises(IllegalMove):
        of_moves(game, [["a1", "d4"]])
