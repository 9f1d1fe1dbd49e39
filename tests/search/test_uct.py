"""UCT against the whole truth on small positions, and its limits, seeds, threads and proofs."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from tests.games import Shuttle, Twins

from livestone.core.game import Game, Jit, Position
from livestone.core.rules import Knobs, Search
from livestone.core.state import State
from livestone.games import load
from livestone.search.report import Limits, Report
from livestone.search.uct import Settings, Uct


def value_of(state: State) -> tuple[float, ...]:
    """Each player's share of a finished game."""
    players = state.game.players
    winners = state.winners or tuple(range(players))
    return tuple((player in winners) / len(winners) for player in range(players))


def max_n(state: State) -> tuple[float, ...]:
    """The exact value by trying everything: each mover maximises their own share."""
    if state.over:
        return value_of(state)
    mover = state.mover
    assert mover is not None
    best: tuple[float, ...] = ()
    for move in state.legal:
        state.play(move)
        value = max_n(state)
        state.undo()
        if not best or value[mover] > best[mover]:
            best = value
    return best


def near_the_end(game: Game, left: int, seed: int) -> State:
    """A position of random play with so many plies to go and, if there are several, a choice."""
    dice = random.Random(seed)
    while True:
        state = State(game)
        while not state.over:
            state.play(dice.choice(state.unsorted))
        for _ in range(min(left, state.ply)):
            state.undo()
        if left < 2 or len(state.legal) > 1:
            return state


def last(search: Uct, state: State, **limits: float) -> Report:
    """The final report; every search must end with exactly one."""
    reports = list(search.search(state, Limits(**limits)))
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
    return reports[-1]


class Promising(Shuttle):
    """Shuttle with priors: the highest number has the highest prior, good or bad."""

    id = "priors"

    def search(self, jit: Jit) -> Search:
        def move_priors(s: Position, moves: Any, n: int, hopes: Any) -> None:
            for at in range(n):
                hopes[at] = moves[at]

        return super().search(jit)._replace(move_priors=move_priors)


class Judged(Promising):
    """All is alike for twenty turns; then it is better to have left the first cell."""

    id = "judged"
    knobs = Knobs(alike=0.001)

    def search(self, jit: Jit) -> Search:
        def evaluate(s: Position, score: Any) -> None:
            score[0] = 0.97 if s.turn > 20 and s.cells[0] != 1 else 0.95
            score[1] = 1 - score[0]

        return super().search(jit)._replace(evaluate=evaluate)


@pytest.mark.parametrize(
    ("game", "left"),
    [
        (load("freedom", size=4), 7),
        (Twins(side=2), 6),
        (Shuttle(length=5, cap=8, repetition="draw"), 6),
        (Shuttle(length=5, cap=8, repetition="forbid"), 6),
        (Promising(length=5, cap=8), 6),
    ],
    ids=repr,
)
def test_proofs_are_the_exact_value(game: Game, left: int) -> None:
    search = Uct(game, seed=1, settings=Settings(wide=1, widen=0.1))
    for seed in range(8):
        state = near_the_end(game, left, seed)
        report = last(search, state, nodes=50_000)
        exact = max_n(state)
        assert report.best.proved
        assert report.best.value == exact
        mover = state.mover
        assert mover is not None
        state.play(report.move)
        assert max_n(state)[mover] == exact[mover]


@pytest.mark.parametrize(
    ("game", "left", "nodes"),
    [(load("freedom", size=4), 7, 300), (Twins(side=2, players=3), 5, 20_000)],
    ids=repr,
)
def test_every_proved_line_is_exact(game: Game, left: int, nodes: int) -> None:
    """Of three players, too, each maximises their own result."""
    search, proved = Uct(game, seed=3), 0
    for seed in range(12):
        state = near_the_end(game, left, seed)
        mover = state.mover
        assert mover is not None
        for line in last(search, state, nodes=nodes).lines:
            state.play(line.move)
            if line.proved:
                proved += 1
                assert line.value[mover] == pytest.approx(max_n(state)[mover])
            state.undo()
    assert proved > 0


def test_repetition_counts_on_the_line_that_led_here() -> None:
    """Two visits behind it, a position's third visit is a draw: the search must see that."""
    game = Shuttle(repetition="draw")
    state = State(game)
    for text in ["b1-c1", "f1-e1", "c1-b1", "e1-f1"] * 2:
        if not state.over:
            state.play(text)
    assert state.over
    assert state.repeated
    state.undo()
    report = last(Uct(game), state, nodes=2_000)
    back = next(line for line in report.lines if line.pv[0] == state.parse("e1-f1"))
    assert back.proved
    assert back.value == (0.5, 0.5)


def test_the_same_seed_and_nodes_give_the_same_report() -> None:
    game = load("freedom", size=6)
    state = near_the_end(game, 20, 0)
    one, same, other = (last(Uct(game, seed=seed), state, nodes=3_000) for seed in (5, 5, 6))
    assert one.lines == same.lines
    assert one.lines != other.lines


def test_a_move_does_not_depend_on_earlier_searches() -> None:
    game = load("freedom", size=6)
    state = State(game)
    used = Uct(game, seed=2)
    for _ in range(4):
        report = last(used, state, nodes=500)
        assert report.lines == last(Uct(game, seed=2), state, nodes=500).lines
        state.play(report.move)


