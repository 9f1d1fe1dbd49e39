"""Many games side by side for reinforcement learning: one compiled call a step.

>>> from livestone.games import load
>>> env = BatchedEnv(load("freedom", size=4), 3)
>>> now = env.reset(seed=1)
>>> now.observations.shape, now.masks.shape, now.movers.tolist()
((3, 7, 4, 4), (3, 17), [0, 0, 0])
>>> now = env.step([5, 6, 9])
>>> now.masks.sum(axis=1).tolist(), now.movers.tolist(), bool(now.terminations.any())
([8, 8, 8], [1, 1, 1], False)
>>> env.step([0, 5, 9])
Traceback (most recent call last):
...
livestone.errors.IllegalMove: actions[2] is 9, which is not legal: legal are 4 5 6 8 10 12 13 14
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from livestone.adapters.planes import Floats, planes, planes_writer, returns
from livestone.arrays import Matrix, Vector
from livestone.boards import Board
from livestone.copying import Independent
from livestone.core.game import MAKE_A_GAME, MAX_TURNS, Game
from livestone.core.repetition import DEPTH
from livestone.core.runtime import runtime
from livestone.errors import BadRequest, IllegalMove
from livestone.ranges import check_kind, check_whole

if TYPE_CHECKING:
    from livestone.core.kernels import KernelContext

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
# What a kernel is told to do with a game instead of playing an action.
BEGIN, LEAVE = -1, -2
# What is kept of each game: how many legal moves there are, and how many plies and placements.
LEGAL, PLIES, PLACED = range(3)
# How a game has ended: by the rules, or by repetition or without end.
RUNNING, ENDED, DRAWN = range(3)
# Room for so many placements at first, where repetition counts.
PLACEMENTS = 64


class TimeStep(NamedTuple):
    """All games after a step. Arrays have a row for each game.

    - ``observations``: the planes as the player to move sees them (float32); shape (games, planes,
      rows, columns) where the board is a grid, else (games, planes, sites).
    - ``masks``: which actions are legal, shape (games, ``move_limit``) (bool).
    - ``movers``: the player to move (int64).
    - ``rewards``: what the step brought each player, shape (games, players) (float32): the game's
      :func:`~livestone.adapters.planes.returns` where it ended, else 0.
    - ``terminations``, ``truncations``: whether the step ended the game, or ``max_plies`` cut it
      (bool). With ``auto_reset`` the other arrays then show the next game's opening.
    """

    observations: Floats
    masks: Matrix[np.bool_]
    movers: Vector[np.int64]
    rewards: Matrix[np.float32]
    terminations: Vector[np.bool_]
    truncations: Vector[np.bool_]


class BatchedEnv(Independent):
    """So many games of one kind, played at the same time.

    A game that ends begins again at once. Without ``auto_reset`` it stays as it ended, has no
    legal actions and ignores what it is given until it is reset. ``max_plies`` cuts long games.
    With ``reuse`` every step writes into the same arrays; otherwise they are new and the caller's.
    ``threads`` share the games of a step; the results do not depend on how many there are.

    Raises BadRequest.
    """

    def __init__(
        self, game: Game, n: int, *, max_plies: int | None = None, auto_reset: bool = True,
        reuse: bool = False, threads: int = 1,
    ) -> None:  # fmt: skip
        check_kind("game", game, Game, MAKE_A_GAME)
        check_whole("n", n, 1)
        check_whole("threads", threads, 1)
        if max_plies is not None:
            check_whole("max_plies", max_plies, 1)
        self.game = game
        self.n = n
        self.max_plies = max_plies
        self.auto_reset = auto_reset
        self.reuse = reuse
        self.threads = min(threads, n)
        self._planes = planes(game)
        self._grid = grid(game.board) or (len(game.board),)
        self._positions = game.layout.array(n)
        self._book = np.zeros((n, 3), np.int64)
        self._choices = np.zeros((n, game.max_moves + 1), np.int32)
        width = game.layout.placement_words + 1
        self._history = np.zeros((n, PLACEMENTS if game.repetition else 1, width), np.uint64)
        self._ends = np.zeros(n, np.int8)
        self._scores = np.zeros((n, game.players))
        self._rng = np.random.default_rng(0)
        self._now: TimeStep | None = None

    @property
    def move_limit(self) -> int:
        """Every action is a number below this."""
        return self.game.move_limit

    @property
    def names(self) -> tuple[str, ...]:
        """What the planes are, in order."""
        return self._planes.names

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest number that each place of an observation can hold."""
        low, high = (bound.reshape(-1, *self._grid) for bound in self._planes.bounds)
        return low, high

    @cached_property
    def edge_index(self) -> Numbers:
        """Which sites are next to each other: pairs (from, to), shape (2, edges) (int64)."""
        near = self.game.board.neighbours[:-1]
        here, way = np.nonzero(near < self.game.board.wall)
        return np.stack([here, near[here, way].astype(np.int64)])

    @cached_property
    def site_symmetries(self) -> Numbers:
        """For each symmetry of the rules a permutation of the sites, shape (symmetries, sites).

        ``planes[..., site_symmetries[i]]`` are the planes of the mirrored position, where sites
        are the last axis; the first symmetry changes nothing. Planes of a list, such as ``fresh 1``
        and ``fresh 2``, keep the places of the sites that they had, which may change their order.
        """
        same = tuple(range(len(self.game.board)))
        found = dict.fromkeys((same, *self.game.symmetries))
        return np.argsort(np.array([*found]), axis=1)

    @cached_property
    def move_symmetries(self) -> Numbers:
        """The same for moves: ``masks[..., move_symmetries[i]]`` are the mirrored position's."""
        texts = [
            (form, *tokens)
            for form, tokens in map(self.game.wording.spelled, range(self.move_limit))
        ]
        # A number that is no move anywhere may be written like another one, and stays where it is.
        often = Counter(texts)
        known = {text: move for move, text in enumerate(texts) if often[text] == 1}
        rows = []
        for row in self.site_symmetries.tolist():
            picture = (*row, *range(len(row), len(self.game.wording.tokens) + 1))
            images = ((form, *map(picture.__getitem__, tokens)) for form, *tokens in texts)
            rows.append(
                [
                    known.get(image, move) if often[text] == 1 else move
                    for move, (text, image) in enumerate(zip(texts, images, strict=True))
                ]
            )
        return np.array(rows)

    def reset(self, seed: int | None = None, games: npt.ArrayLike | None = None) -> TimeStep:
        """Begin all games, or those that ``games`` picks, a bool for each; return them all.

        ``seed`` decides what :meth:`sample` draws. Raises BadRequest.
        """
        if seed is not None:
            check_whole("seed", seed, 0)
            self._rng = np.random.default_rng(seed)
        actions = np.full(self.n, BEGIN, np.int64)
        if games is not None:
            chosen = np.asarray(games)
            if chosen.shape != (self.n,) or chosen.dtype != bool:
                raise BadRequest(f"games must be {self.n} bools, not {_shape(chosen)}")
            self._check_begun()
            actions[~chosen] = LEAVE
        return self._run(actions, checked=True)

    def step(self, actions: npt.ArrayLike) -> TimeStep:
        """Play an action in each game: the number of a legal move.

        Raises IllegalMove, naming the game and its legal actions, or BadRequest; then nothing has
        been played.
        """
        self._check_begun()
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadRequest(f"actions must be {self.n} whole numbers, not {_shape(given)}")
        return self._run(np.ascontiguousarray(given, np.int64), checked=False)

    def sample(self) -> Numbers:
        """Return a random legal action for each game; 0 for one that has ended."""
        self._check_begun()
        counts = self._book[:, LEGAL]
        picked = (self._rng.random(self.n) * counts).astype(np.int64)
        found = self._choices[np.arange(self.n), picked].astype(np.int64)
        return np.where(counts > 0, found, 0)

    def _check_begun(self) -> None:
        if self._now is None:
            raise BadRequest("the games have not begun: call reset() first")

    def _run(self, actions: Numbers, *, checked: bool) -> TimeStep:
        self._make_room()
        now = self._now if self.reuse and self._now else self._arrays()
        call = self._call(actions, now)
        if self.threads == 1:
            wrong = call(self._stacks[0], 0, self.n, checked)
        else:
            wrong = call(self._stacks[0], 0, 0, checked)
            if wrong < 0:
                ends = np.linspace(0, self.n, self.threads + 1).astype(int).tolist()
                trues = [True] * self.threads
                [*self._pool.map(call, self._stacks, ends, ends[1:], trues)]
        if wrong >= 0:
            raise self._illegal(int(wrong), int(actions[wrong]))
        self._now = now
        if type(self.game).winners is not Game.winners:
            for at in np.flatnonzero(self._ends == ENDED):
                scores = tuple(self._scores[at].tolist())
                now.rewards[at] = returns(self.game, scores, self.game.winners(scores))
        return now

    def _call(self, actions: Numbers, now: TimeStep) -> Callable[..., int]:
        """What runs the kernel over a part of the games, on a stack."""
        views = now.observations.reshape(self.n, *self._planes.shape)
        limit = self.max_plies or np.iinfo(np.int64).max

        def call(stack: Any, first: int, last: int, checked: bool) -> int:
            words = stack.view(np.uint64).reshape(len(stack), -1)
            octets = stack.view(np.uint8).reshape(len(stack), -1)
            return self._kernel(  # type: ignore[no-any-return]
                stack, words, octets, self._positions, self._book, self._choices, self._history,
                self._planes.table, actions, views, now.masks, now.movers, now.rewards,
                now.terminations, now.truncations, self._ends, self._scores,
                limit, self.auto_reset, checked, first, last,
            )  # fmt: skip

        return call

    def _arrays(self) -> TimeStep:
        n, game = self.n, self.game
        return TimeStep(
            np.empty((n, len(self.names), *self._grid), np.float32),
            np.empty((n, game.move_limit), np.bool_),
            np.empty(n, np.int64),
            np.empty((n, game.players), np.float32),
            np.empty(n, np.bool_),
            np.empty(n, np.bool_),
        )

    def _make_room(self) -> None:
        """Make sure that each game has room for a placement more."""
        room = self._history.shape[1]
        if self.game.repetition and self._book[:, PLACED].max() + 1 >= room:
            self._history = np.concatenate([self._history, np.zeros_like(self._history)], axis=1)

    def _illegal(self, at: int, action: int) -> IllegalMove:
        legal = sorted(self._choices[at, : self._book[at, LEGAL]].tolist())
        words = " ".join(map(str, legal[:20])) + " …" * (len(legal) > 20)
        return IllegalMove(f"actions[{at}] is {action}, which is not legal: legal are {words}")

    @cached_property
    def _kernel(self) -> Callable[..., Any]:
        import numba

        from livestone.core.kernels import INT8S, WORDS, kernels

        def array(kind: Any, dimensions: int) -> Any:
            return numba.types.Array(kind, dimensions, "C")

        built, flags, number = kernels(self.game), array(numba.boolean, 1), numba.int64
        return built.build(
            step_kernel, built.stack, WORDS, array(numba.uint8, 2), built.stack,
            array(number, 2), array(numba.int32, 2), array(numba.uint64, 3), array(number, 2),
            array(number, 1), array(numba.float32, 3), array(numba.boolean, 2), array(number, 1),
            array(numba.float32, 2), flags, flags, INT8S, array(numba.float64, 2),
            number, numba.boolean, numba.boolean, number, number,
        )  # fmt: skip

    @cached_property
    def _stacks(self) -> list[Any]:
        """A stack for each thread, on which its games are played; the last place is the opening."""
        stack = self.game.layout.array(DEPTH + 2)
        stack[DEPTH + 1] = runtime(self.game).start()
        return [stack.copy() for _ in range(self.threads)]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def __getstate__(self) -> dict[str, Any]:
        left_out = {"_kernel", "_stacks", "_pool"}
        return {name: value for name, value in vars(self).items() if name not in left_out}


