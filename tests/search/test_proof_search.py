"""Proved leads against plain minimax, in pieces of any size, and again from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.positions import random_state
from tests.search.test_solver import minimax

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.games import load
from livestone.search.proof_search import ProofSearch, Stopped

SIZES, SCORINGS, LAST_CELLS = (4, 5, 6), ("stones", "rows"), ("choice", "auto", "always")


def equals_minimax(game: Game, seeds: range) -> None:
    """Positions with one to six empty cells, whole and in tiny pieces."""
    compile_rules(game)
    search, pieces = ProofSearch(game, megabytes=1), ProofSearch(game, megabytes=0, piece=3)
    for seed in seeds:
        state = random_state(game, seed, len(game.board) - 1 - seed % 6)
        if state.over:
            continue
        before, lead = state.text, minimax(state)
        for prover in (search, pieces):
            proved = prover.margin(state)
            assert (proved.low, proved.high) == (lead, lead)
            assert state.text == before
        if seed % 10 == 5:
            won = ProofSearch(game, megabytes=0).margin(state, -1, 1)
            assert (won.low > 0, won.high < 0) == (lead > 0, lead < 0)
            assert won.exact or won.low > 0 or won.high < 0


@pytest.mark.parametrize(
    ("scoring", "last_cell"),
    [("stones", "choice"), pytest.param("rows", "auto", marks=pytest.mark.slow)],
)
def test_leads_equal_minimax(scoring: str, last_cell: str) -> None:
    equals_minimax(load("freedom", size=5, scoring=scoring, last_cell=last_cell), range(48))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("last_cell", LAST_CELLS)
def test_thousands_of_leads_equal_minimax(size: int, scoring: str, last_cell: str) -> None:
    equals_minimax(load("freedom", size=size, scoring=scoring, last_cell=last_cell), range(240))


@pytest.mark.parametrize("scoring", ["stones", pytest.param("rows", marks=pytest.mark.slow)])
def test_small_boards_are_drawn_after_every_first_move(scoring: str) -> None:
    game = load("freedom", size=5, scoring=scoring)
    search, state = ProofSearch(game), State(game)
    for move in state.legal:
        state.play(move)
        assert search.margin(state).low == 0
        assert search.margin(state).exact
        state.undo()
    assert len({id(search.proved(child)) for child in children(state)}) == 6, "reflections are one"


def children(state: State) -> list[State]:
    found = []
    for move in state.legal:
        child = state.copy()
        child.play(move)
        found.append(child)
    return found


def test_what_was_proved_is_read_again(tmp_path: Path) -> None:
    """Also where the last line was cut short, and into a proof in other pieces."""
    game = load("freedom", size=5)
    file, state = tmp_path / "claims.jsonl", random_state(game, 5, 9)
    stop_at = 3_000

    def check(nodes: int) -> None:
        if nodes > stop_at:
            raise Stopped

    first = ProofSearch(game, megabytes=1, piece=500, file=file, check=check)
    with pytest.raises(Stopped):
        first.margin(state)
    first.close()
    with file.open("a") as sink:
        sink.write('{"text": "5/5')
    again = ProofSearch(game, megabytes=1, piece=500, file=file)
    assert 0 < again.resumed <= len(file.read_text().splitlines()) - 1
    lead = again.margin(state)
    assert lead.exact
    assert lead == ProofSearch(game, megabytes=1).margin(state)
    again.close()
    last = ProofSearch(game, megabytes=1, file=file)
    last.margin(state)
    assert last.solver.nodes == 0, "it was all in the file"
    last.close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file, game = tmp_path / "other.jsonl", load("freedom", size=5)
    for text in ("Dear diary\n", '{"format": "livestone-claims-1", "game": "straat"}\n'):
        file.write_text(text)
        with pytest.raises(BadRequest, match=r"other\.jsonl.*(no checkpoint of|not a file of)"):
            ProofSearch(game, megabytes=1, file=file)
        assert file.read_text() == text


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file, game = tmp_path / "claims.jsonl", load("freedom", size=5)
    ProofSearch(game, megabytes=1, file=file).close()
    whole = file.read_text()
    for line in ("{}", '{"text": "no position", "low": 0, "high": 0}', '{"text": 5}'):
        file.write_text(f"{whole}{line}\n")
        with pytest.raises(BadRequest, match="damaged in line 2"):
            ProofSearch(game, megabytes=1, file=file)