def test_nodes_are_kept_to() -> None:
    game = load("freedom", size=6)
    for nodes in (1, 7, 1_000):
        report = last(Uct(game), State(game), nodes=nodes)
        assert report.nodes == nodes
        assert sum(line.visits for line in report.lines) in (nodes, nodes - 1)
    assert last(Uct(game, threads=3), State(game), nodes=1_000).nodes == 1_000
    # A full tree goes on without growing.
    assert last(Uct(game, megabytes=0), State(game), nodes=3_000).nodes == 3_000


def test_a_report_has_every_legal_move_once() -> None:
    game = load("freedom", size=4)
    state = State(game)
    for nodes in (1, 5, 5_000):
        lines = last(Uct(game), state, nodes=nodes).lines
        assert sorted(line.move for line in lines) == sorted(state.legal)
        for line in lines:
            assert line.pv[0] == line.move
            assert sum(line.value) == pytest.approx(1)
            played = state.copy()
            for move in line.pv:
                played.play(move)


def test_stop_or_a_deadline_ends_a_search() -> None:
    game = load("freedom", size=6)
    search = Uct(game)
    reports: list[Report] = []
    reports.extend(search.search(State(game), Limits(), lambda: len(reports) >= 2))
    assert reports[-1].final
    assert reports[0].nodes < reports[-1].nodes
    report = last(search, State(game), seconds=0.05)
    assert report.seconds >= 0.05
    assert report.nodes > 0


def test_leaving_a_search_early_leaves_it_usable() -> None:
    game = load("freedom", size=6)
    search = Uct(game, threads=2)
    assert len(list(islice(search.search(State(game), Limits()), 1))) == 1
    assert last(search, State(game), nodes=100).nodes == 100


def test_threads_find_the_same_proof() -> None:
    game = load("freedom", size=4)
    state = near_the_end(game, 8, 4)
    report = last(Uct(game, threads=2), state, nodes=100_000)
    assert report.best.proved
    assert report.best.value == max_n(state)


def test_forced_moves_are_answered_at_once_and_finished_games_refused() -> None:
    game = load("freedom", size=4)
    state = near_the_end(game, 1, 0)
    report = last(Uct(game), state)
    assert report.nodes == 0
    assert report.move == state.legal[0]
    state.play(report.move)
    with pytest.raises(ValueError, match="over"):
        next(Uct(game).search(state, Limits(nodes=1)))


def test_reuse_keeps_the_tree_below_the_moves_played() -> None:
    game = load("freedom", size=6)
    state = near_the_end(game, 20, 1)
    search = Uct(game, reuse=True)
    first = last(search, state, nodes=5_000)
    for move in first.best.pv[:2]:
        state.play(move)
    again = last(search, state, nodes=10)
    assert sum(line.visits for line in again.lines) > 100
    assert sorted(line.move for line in again.lines) == sorted(state.legal)
    # A position that does not follow starts from nothing.
    assert sum(line.visits for line in last(search, State(game), nodes=10).lines) <= 10


def test_playouts_can_be_cut_and_evaluated() -> None:
    game = Shuttle(repetition="draw")
    report = last(Uct(game, settings=Settings(cut=0)), State(game), nodes=200)
    assert report.nodes == 200
    assert all(0 <= value <= 1 for line in report.lines for value in line.value)


def test_moves_that_promise_more_are_looked_at_first() -> None:
    game = Promising(length=5, cap=8)
    state = State(game)
    best = max(state.legal)
    for visits, seen in ((3, {best}), (300, set(state.legal))):
        report = last(Uct(game, settings=Settings(wide=1, widen=0.3)), state, nodes=visits)
        assert {line.move for line in report.lines if line.visits} == seen
    everything = last(Uct(game, settings=Settings(wide=0)), state, nodes=3 * len(state.legal))
    assert all(line.visits for line in everything.lines)


def test_a_sure_winner_plays_the_highest_prior_of_moves_as_good() -> None:
    state = State(Judged())
    for best in ("b1-c1", "a1-c1"):
        for nodes in (20, 21, 40, 60):
            report = last(Uct(state.game, settings=Settings(cut=0)), state, nodes=nodes)
            assert state.game.wording.move_text(report.move) == best
            assert not report.best.proved
        for move in ("b1-c1", "f1-e1", "c1-b1", "e1-f1") * 6:
            state.play(move)


def test_without_proofs_only_the_last_ply_is_certain() -> None:
    game = load("freedom", size=4)
    state = near_the_end(game, 5, 2)
    assert last(Uct(game), state, nodes=3_000).best.proved
    report = last(Uct(game, settings=Settings(proofs=False)), state, nodes=3_000)
    assert not any(line.proved for line in report.lines)
    assert report.nodes == 3_000


class _Misere(Twins):
    """Declares its own winners."""

    id = "misere"

    def winners(self, scores: tuple[float, ...]) -> tuple[int, ...]:
        return (scores.index(min(scores)),)


def test_winners_that_a_search_does_not_know_are_refused() -> None:
    with pytest.raises(TypeError, match="_Misere declares its own winners"):
        Uct(_Misere())


class _Endless(Shuttle):
    """A game without an evaluation that random play may never end."""

    id = "endless"

    def search(self, jit: Jit) -> Search:
        return Search()


def test_playouts_that_do_not_end_count_as_draws() -> None:
    game = _Endless()
    report = last(Uct(game, settings=Settings(cut=1)), State(game), nodes=4)
    assert report.best.value == (0.5, 0.5)
