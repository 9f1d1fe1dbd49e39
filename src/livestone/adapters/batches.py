"""Many positions at once as NumPy arrays, for training.

>>> from livestone.games import load
>>> batch = of_moves(load("freedom", size=4), [["b2", "c3", "d4"]])
>>> batch.planes().shape, batch.masks().shape, batch.moves.tolist()
((3, 7, 16), (3, 17), [5, 10, 15])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from livestone.adapters.planes import planes, returns
from livestone.arrays import Matrix, Stack, Vector
from livestone.core.game import Game
from livestone.core.playouts import MAX_PLIES
from livestone.core.random import seeded
from livestone.core.repetition import DEPTH
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.ranges import check_whole

# Which positions of a batch are meant: a slice or their indexes.
Rows = slice | Sequence[int] | npt.NDArray[np.integer[Any]]
ALL = slice(None)
_CUT, _ENDED, _REPEATED = 0, 1, 2


@dataclass(frozen=True)
class Batch:
    """Positions from several games, one after the other, and what happened there.

    - ``positions``: the game's records, before each ply; the last position of a game is left out.
    - ``moves``: the move made there (int32).
    - ``choices``, ``starts``: the legal moves at position ``i`` are
      ``choices[starts[i] : starts[i + 1]]`` (int32, int64).
    - ``games``: the number of the game that each position is from (int32).
    - ``returns``: what each game brought each player, shape (games, players) (float32); see
      :func:`~livestone.adapters.planes.returns`.
    - ``finished``: whether each game came to its end (bool); the returns of the others are 0.
    """

    game: Game
    positions: Vector[np.record]
    moves: Vector[np.int32]
    choices: Vector[np.int32]
    starts: Vector[np.int64]
    games: Vector[np.int32]
    returns: Matrix[np.float32]
    finished: Vector[np.bool_]

    def __len__(self) -> int:
        return len(self.moves)

    def planes(self, rows: Rows = ALL) -> Stack[np.float32]:
        """Return positions as their movers see them, shape (rows, planes, sites).

        ``rows`` picks positions, by a slice or an array of indexes. See
        :class:`~livestone.adapters.planes.Planes` for what the planes are.
        """
        found = np.array(self.positions[rows])
        if self.game.plain.observe is not None:
            from livestone.core.kernels import kernels

            built = kernels(self.game)
            built.build(observed_kernel, built.stack)(found)
        return planes(self.game).of(found)

    def masks(self, rows: Rows = ALL) -> Matrix[np.bool_]:
        """Return which moves are legal, shape (rows, the game's ``move_limit``)."""
        picked = np.arange(len(self))[rows]
        counts = self.starts[picked + 1] - self.starts[picked]
        out = np.zeros((len(picked), self.game.move_limit), np.bool_)
        ends = np.cumsum(counts)
        within = np.arange(int(counts.sum())) - np.repeat(ends - counts, counts)
        where = np.repeat(self.starts[picked], counts) + within
        out[np.repeat(np.arange(len(picked)), counts), self.choices[where]] = True
        return out

    def values(self) -> Matrix[np.float32]:
        """Return what each position's game brought each player, shape (positions, players)."""
        return np.asarray(self.returns[self.games])


def random_games(game: Game, games: int, *, seed: int = 0, most_plies: int = MAX_PLIES) -> Batch:
    """Return so many games of uniformly random moves; the same seed gives the same ones.

    Raises BadRequest.
    """
    from livestone.core import kernels

    check_whole("games", games, 0)
    check_whole("most_plies", most_plies, 1)
    built = kernels.kernels(game)
    play = _compiled(built)
    stack = game.layout.array(DEPTH + 2)
    stack[DEPTH + 1] = runtime(game).start()
    words = stack.view(np.uint64).reshape(len(stack), -1)
    ends, scores = np.zeros(games, np.int8), np.zeros((games, game.players))
    lengths, totals = np.zeros(games, np.int64), np.zeros(2, np.int64)
    # The same games twice: to see how much room they need, and to keep them.
    for plies, choices in ((0, 0), totals):
        positions, moves = game.layout.array(int(plies)), np.zeros(plies, np.int32)
        legal, starts = np.zeros(choices, np.int32), np.zeros(plies + 1, np.int64)
        play(
            stack, words, seeded(seed), games, most_plies,
            positions, moves, legal, starts, lengths, scores, ends, totals,
        )  # fmt: skip
    brought = [
        _brought(game, tuple(score), int(end))
        for score, end in zip(scores.tolist(), ends, strict=True)
    ]
    return Batch(
        game=game,
        positions=positions,
        moves=moves,
        choices=legal,
        starts=starts,
        games=np.repeat(np.arange(games, dtype=np.int32), lengths),
        returns=np.array(brought, np.float32).reshape(games, game.players),
        finished=ends != _CUT,
    )


def of_moves(game: Game, games: Iterable[Sequence[int | str]]) -> Batch:
    """Return the positions of games given as their moves from the opening, as numbers or texts.

    Raises MoveSyntaxError, IllegalMove or GameOver.
    """
    positions, moves, legal, lengths = [], [], [], []
    brought, finished = [], []
    for plies in games:
        state = State(game)
        for move in plies:
            before, choices = state.position, state.unsorted
            state.play(move)
            positions.append(before)
            legal.append(choices)
        moves += state.moves
        lengths.append(state.ply)
        brought.append(returns(game, state.scores, state.winners or ()))
        finished.append(state.over)
    array = game.layout.array(len(positions))
    for at, position in enumerate(positions):
        array[at] = position
    return Batch(
        game=game,
        positions=array,
        moves=np.array(moves, np.int32),
        choices=np.array([move for choices in legal for move in choices], np.int32),
        starts=np.cumsum([0, *map(len, legal)], dtype=np.int64),
        games=np.repeat(np.arange(len(lengths), dtype=np.int32), lengths),
        returns=np.array(brought, np.float32).reshape(len(lengths), game.players),
        finished=np.array(finished, np.bool_),
    )


def _brought(game: Game, scores: tuple[float, ...], end: int) -> tuple[float, ...]:
    return returns(game, scores, game.winners(scores) if end == _ENDED else ())


def observed_kernel(context: Any) -> Callable[..., Any]:
    """``observed(positions)``: blanks in each what its mover may not see."""
    observe = context.rules.observe

    def observed(positions: Any) -> None:
        for at in range(len(positions)):
            observe(positions[at], positions[at].mover)

    return observed


def games_kernel(context: Any) -> Callable[..., Any]:
    """``games(...)``: random games from ``stack[DEPTH + 1]``, kept where there is room.

    ``totals`` becomes the numbers of plies and of legal moves, which is all it does when ``moves``
    is empty. See :class:`Batch` for the other arrays.
    """
    legal, note, drawn = context.referee.legal, context.referee.note, context.referee.drawn
    play, outcome, below, most = (
        context.rules.play,
        context.rules.outcome,
        context.below,
        context.max_moves + 1,
    )
    width = context.game.layout.placement_words + 1

    def games(
        stack: Any, words: Any, rng: Any, count: int, most_plies: int,
        positions: Any, moves: Any, choices: Any, starts: Any, lengths: Any, scores: Any,
        ends: Any, totals: Any,
    ) -> None:  # fmt: skip
        out = np.zeros(most, np.int32)
        history = np.zeros((most_plies + 2, width), np.uint64)
        keep = len(moves) > 0
        # Not the literal 0, for which Numba would compile everything below once more.
        at = np.int64(starts[0])
        plies = chosen = np.int64(0)
        for game in range(count):
            stack[0] = stack[DEPTH + 1]
            note(words[0], history, 0)
            known = np.int64(1)
            length = np.int64(0)
            n = legal(stack, words, at, out, history, known)
            while n > 0 and length < most_plies:
                move = out[below(rng, n)]
                if keep:
                    positions[plies] = stack[0]
                    moves[plies] = move
                    for index in range(n):
                        choices[chosen + index] = out[index]
                    starts[plies + 1] = chosen + n
                plies += 1
                chosen += n
                length += 1
                turn = stack[0].turn
                play(stack[0], move)
                if stack[0].turn != turn:
                    note(words[0], history, known)
                    known += 1
                n = legal(stack, words, at, out, history, known)
            lengths[game] = length
            ends[game] = _CUT
            if n == 0:
                outcome(stack[0], scores[game])
                ends[game] = _REPEATED if drawn(words, at, history, known) else _ENDED
        totals[0], totals[1] = plies, chosen

    return games


def _compiled(built: Any) -> Callable[..., Any]:
    """The kernel of a game's ``Kernels``."""
    import numba

    from livestone.core.kernels import INT8S, INT32S, INT64S, RANDOM, WORDS

    scores = numba.types.Array(numba.float64, 2, "C")
    kernel: Callable[..., Any] = built.build(
        games_kernel, built.stack, WORDS, RANDOM, numba.int64, numba.int64,
        built.stack, INT32S, INT32S, INT64S, INT64S, scores, INT8S, INT64S,
    )  # fmt: skip
    return kernel
