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
# What the second solver is asked in the quick tests: so many puzzles of each game, of few plies.
SAMPLE, PLIES = 1, 6


def work(puzzle: Puzzle) -> tuple[int, int]:
    """About how much there is to try: the plies to the end, and the moves at each."""
    moves = len(puzzle.state().legal)
    plies = (2 * puzzle.turns + (puzzle.goal == "hold")) if puzzle.turns else len(puzzle.line)
    return plies, moves


def small(game: str) -> list[Puzzle]:
    """The puzzles of a game that take least."""
    found = sorted(shipped(find(game)), key=work)[:SAMPLE]
    return [puzzle for puzzle in found if work(puzzle)[0] <= PLIES]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_second_solver_finds_the_same_moves(game: str) -> None:
    for puzzle in small(game):
        compile_rules(puzzle.chosen())
        assert right_moves(puzzle) == {*puzzle.best}, puzzle.text


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_a_second_solver_finds_the_same_moves_in_all(game: str) -> None:
    for puzzle in shipped(find(game)):
        compile_rules(puzzle.chosen())
        assert right_moves(puzzle) == {*puzzle.best}, puzzle.text


@pytest.mark.parametrize("game", SHIPPED)
def test_every_line_is_legal_and_begins_with_a_best_move(game: str) -> None:
    for puzzle in shipped(find(game)):
        state = puzzle.state()
        assert puzzle.game == game
        assert puzzle.text == state.text
        assert {*puzzle.best} < {*state.legal_texts}
        assert puzzle.line[0] in puzzle.best
        for move in puzzle.line:
            state.play(move)
        assert puzzle.goal == "hold" or (state.over and state.scores == puzzle.result)


@pytest.mark.parametrize("game", SHIPPED)
def test_none_is_there_twice_even_in_a_mirror(game: str) -> None:
    names = [(str(puzzle.options), likeness(puzzle.state())) for puzzle in shipped(find(game))]
    assert len({*names}) == len(names)


@pytest.mark.parametrize("game", SHIPPED)
def test_there_are_enough(game: str) -> None:
    assert len(shipped(find(game))) >= COUNTS.get(game, COUNT)


def test_all_files_together_are_small() -> None:
    files = [data_file(find(game), FILE) for game in SHIPPED]
    assert sum(file.stat().st_size for file in files if file.is_file()) < ALL_KILOBYTES * 1024


@pytest.mark.parametrize("game", SHIPPED)
def test_the_files_are_small(game: str) -> None:
    file = data_file(find(game), FILE)
    if file.is_file():
        assert len(gzip.compress(file.read_bytes())) < KILOBYTES * 1024
