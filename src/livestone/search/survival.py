"""Survival: which pieces of a position probably stay alive, by many quick games from it.

Each player takes the move after which the game's own ``evaluate`` looks best to them, with some
luck; without an ``evaluate``, a random one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from livestone.copying import Uncopied
from livestone.core.forms import position_converter
from livestone.core.game import Game
from livestone.core.kernels import RANDOM, KernelContext, Kernels, kernels
from livestone.core.maths import log
from livestone.core.playouts import MAX_PLIES
from livestone.core.random import seeded
from livestone.core.runtime import compile_rules, runtime
from livestone.core.state import State
from livestone.ranges import check_whole
from livestone.search.report import check_game

# How many games are played.
GAMES = 128
# How much luck there is in a move: in parts of the lead that doubles the odds, or of a win.
LUCK_POINTS, LUCK_SHARE = 0.2, 0.05
# A random number is cut into so many steps.
STEPS = 1 << 30


@dataclass(frozen=True)
class Survival:
    """What ``games`` quick games came to: how long they were on average, and what was marked.

    ``marked[site][name]`` is in which part of them a piece of that name carried the game's mark
    (a live stone) on that site in the end.
    """

    games: int
    plies: float
    marked: Mapping[int, Mapping[str, float]]

    def chance(self, site: int, piece: str) -> float:
        """How likely a piece of this name is to carry the mark there in the end."""
        return self.marked.get(site, {}).get(piece, 0.0)


class SurvivalEstimator(Uncopied):
    """Plays quick games of one game; the same ``seed`` and position have the same result."""

    def __init__(self, game: Game, *, seed: int = 0, games: int = GAMES) -> None:
        check_whole("games", games, 1)
        compile_rules(game)
        self.game = game
        self.games = games
        self._seed = seed
        self._luck = LUCK_POINTS * game.knobs.spread if game.points else LUCK_SHARE
        built = kernels(game.for_search)
        self._play = _kernel(built)
        self._convert = position_converter(game, built.game, compiled=True)
        self._stack = built.game.layout.array(3)
        self._end = game.layout.new()
        layout = game.layout
        self._fields = layout.placement + layout.identity + layout.derived

    def look(self, state: State) -> Survival:
        """Play from a state; what its mover may not see is guessed anew for every game."""
        check_game(state, self.game)
        rng = seeded(self._seed * MAX_PLIES + state.ply)
        mover, run = int(state.position.mover), runtime(self.game)
        plies, seen = 0, Counter[tuple[int, str]]()
        for _ in range(self.games):
            plies += self._game(run.guessed(state.position, mover, rng), rng)
            for site in run.marks(self._end):
                piece = self.game.wording.piece(self._end, site)
                if piece is not None:
                    seen[site, piece.name] += 1
        marked: dict[int, dict[str, float]] = {}
        for (site, name), count in sorted(seen.items()):
            marked.setdefault(site, {})[name] = count / self.games
        return Survival(self.games, plies / self.games, marked)

    def _game(self, position: Any, rng: Any) -> int:
        """Play one game, leave its end in ``_end`` and return its plies."""
        first, last = self._stack[0], self._stack[1]
        self._convert(first, position)
        plies = int(self._play(self._stack, self._luck, rng))
        for name in self._fields:
            self._end[name] = last[name]
        return plies


def quick_game_kernel(context: KernelContext) -> Callable[..., Any]:
    """``quick_game(stack, luck, rng) -> plies``: one game from ``stack[0]`` to ``stack[1]``.

    ``stack[2]`` is scratch. A move's worth is the mover's lead after it, plus ``luck`` times a
    number of Gumbel's distribution: so moves are chosen by the exponential of their worth.
    """
    moves, play = context.rules.moves, context.rules.play
    most, pick = context.max_moves + 1, picking(context)

    def quick_game(stack: Any, luck: float, rng: Any) -> int:
        out = np.zeros(most, np.int32)
        plies = 0
        stack[1] = stack[0]
        while plies < MAX_PLIES:
            n = moves(stack[1], out)
            if n == 0:
                break
            play(stack[1], out[pick(stack, out, n, luck, rng)])
            plies += 1
        return plies

    return quick_game


def picking(context: KernelContext) -> Any:
    """``pick(stack, out, n, luck, rng)``: the index of the move that ``stack[1]``'s mover takes."""
    moves, play, evaluate, outcome = (
        context.rules.moves, context.rules.play, context.search.evaluate, context.rules.outcome,
    )  # fmt: skip
    below, most, players = context.below, context.max_moves + 1, context.players

    @context.jit
    def pick_any(stack: Any, out: Any, n: int, luck: float, rng: Any) -> Any:
        return below(rng, n)

    if evaluate is None:
        return pick_any

    @context.jit
    def pick_best(stack: Any, out: Any, n: int, luck: float, rng: Any) -> Any:
        replies, score = np.zeros(most, np.int32), np.zeros(players)
        mover, found, best = stack[1].mover, np.int64(0), -math.inf
        for index in range(n):
            stack[2] = stack[1]
            play(stack[2], out[index])
            if moves(stack[2], replies) == 0:
                outcome(stack[2], score)
            else:
                evaluate(stack[2], score)
            other = -math.inf
            for player in range(players):
                if player != mover:
                    other = max(other, score[player])
            chance = (below(rng, STEPS) + 0.5) / STEPS
            worth = score[mover] - other - luck * log(-log(chance))
            if worth > best:
                best, found = worth, np.int64(index)
        return found

    return pick_best


def _kernel(built: Kernels) -> Any:
    return built.build(quick_game_kernel, built.stack, numba.float64, RANDOM)
