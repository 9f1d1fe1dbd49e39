"""Baselines: simple opponents for every game, to play and to measure against.

They take part in matches like bots do, play any game, and know only what their seat may see.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from livestone.copying import Independent
from livestone.core.game import Game
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.search.report import Line, Report, check_open, never


class RandomPlayer(Independent):
    """Plays any legal move, each as likely as the others; the same ones with the same ``seed``."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._dice = random.Random(seed)

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report the move to play."""
        check_open(state, self.game)
        yield _report(state, self._dice.choice(state.unsorted))


class FirstFree:
    """Plays the first of the legal moves as the rules list them."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report the move to play."""
        check_open(state, self.game)
        yield _report(state, state.unsorted[0])


class Greedy(Independent):
    """Plays the move after which the game's own ``evaluate`` looks best, random among equals.

    A move that ends the game is judged by its outcome. What the player may not see is guessed
    anew for each move; without an ``evaluate`` only endings and points count.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._dice = random.Random(seed)
        self._rng = seeded(seed)

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report the move to play."""
        check_open(state, self.game)
        mover = int(state.position.mover)
        ahead = state.copy()
        ahead.position = runtime(self.game).guessed(state.position, mover, self._rng)
        worth = {}
        for move in state.unsorted:
            ahead.play(move)
            worth[move] = self._worth(ahead, mover)
            ahead.undo()
        best = max(worth.values())
        equals = [move for move, value in worth.items() if value == best]
        yield _report(state, self._dice.choice(equals))

    def _worth(self, state: State, player: int) -> tuple[int, float]:
        """1 for a win, -1 for a loss, 0 for anything else; then how far the player leads."""
        if state.over and state.winners:
            ending = (player in state.winners) - (state.winners != (player,))
            return ending, _lead(state.scores, player)
        if state.over:
            return 0, 0.0
        scores = runtime(self.game).estimate(state.position) or state.scores
        return 0, _lead(scores, player)


# By the names under which people know them, from weak to strong.
BASELINES: Mapping[str, type[RandomPlayer] | type[FirstFree] | type[Greedy]] = {
    "random": RandomPlayer,
    "first-free": FirstFree,
    "greedy": Greedy,
}


def _lead(scores: Sequence[float], player: int) -> float:
    """How much a player has more than the best of the others."""
    return scores[player] - max(score for at, score in enumerate(scores) if at != player)


def _report(state: State, move: int) -> Report:
    """A report on a move chosen without looking ahead."""
    players = state.game.players
    return Report((Line(move, (1 / players,) * players, 0, (move,)),), 0, 0.0, final=True)
