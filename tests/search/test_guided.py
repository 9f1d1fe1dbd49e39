"""Guided search: what its tree says of itself, limits, seeds and threads, and whole truths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.positions import random_state
from tests.search.test_solver import last, minimax

from livestone.core.game import Game, Jit
from livestone.core.rules import Search
from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.games.freedom.for_search import FreedomSearch
from livestone.search import guided_kernel
from livestone.search.alphabeta import AlphaBeta
from livestone.search.guided import Guidance, Guided, guides
from livestone.search.report import Limits

FOUR = load("freedom", size=4)
SIX = load("freedom", size=6)
GAMES = [FOUR, load("freedom", size=4, scoring="rows", last_cell="auto")]


def grown(game: Game, state: State, nodes: int, **options: Any) -> Any:
    """The nodes of the tree after a search, those in use, and what is proved of them."""
    search = Guided(game, megabytes=8, **options)
    last(search.search(state, Limits(nodes=nodes)))
    tree: Any = search._trees[0]
    used = tree.nodes[: tree._hands[0].used[0]]
    return used, tree.exact(used)[:, 0]


def test_only_games_with_evaluate_moves_are_guided() -> None:
    found = [name for name in catalogue() if guides(load(name))]
    assert "freedom" in found
    assert not {"straat", "haalmaa_3", "trangalla"} & set(found)


class WithoutQuickEvaluate(FreedomSearch):
    """Freedom that looks at every move whole."""

    def search(self, jit: Jit) -> Search:
        return super().search(jit)._replace(quick_evaluate=None)


@pytest.mark.slow
def test_without_a_glance_playouts_go_by_whole_looks() -> None:
    """So they say something else, and as much of what can be proved."""
    quick, whole = (
        last(Guided(game, seed=1).search(State(game), Limits(nodes=2_000)))
        for game in (SIX, WithoutQuickEvaluate(size=6))
    )
    assert whole.nodes == quick.nodes == 2_000
    assert whole.lines != quick.lines
    small = WithoutQuickEvaluate(size=4)
    ending = random_state(small, 1, 9)
    best = last(Guided(small).search(ending, Limits(nodes=5_000))).best
    assert best.proved
    assert best.value[0] == 0.5 + sign(minimax(ending)) / 2


def sign(lead: float) -> int:
    return int(lead > 0) - int(lead < 0)


@pytest.mark.parametrize("threads", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_near_the_end_it_plays_what_minimax_plays(game: Game, threads: int) -> None:
    search, proofs = Guided(game, megabytes=8, threads=threads), 0
    for seed in range(20):
        state = random_state(game, seed, 8 + seed % 5)
        if state.over or len(state.legal) < 2:
            continue
        best = last(search.search(state, Limits(nodes=5_000))).best
        lead = minimax(state)
        if best.proved:
            proofs += 1
            assert best.value[0] == 0.5 + sign(lead) / 2
        ahead = state.copy()
        ahead.play(best.move)
        assert sign(minimax(ahead)) == sign(lead)
    assert proofs > 5


def test_the_same_nodes_and_seed_give_the_same_answer() -> None:
    state = random_state(SIX, 3, 5)
    one, same, other = (
        last(Guided(SIX, seed=seed).search(state, Limits(nodes=2_000))) for seed in (1, 1, 2)
    )
    assert one.lines == same.lines
    assert one.lines != other.lines
    assert one.nodes == 2_000


@pytest.mark.parametrize("threads", [1, 2])
def test_it_ranks_every_move_and_tells_of_leads(threads: int) -> None:
    state = State(SIX)
    report = last(Guided(SIX, threads=threads).search(state, Limits(nodes=1_000)))
    assert report.nodes == 1_000
    assert sorted(line.move for line in report.lines) == sorted(state.legal)
    visits = [line.visits for line in report.lines]
    assert visits == sorted(visits, reverse=True)
    # Threads that count the same node at the same moment lose visits.
    assert sum(visits) == 999 if threads == 1 else 0 < sum(visits) < 1_000
    assert report.best.points is not None
    assert min(report.best.points) >= 0
    ahead = state.copy()
    for move in report.best.pv:
        ahead.play(move)


@pytest.mark.parametrize("contempt", [0.0, 0.3])
def test_a_node_knows_what_lies_below_it(contempt: float) -> None:
    settings = Guidance(contempt=contempt)
    (nodes, exact), inner = grown(SIX, random_state(SIX, 1, 20), 3_000, settings=settings), 0
    assert set(exact[nodes["proved"] != 0]) <= {0.0, 0.5 - contempt, 1.0}
    for node in nodes:
        span = slice(node["first"], node["first"] + node["children"])
        below = nodes[span]
        if not len(below):
            continue
        inner += 1
        assert below["prior"].sum() == pytest.approx(1, abs=1e-5)
        if node["proved"]:
            continue
        assert node["visits"] == below["visits"].sum() + 1
        hopes = np.where(below["proved"], exact[span], below["hope"])
        assert node["hope"] == (hopes.max() if node["mover"] == 0 else hopes.min())
    assert inner > 500


def test_threads_grow_one_tree_that_holds_together() -> None:
    state = random_state(SIX, 1, 8)
    search, opened = Guided(SIX, threads=3, reuse=True), 0
    for _ in range(2):
        report = last(search.search(state, Limits(nodes=4_000)))
        tree: Any = search._trees[0]
        nodes, todo = tree.nodes, [(0, state.copy())]
        while todo:
            at, here = todo.pop()
            below = range(nodes["first"][at], nodes["first"][at] + nodes["children"][at])
            if not below:
                continue
            opened += 1
            moves = nodes["move"][below.start : below.stop]
            assert sorted(moves) == sorted(here.legal)
            assert nodes["prior"][below.start : below.stop].sum() == pytest.approx(1, abs=1e-5)
            for child, move in zip(below, moves, strict=True):
                after = here.copy()
                after.play(int(move))
                if nodes["proved"][child] and after.over:
                    assert tree.exact(nodes[child])[0] == 0.5 + sign(_lead(after)) / 2
                todo.append((child, after))
        for move in report.best.pv[:2]:
            state.play(move)
    assert opened > 500


def _lead(state: State) -> float:
    return state.scores[0] - state.scores[1]


def test_what_looks_better_has_more_visits_at_first() -> None:
    nodes, _ = grown(SIX, random_state(SIX, 2, 8), 400)
    below = nodes[nodes[0]["first"] : nodes[0]["first"] + nodes[0]["children"]]
    assert below[below["prior"].argmax()]["visits"] > below[below["prior"].argmin()]["visits"]


def test_it_goes_on_from_its_last_tree() -> None:
    search, state = Guided(SIX, reuse=True), random_state(SIX, 4, 6)
    report = last(search.search(state, Limits(nodes=3_000)))
    known = next(line.visits for line in report.lines if line.move == report.move)
    state.play(report.move)
    again = last(search.search(state, Limits(nodes=1)))
    assert sum(line.visits for line in again.lines) == pytest.approx(known, abs=2)


def test_a_full_tree_still_plays_out() -> None:
    state = State(load("freedom", size=5))
    search = Guided(state.game, megabytes=0)
    report = last(search.search(state, Limits(nodes=3_000)))
    tree: Any = search._trees[0]
    assert tree._hands[0].used[0] <= len(tree.nodes)
    assert report.nodes == 3_000
    assert sum(line.visits for line in report.lines) == 2_999
    assert tree.stats_of(tree.root_moves())["playouts"].sum() == 2_999


@pytest.mark.slow
def test_plies_left_are_the_empty_cells() -> None:
    game = load("freedom", size=5, last_cell="always")
    for plies in (0, 7, 20):
        state = random_state(game, 1, plies)
        assert Guided(game).plies_left(state) == AlphaBeta(game).plies_left(state) == 25 - plies


def test_without_playouts_what_counts_is_what_a_move_leads_to() -> None:
    state = random_state(SIX, 5, 12)
    report = last(Guided(SIX, settings=Guidance(cut=0)).search(state, Limits(nodes=500)))
    assert report.move in state.legal


def test_contempt_avoids_draws_from_either_side() -> None:
    fair = Guided(SIX, seed=1, reuse=True)
    eager = Guided(SIX, seed=1, reuse=True, settings=Guidance(contempt=0.3))
    state = random_state(SIX, 1, 7)
    for _ in range(4):
        mover, limits = state.position.mover, Limits(nodes=2_000)
        even, low = (last(search.search(state, limits)).best for search in (fair, eager))
        assert low.value[mover] < even.value[mover]
        state.play(even.move)


def test_a_proved_draw_is_reported_as_one_despite_contempt() -> None:
    search, draws = Guided(FOUR, megabytes=8, settings=Guidance(contempt=0.3)), 0
    for seed in range(20):
        state = random_state(FOUR, seed, 9)
        report = last(search.search(state, Limits(nodes=20_000)))
        for line in report.lines:
            assert not line.proved or line.value[0] in (0.0, 0.5, 1.0)
            draws += line.proved and line.value[0] == 0.5
    assert draws > 5


def test_luck_chooses_by_the_exponential_of_worth() -> None:
    """Of moves with these worths each is best as often as its exponential says (Gumbel's trick)."""
    worths = np.array([0.0, 0.5, -1.0, 2.0])
    dice = np.random.default_rng(1)
    for luck in (0.3, 1.0):
        drawn = guided_kernel.luck_table()[dice.integers(guided_kernel.KINDS, size=(200_000, 4))]
        chosen = np.bincount((worths + luck * drawn).argmax(axis=1), minlength=4) / 200_000
        wanted = np.exp(worths / luck) / np.exp(worths / luck).sum()
        assert chosen == pytest.approx(wanted, abs=0.005)
