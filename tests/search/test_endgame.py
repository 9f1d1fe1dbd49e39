"""The solver beside alpha-beta: exact where it answers, within the limits, never a worse move."""

from __future__ import annotations

import pytest
from tests.positions import random_state
from tests.search.test_solver import last, minimax

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame import Endgame, Proof, made_sure
from livestone.search.guided import Guided
from livestone.search.report import Limits, Line, Report

GAMES = [
    load("freedom", size=4),
    pytest.param(load("freedom", size=4, scoring="rows", last_cell="auto"), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("game", GAMES)
def test_a_proof_is_what_minimax_says(game: Game) -> None:
    search = Endgame(game, megabytes=1)
    for seed in range(40):
        state = random_state(game, seed, 7 + seed % 4)
        if state.over:
            continue
        report = last(search.search(state, Limits(nodes=1_000_000)))
        best = report.best
        assert best.proved
        assert best.points is not None
        lead = minimax(state)
        assert best.points[0] - best.points[1] == lead
        first = 0.5 + (lead > 0) / 2 - (lead < 0) / 2
        assert best.value == (first, 1 - first)
        ahead = state.copy()
        for move in best.pv:
            ahead.play(move)
        assert ahead.over or len(best.pv) > 1
        assert minimax(ahead) == lead


def test_limits_hold_and_the_same_nodes_give_the_same_answer() -> None:
    game = load("freedom", size=5)
    state = random_state(game, 3, 5)
    told = [last(Endgame(game).search(state, Limits(nodes=1_000))) for _ in range(2)]
    assert told[0].nodes <= 1_000 + game.max_moves + 1
    assert told[0].final
    assert told[0].lines == told[1].lines


def test_far_from_the_end_and_for_several_lines_alpha_beta_answers_alone() -> None:
    game = load("freedom", size=5)
    for state, limits in [
        (State(game), Limits(nodes=100)),
        (random_state(game, 1, 16), Limits(nodes=20_000, lines=2)),
        (random_state(game, 1, 16), Limits(nodes=20_000, depth=3)),
    ]:
        mixed = last(Endgame(game).search(state, limits))
        alone = last(AlphaBeta(game).search(state, limits))
        assert (mixed.lines, mixed.depth, mixed.nodes) == (alone.lines, alone.depth, alone.nodes)


def test_a_stopped_search_has_a_move() -> None:
    game = load("freedom", size=5)
    state = random_state(game, 5, 2)
    asked = iter([False] * 2 + [True] * 1000)
    report = last(Endgame(game).search(state, Limits(), lambda: next(asked)))
    assert report.final
    assert report.move in state.legal


def test_questions_go_from_who_wins_to_by_how_much() -> None:
    assert Proof(-20, 20).goal(3.2) == 1
    assert Proof(-20, 0).goal(3.2) == 0
    assert Proof(1, 20).goal(3.2) == 3
    assert Proof(3, 20).goal(3.2) == 4
    assert Proof(-20, 20).goal(-5.0) == 0
    assert Proof(0, 20).goal(-5.0) == 1
    assert Proof(-20, -1).goal(-5.0) == -5
    assert Proof(-20, -6).goal(-5.0) == -6
    assert Proof(2, 2).exact
    assert not Proof(2, 3).exact


def test_a_sure_win_is_played_and_a_sure_draw_only_where_no_more_is_in_sight() -> None:
    state = State(load("freedom", size=4))
    hoped, sure = state.legal[0], state.legal[1]

    def played(proof: Proof, lead: float) -> int:
        line = Line(hoped, (0.6, 0.4), 1, (hoped,), points=(5 + lead / 2, 5 - lead / 2))
        return made_sure(Report((line,), 1, 0.0), proof, state).move

    assert played(Proof(1, 9, sure), 4.0) == sure
    assert played(Proof(0, 9, sure), 4.0) == hoped
    assert played(Proof(0, 9, sure), -1.0) == sure
    assert played(Proof(-9, -1), -1.0) == hoped


def test_in_a_proved_draw_the_most_tempting_move_keeps_it() -> None:
    game = load("freedom", size=4)
    plain = Endgame(game, megabytes=1, evaluator=Guided(game, megabytes=8))
    tempting = Endgame(game, megabytes=1, evaluator=Guided(game, megabytes=8), tempts=True)
    drawn, other = 0, 0
    for seed in range(36):
        state = random_state(game, seed, 8 + seed % 2)
        if state.over or len(state.legal) < 2 or minimax(state) != 0:
            continue
        # So few nodes that the evaluator has not proved it all by itself.
        first, second = (
            last(search.search(state, Limits(nodes=2_000))).best for search in (plain, tempting)
        )
        if first.proved and second.proved:
            drawn += 1
            other += first.move != second.move
            assert second.value == (0.5, 0.5)
            assert second.pv[0] == second.move
            state.play(second.move)
            assert minimax(state) == 0
    assert drawn > 5
    assert other > 0


@pytest.mark.parametrize("kind", [AlphaBeta, Guided])
def test_with_two_threads_the_solver_works_beside_the_evaluator(
    kind: type[AlphaBeta | Guided],
) -> None:
    game = load("freedom", size=5)
    search = Endgame(game, megabytes=1, evaluator=kind(game, megabytes=8, threads=2))
    state = random_state(game, 4, 14)
    *_, report = search.search(state, Limits())
    alone = last(Endgame(game).search(state, Limits(nodes=10_000_000)))
    assert report.best.proved
    assert alone.best.proved
    assert report.best.value == alone.best.value
    assert report.final


def test_a_search_left_early_has_its_threads_back() -> None:
    game = load("freedom", size=6)
    evaluator = Guided(game, megabytes=8, threads=2)
    search = Endgame(game, megabytes=1, evaluator=evaluator)
    state = random_state(game, 4, 3)
    running = search.search(state, Limits(seconds=3))
    report = next(report for report in running if evaluator.threads == 1)
    assert not report.final
    running.close()
    assert evaluator.threads == 2
    report = last(search.search(state, Limits(seconds=0.2)))
    assert report.final
    assert report.move in state.legal
