"""Searches in a module grow the same trees as natively, bit for bit."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.search import alphabeta_work, endgame_solver, guided, guided_kernel, tree, uct
from livestone.search.endgame import EndgameSolver
from tests.portable.cases import GAMES
from tests.portable.host import Host

CAPACITY, PLAYOUTS = 50_000, 700
Hosts = Callable[[Game], Host]


def grown(game: Game, kind: Any, position: Any, settings: Any) -> Any:
    """A native tree before its first visit."""
    made = kind(game, CAPACITY)
    made.nodes[:] = np.zeros(1, made.nodes.dtype)[0]
    made.rng = seeded(5)
    made.plant(position, [])
    return made


def same(natively: list[Any], others: list[Any]) -> None:
    """Ask for the same bits in arrays; what lies between the fields of records does not count."""
    for mine, theirs in zip(natively, others, strict=True):
        for name in mine.dtype.names or [...]:
            assert mine[name].tobytes() == theirs[name].tobytes(), name


def copies(arrays: list[Any]) -> list[Any]:
    return [array.copy() for array in arrays]


@pytest.mark.parametrize("game", GAMES)
def test_uct_grows_the_same_tree(game: Game, host: Hosts) -> None:
    settings = uct.Settings().record(game)
    made = grown(game, uct.Tree, State(game).position, settings)
    arrays = [made.nodes, made.used, made._stack, made._keys, made._stats, made._averages, made.rng]
    others = copies(arrays)
    for part in made.parts(PLAYOUTS, settings):
        assert part() == PLAYOUTS
    nodes, used, stack, keys, stats, averages, rng = others
    words = stack.view(np.uint64).reshape(len(stack), -1)
    given = (nodes, used, stack, words, keys, 0, stats, averages)
    done = host(game).call("uct_grow", *given, PLAYOUTS, rng, np.asarray(settings))
    assert done == PLAYOUTS
    same(arrays, others)


@pytest.mark.parametrize("game", GAMES[:1])
def test_uct_is_pruned_the_same(game: Game, host: Hosts) -> None:
    settings = uct.Settings().record(game)
    made = grown(game, uct.Tree, State(game).position, settings)
    made.parts(PLAYOUTS, settings)[0]()
    root = int(made.nodes[0]["first"])
    into, other = np.zeros_like(made.nodes), np.zeros_like(made.nodes)
    used = tree.prune(kernels(game))(made.nodes, root, into)
    module = host(game)
    assert module.call("uct_prune", made.nodes, root, other) == used
    same([into], [other])
    assert module.call("uct_prune", made.nodes, CAPACITY, other) == -1
    assert module.call("uct_prune", made.nodes, root, other[:-1].copy()) == -1


@pytest.mark.parametrize("game", [*GAMES[0].values])
def test_guided_search_grows_the_same_tree(game: Game, host: Hosts) -> None:
    module, settings = host(game), guided.Guidance().record(game)
    luck = np.zeros(guided_kernel.KINDS)
    assert module.call("guided_luck", luck) == 0
    same([guided_kernel.luck_table()], [luck])
    made = grown(game, guided._Tree, State(game).position, settings)
    odds = np.zeros_like(made._odds)
    assert module.call("guided_odds", odds) == 0
    same([made._odds], [odds])
    hand = made._hands[0]
    arrays = [made.nodes, hand.used, hand.stack, hand.stats, hand.rng]
    nodes, used, stack, stats, rng = others = copies(arrays)
    made.parts(PLAYOUTS, settings)[0]()
    given = (nodes, used, stack, odds, luck, stats)
    assert module.call("guided_grow", *given, PLAYOUTS, rng, np.asarray(settings)) == PLAYOUTS
    same(arrays, others)


@pytest.mark.parametrize("game", [*GAMES[0].values])
def test_the_solver_answers_the_same(game: Game, host: Hosts) -> None:
    state, rng = State(game), np.random.default_rng(2)
    while state.ply < len(game.board) - 10:
        state.play(int(rng.choice(state.unsorted)))
    solver = EndgameSolver(game, 1)
    solver.set_position(state)
    arrays = [solver._stack, solver._frames, solver._moves, solver._order, solver._memory]
    module = host(game)
    for goal in (-2, 0, 3):
        solver.ask(goal)
        others = copies([*arrays, solver._meter])
        assert solver.go_on(solver.nodes + 3000) == bool(_solve(module, others, solver.nodes))
        same([*arrays, solver._meter], others)


def _solve(module: Host, arrays: list[Any], nodes: int) -> int:
    arrays[5][2] = nodes + 3000
    return module.call("solver_run", *arrays)


@pytest.mark.parametrize("game", GAMES)
def test_alpha_beta_is_the_same(game: Game, host: Hosts) -> None:
    module = host(game)
    if "alphabeta_run" not in module.manifest["exports"]:
        return
    state, form = State(game), game.for_search
    work = alphabeta_work.Work(game, form, alphabeta_work.np.zeros(64, alphabeta_work.ENTRY))
    work.begin(state)
    for depth in (1, 2):
        work.open(depth, -(2**30), 2**30, ())
        work._meter[2] = work.nodes + 5000
        arrays = [work._stack, work._frames, work._moves, work._order, work._gains, work._lines]
        arrays += [work._table, work._keys, work._score, work._leads, work._meter]
        others = copies(arrays)
        done = work.run(work.nodes + 5000)
        words = others[0].view(np.uint64).reshape(len(others[0]), -1)
        assert module.call("alphabeta_run", others[0], words, *others[1:]) == done
        same(arrays[1:], others[1:])


@pytest.mark.parametrize("game", [*GAMES[0].values])
@pytest.mark.parametrize("search", ["alphabeta", "solver"])
def test_positions_are_taken_into_the_forms_of_searches(
    game: Game, host: Hosts, search: str
) -> None:
    form = game.for_search if search == "alphabeta" else game.for_solving
    state, rng = State(game), np.random.default_rng(4)
    module = host(game)
    while not state.over:
        state.play(int(rng.choice(state.unsorted)))
        record, other = form.layout.array(1), form.layout.array(1)
        endgame_solver.position_converter(game, form)(record[0], state.position)
        octets = other.view(np.uint8)
        position = np.frombuffer(state.position.tobytes(), np.uint8)
        assert module.call(f"{search}_convert", other.reshape(()), octets, position.copy()) == 0
        same([record], [other])
