"""Freedom: worked positions, a second implementation, and figures from an independent program."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.freedom_oracle import BLACK, WHITE, Cell, Freedom
from tests.rules.positions import played
from tests.rules.refusing import refuses

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.playouts import count_turns, random_games
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load

SCORINGS = ("stones", "rows")
LAST_CELLS = ("choice", "auto", "always")
OPTIONS = tuple(product(SCORINGS, LAST_CELLS))
COLOURS = (WHITE, BLACK)

# Counts of stone sequences from the empty board, by the implementation in freedom_oracle.py.
PERFT = {
    4: (16, 84, 408, 1764, 7000, 25464, 86720, 277424),
    5: (25, 144, 768, 3768, 17784, 79528),
    6: (36, 220, 1240, 6508, 33288, 165260),
    7: (49, 312, 1824, 9984, 53512),
    8: (64, 420, 2520, 14196, 78456),
    9: (81, 544, 3328, 19144, 108120),
    10: (100, 684, 4248, 24828, 142504),
}


def name(cell: Cell | None) -> str:
    return "pass" if cell is None else f"{'abcdefghijklmnop'[cell[0]]}{cell[1] + 1}"


def setup(game: Game, stones: dict[Cell, str], mover: str = WHITE, last: Any = None) -> Any:
    """A position with these stones, however they came there."""
    s = runtime(game).start()
    for cell, colour in stones.items():
        s.cells[game.board.site[name(cell)]] = COLOURS.index(colour) + 1
    if last is not None:
        s.last = game.board.site[name(last)]
    s.mover = COLOURS.index(mover)
    runtime(game).derive(s)
    return s


def picture(rows: str) -> dict[Cell, str]:
    """Stones drawn as ``w`` and ``b``, the top row first."""
    letters = {"w": WHITE, "b": BLACK}
    return {
        (x, y): letters[letter]
        for y, row in enumerate(reversed(rows.split("/")))
        for x, letter in enumerate(row)
        if letter in letters
    }


def scores(stones: dict[Cell, str], size: int, scoring: str) -> tuple[float, ...]:
    game = load("freedom", size=size, scoring=scoring)
    return runtime(game).scores(setup(game, stones))


# Worked positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "stones", "by_rows"),
    [
        pytest.param("..../..../www./....", 0, 0, id="three give nothing"),
        pytest.param("..../..../wwww/....", 4, 4, id="a row"),
        pytest.param("w.../w.../w.../w...", 4, 4, id="a column"),
        pytest.param("w.../.w../..w./...w", 4, 4, id="a falling diagonal"),
        pytest.param("...w/..w./.w../w...", 4, 4, id="a rising diagonal"),
        pytest.param("...../wwwww/...../...../.....", 0, 0, id="five give nothing"),
        pytest.param("wwww./....w/....w/....w/....w", 8, 8, id="two fours apart"),
        pytest.param("wwww/w.../w.../w...", 7, 8, id="a corner stone in two fours"),
        pytest.param("w..../w..../wwwww/w..../.....", 4, 4, id="a four crossing a five"),
        pytest.param("wwww/wwww/wwww/wwww", 16, 40, id="every line of a full board of one colour"),
        pytest.param("wwwbww/....../....../....../....../......", 0, 0, id="a broken row"),
        pytest.param("bwwwwb/....../....../....../....../......", 4, 4, id="a blocked four"),
        pytest.param(
            "wwww..../......../......../....wwww/......../......../......../........", 8, 8,
            id="at both edges",
        ),
        pytest.param(
            "...w..../w......./......../......../......../......../......../www....w", 0, 0,
            id="a row does not run on at the other edge",
        ),
        # As in igGameCenter's picture: three fours, two of which share a stone.
        pytest.param(
            "......../.wwww.../....w.../....w.../....w.../......../..wwww../........", 11, 12,
            id="eleven live stones",
        ),
    ],
)  # fmt: skip
def test_worked_scores(rows: str, stones: int, by_rows: int) -> None:
    size, white = rows.count("/") + 1, picture(rows)
    black = dict.fromkeys(white, BLACK) | {
        cell: WHITE for cell, colour in white.items() if colour == BLACK
    }
    for scoring, points in (("stones", stones), ("rows", by_rows)):
        assert scores(white, size, scoring)[0] == points
        assert scores(black, size, scoring)[1] == points


def test_live_stones_are_marked() -> None:
    game = load("freedom", size=5)
    stones = picture("w..../w..../wwwww/w..../bbb..")
    marked = runtime(game).marks(setup(game, stones))
    assert {game.board.names[site] for site in marked} == {"a2", "a3", "a4", "a5"}


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("sign", [1, 0, -1])
def test_the_choice_is_offered_exactly_when_filling_would_cost(sign: int, scoring: str) -> None:
    """5x5, White on the last cell e1: it makes a four, does nothing, or makes five of a four."""
    bottom = {1: "bwww.", 0: "wbww.", -1: "wwww."}[sign]
    stones = picture(f"bwbwb/bwbbw/wbwbb/wwbbb/{bottom}")
    for last_cell in LAST_CELLS:
        game = load("freedom", size=5, scoring=scoring, last_cell=last_cell)
        position = setup(game, stones, WHITE, (3, 1))
        before = runtime(game).scores(position)
        state = State(game, position)
        if last_cell == "auto":
            assert state.over
            continue
        offered = {"e1", "pass"} if last_cell == "choice" and sign < 0 else {"e1"}
        assert set(state.legal_texts) == offered
        state.play("e1")
        assert state.over
        assert np.sign(state.scores[0] - before[0]) == sign
        assert state.scores[1] == before[1]
        if "pass" in offered:
            state.undo()
            state.play("pass")
            assert state.over
            assert state.scores == before
            assert "e1" not in state.view().cells


def test_passing_is_refused_with_the_reason() -> None:
    state = State(load("freedom", size=4))
    refuses(state, "pass", IllegalMove, "only the last cell may be left empty")
    game = load("freedom", size=5)
    stones = picture("bwbwb/bwbbw/wbwbb/wwbbb/wbww.")
    state = State(game, setup(game, stones, WHITE, (3, 1)))
    refuses(state, "pass", IllegalMove, "only when filling it would cost points")


@pytest.mark.parametrize(
    ("before", "move", "error", "reason"),
    [
        ("", "k1", MoveSyntaxError, "write one like 'a1'"),
        ("", "E5", MoveSyntaxError, "'E5' is not a move of this game"),
        ("", "e11", MoveSyntaxError, "is not a move"),
        ("", "", MoveSyntaxError, "'' is not a move"),
        ("e5", "e5", IllegalMove, "e5 is occupied"),
        ("e5", "g5", IllegalMove, "g5 is not next to e5, the last stone"),
        ("e5 e6", "e4", IllegalMove, "e4 is not next to e6, the last stone"),
    ],
)
def test_refusals(before: str, move: str, error: type[Exception], reason: str) -> None:
    refuses(played(load("freedom"), before), move, error, reason)


def test_the_freeplay_preset() -> None:
    assert load("freedom", preset="freeplay") == load("freedom", scoring="rows", last_cell="auto")
    assert load("freedom", preset="freeplay", scoring="rows", size=8).option["size"] == 8


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4/4/4/4 b", "other player's turn"),
        ("4/4/4/4 w last=a1", "left out on an empty board only"),
        ("4/4/4/w3 b", "must be left out on an empty board only"),
        ("4/4/4/w3 b last=a2", "the last stone placed cannot be on a2"),
        ("4/4/4/w3 w last=a1", "other player's turn"),
        ("4/4/4/ww2 b last=a1", "2 white and 0 black stones cannot have been placed in turns"),
        ("4/4/4/bw2 w last=b1", "the last stone placed cannot be on b1"),
        ("4/4/4/w3 b last=a1 passed=1", "passed is 0, or 1 when"),
        ("wbwb/bwbw/wbwb/wbw1 w last=a1 passed=1", "costs nothing"),
        ("4/4/4/w3 b last=e5", "names no site"),
        ("4/4/4/x3 b last=a1", "is no piece: use w, b"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load("freedom", size=4), text)


# Against the second implementation --------------------------------------------------------------


@pytest.mark.parametrize(
    "size",
    [size if size in (4, 10) else pytest.param(size, marks=pytest.mark.slow) for size in PERFT],
)
def test_perft_of_compiled_rules(size: int) -> None:
    state = State(load("freedom", size=size))
    built, depths = kernels(state.game), range(1, len(PERFT[size]) + 1)
    found = [count_turns(built, state.position, state.history, depth) for depth in depths]
    assert tuple(found) == PERFT[size]


@pytest.mark.parametrize("size", PERFT)
@pytest.mark.parametrize("most", [2, pytest.param(9, marks=pytest.mark.slow)])
def test_perft_table_is_the_second_implementations(size: int, most: int) -> None:
    oracle = Freedom(size, "stones", "choice")
    for depth, count in enumerate(PERFT[size][:most], 1):
        assert oracle.perft(depth) == count


@pytest.mark.parametrize(("scoring", "last_cell"), OPTIONS)
@pytest.mark.parametrize("size", [4, 5, 7, 10])
def test_whole_games_ply_by_ply(size: int, scoring: str, last_cell: str) -> None:
    """Legal moves, scores and the end, in random games."""
    rng = Random(f"{size} {scoring} {last_cell}")
    for _ in range(2 if size < 6 else 1):
        state = State(load("freedom", size=size, scoring=scoring, last_cell=last_cell))
        oracle = Freedom(size, scoring, last_cell)
        while True:
            assert set(state.legal_texts) == {name(move) for move in oracle.legal()}
            assert state.scores == (oracle.score(WHITE), oracle.score(BLACK))
            assert state.over == oracle.over
            assert state.view().cells == {name(at): who for at, who in oracle.stones.items()}
            if state.over:
                break
            move = rng.choice(sorted(oracle.legal(), key=str))
            state.play(name(move))
            oracle.play(move)
        best = max(state.scores)
        winners = tuple(player for player in (0, 1) if state.scores[player] == best)
        assert state.winners == (() if len(winners) == 2 else winners)


@pytest.mark.parametrize(("scoring", "last_cell"), OPTIONS)
def test_every_end_where_filling_may_cost(scoring: str, last_cell: str) -> None:
    """Boards with three cells left, one of which would make five stones of a row of four."""
    rng = Random(f"costs {scoring} {last_cell}")
    seen: Counter[str] = Counter()
    for round_ in range(24):
        size, colour = 5 + round_ % 2, COLOURS[round_ // 2 % 2]
        oracle = Freedom(size, scoring, last_cell)
        oracle.stones = {cell: rng.choice(COLOURS) for cell in sorted(oracle.empty())}
        row = [(x, round_ % size) for x in range(5)]
        oracle.stones |= dict.fromkeys(row, colour)
        if size > 5:
            oracle.stones[5, round_ % size] = COLOURS[1 - COLOURS.index(colour)]
        others = sorted(set(oracle.stones) - set(row))
        for cell in (rng.choice((row[0], row[4])), *rng.sample(others, 2)):
            del oracle.stones[cell]
        oracle.last = rng.choice(sorted(oracle.stones))
        game = load("freedom", size=size, scoring=scoring, last_cell=last_cell)
        compare_ends(State(game, setup(game, oracle.stones, WHITE, oracle.last)), oracle, seen)
    assert seen["filled"]
    assert bool(seen["left empty"]) == (last_cell != "always")


def compare_ends(state: State, oracle: Freedom, seen: Counter[str]) -> None:
    assert set(state.legal_texts) == {name(move) for move in oracle.legal()}
    assert state.scores == (oracle.score(WHITE), oracle.score(BLACK))
    assert state.over == oracle.over
    if state.over:
        seen["left empty" if oracle.empty() else "filled"] += 1
        return
    for move in oracle.legal():
        twin = oracle.copy()
        twin.play(move)
        state.play(name(move))
        compare_ends(state, twin, seen)
        state.undo()


# Figures ----------------------------------------------------------------------------------------


def test_random_play_figures() -> None:
    """White wins 46.3 % and 8.2 % are drawn on 10x10, by an independent program (600,000 games).

    The seed is fixed, so that this always gives the same answer; the tolerance is four standard
    errors of both samples and the rounding.
    """
    game = load("freedom", last_cell="always")
    stack, wins, games = game.layout.array(2), np.zeros(3), 50_000
    stack[0] = runtime(game).start()
    plies = random_games(kernels(game))(stack, games, 200, seeded(1), wins)
    assert plies == 100 * games
    assert wins.sum() == games
    for found, expected in ((wins[0] / games, 0.463), (wins[2] / games, 0.082)):
        error = (expected * (1 - expected) * (1 / games + 1 / 600_000)) ** 0.5
        assert abs(found - expected) < 4 * error + 0.0005
