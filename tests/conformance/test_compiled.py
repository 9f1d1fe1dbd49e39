"""Compiled rules do exactly what the plain ones do; in the full tests with bounds checked too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.conformance.cases import EVERY, SOME
from tests.games import SISTERS

from livestone.conformance.cases import as_bytes, finished, looks
from livestone.core.game import Game
from livestone.core.kernels import Kernels, kernels, referee_entries
from livestone.core.layout import WORD
from livestone.core.playouts import count_turns
from livestone.core.random import seeded
from livestone.core.repetition import THIRD, History, Referee, history_array, referee
from livestone.core.rules import Rules, Search
from livestone.core.runtime import Runtime
from livestone.core.state import State

# What is compiled each time: games as they are mostly played, and search's own form of one, as
# everybody compiles them. The full tests compile every option value, and check array bounds, as
# the plain rules do anyway.
USUAL = [
    case
    for case in SOME
    if case.id.endswith(("-default", "-for-search")) and case.values[0].id not in SISTERS
]
COUNTED = {"twins-default", "shuttle-default", "freedom-preset=freeplay-for-search"}
CHECKED = [
    pytest.param(*case.values, True, id=f"{case.id}-checked", marks=pytest.mark.slow)
    for case in {case.id: case for case in (*SOME, *EVERY)}.values()
]


def _over(usual: list[Any]) -> Any:
    quick = [pytest.param(*case.values, False, id=case.id, marks=case.marks) for case in usual]
    # One game after another, so that a test process compiles what its options share only once.
    return pytest.mark.parametrize(("game", "checked"), [*quick, *CHECKED], scope="module")


compiled_options = _over(USUAL)
# The other games are counted against independent programs.
counted_options = _over([case for case in USUAL if case.id in COUNTED])
# Plain perft is stopped after so many plies.
MAX_COUNTED = 2000


@cache
def compiled(game: Game, checked: bool) -> tuple[Kernels, Rules, Search, Referee]:
    built = Kernels(game, check_bounds=True) if checked else kernels(game)
    rules, search = (
        {name: function and built.rule(name) for name, function in functions._asdict().items()}
        for functions in (game.plain, game.plain_search)
    )
    return built, Rules(**rules), Search(**search), referee_entries(built)


@compiled_options
def test_rules_agree(game: Game, checked: bool) -> None:
    """Every rule at every position of a random game: answers in order, positions byte by byte."""
    plain, (_, fast, hints, _) = game.plain, compiled(game, checked)
    ours, theirs = np.zeros((2, game.max_moves + 1), np.int32)
    some, same = np.zeros((2, game.players))
    here, there = game.layout.new(), game.layout.new()
    plain.start(here)
    fast.start(there)
    assert as_bytes(here) == as_bytes(there)
    for played in [*finished(game)._played, None]:
        n = plain.moves(here, ours)
        assert n == fast.moves(there, theirs)
        assert ours[:n].tolist() == theirs[:n].tolist()
        if game.points or n == 0:
            plain.outcome(here, some)
            fast.outcome(there, same)
            assert some.tolist() == same.tolist()
        if game.plain_search.evaluate and n:
            game.plain_search.evaluate(here, some)
            hints.evaluate(there, same)  # type: ignore[misc]
            np.testing.assert_allclose(some, same, rtol=1e-12)
        if played is not None:
            plain.play(here, played.move)
            fast.play(there, played.move)
        assert as_bytes(here) == as_bytes(there)


@compiled_options
def test_helpers_agree(game: Game, checked: bool) -> None:
    """Gains, appraisals, promises, marks, derived fields, observation and guesses."""
    plain, some_hints = game.plain, game.plain_search
    _, fast, fast_hints, _ = compiled(game, checked)
    ours, theirs = np.zeros((2, len(game.board)), np.int8)
    some, same = np.zeros((2, game.players))
    for state in looks(game):
        here, there = state.position.copy(), state.position.copy()
        if some_hints.gains:
            for move in state.legal[:8]:
                some_hints.gains(here, move, some)
                fast_hints.gains(there, move, same)  # type: ignore[misc]
                assert some.tolist() == same.tolist()
        for name in ("evaluate_moves", "quick_evaluate", "move_priors"):
            if getattr(some_hints, name):
                moves, n = np.array(state.legal, np.int32), len(state.legal)
                leads, as_fast = np.zeros((2, game.max_moves))
                told = getattr(some_hints, name)(here, moves, n, leads)
                assert told == getattr(fast_hints, name)(there, moves, n, as_fast)
                assert leads.tolist() == as_fast.tolist()
        if plain.marks:
            plain.marks(here, ours)
            fast.marks(there, theirs)
            assert ours.tolist() == theirs.tolist()
        for change, as_fast in (
            (some_hints.canonicalise, fast_hints.canonicalise),
            (plain.derive, fast.derive),
        ):
            if change and as_fast:
                change(here)
                as_fast(there)
                assert as_bytes(here) == as_bytes(there)
        if plain.observe:
            plain.observe(here, 0)
            fast.observe(there, 0)
            assert as_bytes(here) == as_bytes(there)
        if plain.determinise:
            with np.errstate(over="ignore"):
                plain.determinise(here, 0, seeded(state.ply))
            fast.determinise(there, 0, seeded(state.ply))
            assert as_bytes(here) == as_bytes(there)


class Whole(History):
    """Tells a referee of every placement, also of those that cannot matter."""

    def decisive(self, game: Game, words: Any) -> Any:
        return history_array(game, self.rows)


@compiled_options
def test_referees_agree(game: Game, checked: bool) -> None:
    """Placements, draws by repetition and permitted moves, with the history of a random game."""
    judge = referee(game, game.plain, lambda function: function)
    plain = Runtime(game, game.plain, game.plain_search, judge)
    fast = Runtime(game, *compiled(game, checked)[1:])
    for state in looks(game):
        s = state.position
        assert plain.placement(s) == fast.placement(s)
        for history in (History(state.history), Whole(state.history)):
            assert plain.legal(s, history) == fast.legal(s, history) == state.unsorted
            assert plain.is_drawn(s, history) == fast.is_drawn(s, history) == state.repeated


@compiled_options
def test_equal_keys_repeat_nothing(game: Game, checked: bool) -> None:
    """Where the key of another placement is the same, its words tell them apart."""
    if game.repetition is None:
        return
    judge = referee(game, game.plain, lambda function: function)
    plain = Runtime(game, game.plain, game.plain_search, judge)
    fast = Runtime(game, *compiled(game, checked)[1:])
    for state in looks(game)[:-1]:
        s = state.position
        rows = [fast.placement(after) for after in (s, *_turn_ends(fast, s))]
        others = [row[:WORD] + bytes(len(row) - WORD) for row in rows for _ in range(THIRD)]
        for run in (plain, fast):
            assert not run.is_drawn(s, Whole(others))
            assert run.legal(s, Whole(others)) == run.legal(s, History())
            drawn = run.is_drawn(s, Whole(rows[:1] * THIRD))
            assert drawn == (game.repetition.third == "draw")


def _turn_ends(run: Runtime, s: Any) -> Iterator[Any]:
    """The positions after each ply, as far as it ends a turn."""
    for move in run.legal(s, History()):
        after = s.copy()
        run.play(after, move)
        if after["turn"] != s["turn"]:
            yield after


@counted_options
def test_perft_is_what_walking_counts(game: Game, checked: bool) -> None:
    built = compiled(game, checked)[0]
    rng = Random(21)
    for state in (looks(game)[0], looks(game)[-2], rng.choice(looks(game))):
        for turns in (1, 2, 3):
            counted = _walked(state.copy(), state.turn + turns, [MAX_COUNTED])
            if counted is None:
                break
            assert count_turns(built, state.position, state.history, turns) == counted


def _walked(state: State, goal: int, left: list[int]) -> int | None:
    """Ply sequences up to turn ``goal``, or None when that takes more than ``left`` plies."""
    total = 0
    for move in state.legal:
        left[0] -= 1
        if left[0] < 0:
            return None
        state.play(move)
        found = 1 if state.turn >= goal else _walked(state, goal, left)
        state.undo()
        if found is None:
            return None
        total += found
    return total
