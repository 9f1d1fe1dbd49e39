"""A module's rules are those of Python, and so is what its searches share, whatever is passed."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.portable.cases import CHOICES, FREEDOM
from tests.portable.host import U64, Host

from livestone.compiler.wrappers import REFUSED
from livestone.core import playouts
from livestone.core.game import Game
from livestone.core.kernels import kernels, referee_entries
from livestone.core.random import seeded
from livestone.core.repetition import DEPTH, THIRD, history_array
from livestone.core.state import State
from livestone.search import tree, uct

MAX_PLIES = 150
MAX_WAYS = 1000
FAILED = 3
CAPACITY, PLAYOUTS = 50_000, 700
Hosts = Callable[[Game], Host]


class Same:
    """Calls a rule natively and in the module, and asks for the same result and arrays."""

    def __init__(self, game: Game, host: Host) -> None:
        self.host, self.native = host, kernels(game)
        self.names = {*self.native.rule_names} & {*host.manifest["exports"]}

    def __call__(self, name: str, record: Any, *more: Any) -> Any:
        if name not in self.names:
            return None
        others = [record.copy(), *(np.copy(part) if np.ndim(part) else part for part in more)]
        expected = self.native.rule(name)(record[0], *more)
        result = self.host.call(name, _record(others[0]), *others[1:])
        assert result == (0 if expected is None else int(expected))
        for mine, theirs in zip((record, *more), others, strict=True):
            assert np.asarray(mine).tobytes() == np.asarray(theirs).tobytes(), name
        return expected


def _record(array: Any) -> Any:
    """One record, which is passed by its pointer alone."""
    return array.reshape(())


@pytest.mark.parametrize("game", CHOICES)
def test_random_games_are_the_same_ply_by_ply(game: Game, host: Hosts) -> None:
    same = Same(game, host(game))
    rng = np.random.default_rng(1)
    for _ in range(3):
        s = game.layout.array(1)
        same("start", s)
        for ply in range(MAX_PLIES):
            out, score = np.zeros(game.max_moves + 1, np.int32), np.zeros(game.players)
            n = same("moves", s, out)
            same("outcome", s.copy(), score)
            same("evaluate", s.copy(), np.zeros(game.players))
            same("marks", s.copy(), np.zeros(len(game.board), np.int8))
            same("derive", s.copy())
            for viewer in range(-1, game.players):
                seen = s.copy()
                same("observe", seen, viewer)
                same("determinise", seen, max(viewer, 0), seeded(ply))
            if n == 0:
                break
            same("play", s, int(rng.choice(out[:n])))


@pytest.mark.parametrize("game", CHOICES)
def test_thousands_of_random_games_are_the_same(game: Game, host: Hosts) -> None:
    stack = game.layout.array(2)
    kernels(game).rule("start")(stack[0])
    rng, wins = seeded(3), np.zeros(game.players + 1)
    others = [stack.copy(), rng.copy(), wins.copy()]
    plies = playouts.random_games(kernels(game))(stack, 2000, 300, rng, wins)
    found = host(game).call("random_games", others[0], 2000, 300, others[1], others[2])
    assert found == plies
    assert [part.tobytes() for part in (stack, rng, wins)] == [part.tobytes() for part in others]


@pytest.mark.parametrize("game", CHOICES)
def test_perft_is_the_same(game: Game, host: Hosts) -> None:
    module, ways = host(game), 0
    for turns in (1, 2):
        if ways > MAX_WAYS:  # a turn of several stones has too many to count a second one
            break
        stack = game.layout.array(40 + DEPTH + 1)
        kernels(game).rule("start")(stack[0])
        words = stack.view(np.uint64).reshape(len(stack), -1)
        history = history_array(game, (), 64)
        ways = playouts.perft(kernels(game))(stack, words, history, 0, turns)
        assert module.call("perft", stack, words, history, 0, turns) == ways


@pytest.mark.parametrize("game", CHOICES)
def test_referees_are_the_same(game: Game, host: Hosts) -> None:
    """Keys, draws by repetition and permitted moves; equal keys alone repeat nothing."""
    judge, module = referee_entries(kernels(game)), host(game)
    stack, out = game.layout.array(DEPTH + 1), np.zeros((2, game.max_moves + 1), np.int32)
    words = stack.view(np.uint64).reshape(len(stack), -1)
    rng, state = Random(1), State(game)
    while not state.over and state.ply < MAX_PLIES:
        stack[0] = state.position
        theirs = np.zeros(1, np.uint64)
        placed, same = history_array(game, (), 1), history_array(game, (), 1)
        with np.errstate(over="ignore"):
            judge.note(words[0], placed, 0)
            theirs[0] = judge.identity(words[0])
        assert module.call("referee_note", words[0].copy(), same, 0) == 0
        assert placed.tobytes() == same.tobytes()
        assert module.call("referee_identity", words[0].copy()) % U64 == theirs[0]
        strange = placed.copy()
        strange[0, 1:] = 0
        past = history_array(game, state.history)
        for history in (past, np.repeat(placed, THIRD, 0), np.repeat(strange, THIRD, 0)):
            n = judge.legal(stack, words, 0, out[0], history, len(history))
            given = (stack, words, 0, out[1], history, len(history))
            assert module.call("referee_legal", *given) == n
            assert out[0, :n].tolist() == out[1, :n].tolist()
            drawn = judge.drawn(words, 0, history, len(history))
            assert module.call("referee_drawn", words, 0, history, len(history)) == drawn
        assert n
        state.play(rng.choice(state.unsorted))


def test_pointers_outside_of_blocks_are_refused(host: Hosts) -> None:
    module = host(FREEDOM)
    good = module.put(np.zeros(1, FREEDOM.layout.dtype))
    most = FREEDOM.max_moves + 1
    out = module.put(np.zeros(most, np.int32))
    for bad in (0, 8, 4000, 2**31 - 1, -1, -8):
        assert module.raw("start", bad) == -1
        assert module.raw("status") == REFUSED
        assert module.raw("moves", good, bad, most) == -1
    for length in (-1, 2**31 - 1, 2**30):
        assert module.raw("moves", good, out, length) == -1
    assert module.raw("start", good) == 0
    assert module.raw("moves", good, out, most) > 0
    assert module.raw("status") == REFUSED
    assert module.raw("status") == 0


def test_an_array_too_short_is_an_index_outside(host: Hosts) -> None:
    module = host(FREEDOM)
    s, out = module.put(np.zeros(1, FREEDOM.layout.dtype)), module.put(np.zeros(1, np.int32))
    module.raw("start", s)
    assert module.raw("moves", s, out, 1) == -1
    assert module.raw("status") == 2


def test_a_loop_that_never_ends_fails(host: Hosts) -> None:
    """In a row of stones without an end: they stand on the wall, too."""
    module, s = host(FREEDOM), FREEDOM.layout.array(1)
    s["cells"] = 1
    assert module.call("gains", _record(s), 0, np.zeros(FREEDOM.players)) == -1
    assert module.raw("status") == FAILED


def test_uct_is_pruned_the_same(host: Hosts) -> None:
    game = FREEDOM
    made = uct.Tree(game, CAPACITY)
    made.nodes[:] = np.zeros(1, made.nodes.dtype)[0]
    made.rng = seeded(5)
    made.plant(State(game).position, [])
    made.parts(PLAYOUTS, uct.Settings().record(game))[0]()
    root = int(made.nodes[0]["first"])
    into, other = np.zeros_like(made.nodes), np.zeros_like(made.nodes)
    used = tree.prune(kernels(game))(made.nodes, root, into)
    module = host(game)
    assert module.call("uct_prune", made.nodes, root, other) == used
    for name in into.dtype.names:  # what lies between the fields does not count
        assert into[name].tobytes() == other[name].tobytes(), name
    assert module.call("uct_prune", made.nodes, CAPACITY, other) == -1
    assert module.call("uct_prune", made.nodes, root, other[:-1].copy()) == -1


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