def grid(board: Board) -> tuple[int, int] | None:
    """Return a board's rows and columns, where it is a grid of squares whose sites run along rows.

    >>> from livestone.games import load
    >>> grid(load("freedom", size=6).board), grid(load("trangalla").board)
    ((6, 6), None)
    """
    columns, rows = (len(set(line)) for line in zip(*board.centres, strict=True))
    places = [(float(x), float(y)) for y in range(rows) for x in range(columns)]
    return (rows, columns) if [*board.centres] == places else None


def _shape(given: npt.NDArray[Any]) -> str:
    return f"an array of {given.dtype} of shape {given.shape}"


def step_kernel(context: KernelContext) -> Callable[..., Any]:
    """``step(...)``: plays an action in each game from ``first`` to ``last``.

    Unless ``checked``, it first looks for an action that is not legal, in all games, and returns
    where; then it plays nothing. Otherwise it returns -1. See :class:`BatchedEnv` for the arrays.
    """
    rules, game, write = context.rules, context.game, planes_writer(context.jit)
    play, outcome, observe = rules.play, rules.outcome, rules.observe
    legal, note, drawn = context.referee.legal, context.referee.note, context.referee.drawn
    repeats, hides = game.repetition is not None, observe is not None
    players, staked = game.players, game.stake > 1

    @context.jit
    def find_wrong(actions: Any, choices: Any, book: Any) -> int:
        for at in range(len(actions)):
            action, n = actions[at], book[at, LEGAL]
            right = n == 0
            for index in range(n):
                right |= choices[at, index] == action
            if not right:
                return at
        return -1

    @context.jit
    def share(score: Any, gains: Any) -> None:
        """Give the players what a finished game brings them: as ``returns`` does."""
        best, least, count = score[0], score[0], 0
        for player in range(players):
            best, least = max(best, score[player]), min(least, score[player])
        for player in range(players):
            count += score[player] == best
        if best == least:
            return
        worth = best if staked else 1.0
        for player in range(players):
            won = score[player] == best
            gains[player] = worth / count if won else -worth / (players - count)

    @context.jit
    def find_moves(stack: Any, words: Any, at: int, out: Any, past: Any, n: int, ends: Any) -> int:
        """The legal moves at ``stack[0]``; where there are none, says in ``ends[at]`` why."""
        here = np.int64(0)
        found = legal(stack, words, here, out, past, n)
        endless = found > 0 and stack[0].turn >= MAX_TURNS
        if endless or found == 0:
            ends[at] = DRAWN if endless or drawn(words, here, past, n) else ENDED
            return 0
        return int(found)

    @context.jit
    def begin(stack: Any, words: Any, past: Any) -> None:
        stack[0] = stack[DEPTH + 1]
        if repeats:
            note(words[0], past, 0)

    @context.jit
    def show(
        stack: Any, octets: Any, table: Any, out: Any, n: int, over: int, view: Any, mask: Any
    ) -> None:
        """Write the planes as the mover sees them, and which moves are legal."""
        mask[:] = False
        for index in range(n):
            mask[out[index]] = True
        if hides and not over:
            stack[1] = stack[0]
            observe(stack[1], stack[1].mover)  # type: ignore[misc]
            write(octets[1], table, view)
        else:
            write(octets[0], table, view)

    def step(
        stack: Any, words: Any, octets: Any, positions: Any, book: Any, choices: Any,
        history: Any, table: Any, actions: Any, views: Any, masks: Any, movers: Any, rewards: Any,
        terminations: Any, truncations: Any, ends: Any, scores: Any, limit: int,
        auto_reset: bool, checked: bool, first: int, last: int,
    ) -> int:  # fmt: skip
        wrong: int = -1 if checked else find_wrong(actions, choices, book)
        if wrong >= 0:
            return wrong
        for at in range(first, last):
            action, n, out, past = actions[at], book[at, LEGAL], choices[at], history[at]
            plies, placed, again = book[at, PLIES], book[at, PLACED], action == BEGIN
            ends[at], cut = RUNNING, False
            rewards[at, :] = 0
            stack[0] = positions[at]
            if action >= 0 and n > 0:
                turn = stack[0].turn
                play(stack[0], action)
                plies += 1
                if repeats and stack[0].turn != turn:
                    note(words[0], past, placed)
                    placed += 1
                n = find_moves(stack, words, at, out, past, placed, ends)
                if ends[at] == ENDED:
                    outcome(stack[0], scores[at])
                    share(scores[at], rewards[at])
                cut = ends[at] == RUNNING and plies >= limit
                n = 0 if cut else n
                again = auto_reset and n == 0
            over = ends[at] != RUNNING
            terminations[at], truncations[at] = over, cut
            if again:
                begin(stack, words, past)
                plies, placed, over = 0, 1, False
                n = legal(stack, words, np.int64(0), out, past, placed)
            positions[at] = stack[0]
            movers[at] = stack[0].mover
            book[at, LEGAL], book[at, PLIES], book[at, PLACED] = n, plies, placed
            show(stack, octets, table, out, n, over, views[at], masks[at])
        return -1

    return step
