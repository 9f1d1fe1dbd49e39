"""The puzzles that games ship with: proved again by a second solver, none twice, and small."""

from __future__ import annotations

import gzip

import pytest
from tests.games import SHIPPED
from tests.puzzles.plain import right_moves

from livestone.core.runtime import compile_rules
from livestone.games import data_file, find
from livestone.puzzles.puzzle import FILE, Puzzle, likeness, shipped

KILOBYTES, ALL_KILOBYTES = 30, 400
# How many puzzles a game has at least.
COUNT, COUNTS = 30, {"freedom": 300}
# In the quick tests the second solver is asked about a puzzle with at most so many positions.
POSITIONS = 2_000
GAMES = pytest.mark.parametrize("game", SHIPPED)


def work(puzzle: Puzzle) -> int:
    """About how many positions there are to try: as many plies as to the end, with these moves."""
    moves = len(puzzle.state().legal)
    plies = (2 * puzzle.turns + (puzzle.goal == "hold")) if puzzle.turns else len(puzzle.line)
    return int(moves**plies)


def check(puzzle: Puzzle) -> None:
    compile_rules(puzzle.chosen())
    assert right_moves(puzzle) == {*puzzle.best}, puzzle.text


@GAMES
def test_a_second_solver_finds_the_same_moves(game: str) -> None:
    smallest = min(shipped(find(game)), key=work)
    if work(smallest) <= POSITIONS:
        check(smallest)


@pytest.mark.slow
@GAMES
def test_a_second_solver_finds_the_same_moves_in_all(game: str) -> None:
    for puzzle in shipped(find(game)):
        check(puzzle)


@GAMES
def test_every_line_is_legal_and_no_puzzle_is_there_twice_even_in_a_mirror(game: str) -> None:
    names = []
    for puzzle in shipped(find(game)):
        state = puzzle.state()
        names.append((str(puzzle.options), likeness(state)))
        assert puzzle.game == game
        assert puzzle.text == state.text
        assert {*puzzle.best} < {*state.legal_texts}
        assert puzzle.line[0] in puzzle.best
        for move in puzzle.line:
            state.play(move)
        assert puzzle.goal == "hold" or (state.over and state.scores == puzzle.result)
    assert len({*names}) == len(names) >= COUNTS.get(game, COUNT)


def test_the_files_are_small() -> None:
    files = [file for game in SHIPPED if (file := data_file(find(game), FILE)).is_file()]
    assert all(len(gzip.compress(file.read_bytes())) < KILOBYTES * 1024 for file in files)
    assert sum(file.stat().st_size for file in files) < ALL_KILOBYTES * 1024
