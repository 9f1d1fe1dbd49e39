"""Searches in a module grow the same trees as natively, bit for bit."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.portable.cases import FREEDOM, GAMES
from tests.portable.host import Host

from livestone.core.forms import position_converter
from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.portable.wrappers import REFUSED
from livestone.search import guided, guided_kernel, tree, uct
from livestone.search.alphabeta_kernel import INFINITE, UNTIL
from livestone.search.alphabeta_work import Work
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.table import new_table

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


def test_uct_is_pruned_the_same(host: Hosts) -> None:
    game = FREEDOM
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


def test_guided_search_grows_the_same_tree(host: Hosts) -> None:
    game = FREEDOM
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


def test_the_solver_answers_the_same(host: Hosts) -> None:
    game = FREEDOM
    state, rng = State(game), np.random.default_rng(2)
    while state.ply < len(game.board) - 10:
        state.play(int(rng.choice(state.unsorted)))
    solver = EndgameSolver(game, 1)
    solver.set_position(state)
    arrays = [solver._stack, solver._frames, solver._moves, solver._order, solver._memory]
    module = host(game)
    for goal in (-2, 0, 3):
        solver.ask(goal)
        others, until = copies([*arrays, solver._meter]), solver.nodes + 3000
        others[5][UNTIL] = until
        assert solver.go_on(until) == bool(module.call("solver_run", *others))
        same([*arrays, solver._meter], others)


def test_bounds_are_the_same_and_need_room_for_both(host: Hosts) -> None:
    game = FREEDOM
    form, module = game.for_solving, host(game)
    record = form.layout.new()
    form.plain.start(record)
    s, bounds = module.put(record), module.put(np.zeros(2, np.int32))
    for place, length in ((bounds, 0), (bounds, 1), (bounds, -1), (bounds, 2**30), (4, 2)):
        assert module.raw("solver_bounds", s, place, length) == -1
        assert module.raw("status") == REFUSED
    assert module.raw("solver_bounds", s, bounds, 2) == 0
    assert form.plain_search.bounds is not None
    assert tuple(module.view(bounds, np.int32, 2)) == form.plain_search.bounds(record)


@pytest.mark.parametrize("game", GAMES)
def test_alpha_beta_is_the_same(game: Game, host: Hosts) -> None:
    module = host(game)
    if "alphabeta_run" not in module.manifest["exports"]:
        return
    state, form = State(game), game.for_search
    work = Work(game, form, new_table(1))
    work.begin(state)
    for depth in (1, 2):
        work.open(depth, -INFINITE, INFINITE, ())
        work._meter[UNTIL] = work.nodes + 5000
        arrays = [work._stack, work._frames, work._moves, work._order, work._gains, work._lines]
        arrays += [work._table, work._keys, work._score, work._leads, work._meter]
        others = copies(arrays)
        done = work.run(work.nodes + 5000)
        words = others[0].view(np.uint64).reshape(len(others[0]), -1)
        assert module.call("alphabeta_run", others[0], words, *others[1:]) == done
        same(arrays[1:], others[1:])


@pytest.mark.parametrize("search", ["alphabeta", "solver"])
def test_positions_are_taken_into_the_forms_of_searches(host: Hosts, search: str) -> None:
    game = FREEDOM
    form = game.for_search if search == "alphabeta" else game.for_solving
    state, rng = State(game), np.random.default_rng(4)
    module = host(game)
    while not state.over:
        state.play(int(rng.choice(state.unsorted)))
        record, other = form.layout.array(1), form.layout.array(1)
        position_converter(game, form)(record[0], state.position)
        octets = other.view(np.uint8)
        position = np.frombuffer(state.position.tobytes(), np.uint8)
        assert module.call(f"{search}_convert", other.reshape(()), octets, position.copy()) == 0
        same([record], [other])
