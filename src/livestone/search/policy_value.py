"""Search led by a function of one's own, such as a neural network: PUCT over batches of positions.

The tree is that of AlphaZero (Silver et al., Science 362, 2018): a move's prior is its probability
in the policy, a leaf's value is the function's. Leaves are gathered in batches; a visit that waits
for its value counts as a loss for its mover, so that the next one takes another way. It is as
quick as the function: the tree itself is plain Python.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from livestone.arrays import Matrix, Vector
from livestone.copying import Uncopied
from livestone.core.game import MAKE_A_GAME, Game
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.ranges import check_kind, check_number, check_whole
from livestone.search.report import Limits, Line, Report, check_open, forced, never

Array = npt.NDArray[Any]
# ``policy_value(positions, masks) -> (policy, values)``. ``positions`` are records of the game and
# ``masks`` the legal moves, shape (positions, ``move_limit``). ``policy`` has that shape too, the
# logarithm of how good each move looks (logits); ``values``, shape (positions, players), are each
# player's expected result, from 0 (loss) to 1 (win).
PolicyValue = Callable[[Vector[np.record], Matrix[np.bool_]], tuple[npt.ArrayLike, npt.ArrayLike]]
# Seconds between two reports, and the plies of a principal variation.
REPORT, PV_PLIES = 0.1, 16


class _Node:
    """A position of the tree, with an entry for each legal move in its arrays."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.moves = state.unsorted
        self.children: list[_Node | None] = [None] * len(self.moves)
        self.priors: Array = np.zeros(len(self.moves))
        self.visits: Array = np.zeros(len(self.moves))
        self.sums: Array = np.zeros((len(self.moves), state.game.players))
        self.ready = False  # whether the function has seen it

    def select(self, explore: float) -> int:
        """The index of the move to visit; one without visits is worth as much as the average."""
        mover, total = int(self.state.mover or 0), self.visits.sum()
        average = self.sums[:, mover].sum() / total if total else 0.0
        worth = np.where(self.visits > 0, self.sums[:, mover] / np.maximum(self.visits, 1), average)
        return int(
            np.argmax(worth + explore * math.sqrt(total + 1) * self.priors / (1 + self.visits))
        )


class PolicyValueSearch(Uncopied):
    """Search led by ``policy_value``; it fulfils :class:`~livestone.search.report.Search`.

    A node is one visit. The function is asked about at most ``batch`` positions at a time;
    ``explore`` weighs the exploration term. The same function and node limit give the same move.
    Raises BadRequest, also for a game in which something is hidden.
    """

    def __init__(
        self, game: Game, policy_value: PolicyValue, *, batch: int = 16, explore: float = 1.5
    ) -> None:
        check_kind("game", game, Game, MAKE_A_GAME)
        check_whole("batch", batch, 1)
        check_number("explore", explore, 0)
        if not callable(policy_value):
            raise BadRequest(f"policy_value must be a function, not {policy_value!r}")
        if game.plain.observe is not None:
            raise BadRequest(f"{game} hides something: a policy_value has to see whole positions")
        self.game = game
        self._policy_value = policy_value
        self._batch = batch
        self._explore = explore

    def prepare(self) -> None:
        """There is nothing to compile."""

    @property
    def nbytes(self) -> int:
        """It keeps nothing between searches."""
        return 0

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits or ``stop``.

        Raises GameOver, and BadRequest for another game's state or for what the function returns.
        """
        check_open(state, self.game)
        if len(state.unsorted) == 1:
            yield forced(state)
            return
        began = reported = time.perf_counter()
        root, done = _Node(state.copy()), 0
        self._evaluate([root])
        while True:
            left = self._batch if limits.nodes is None else min(self._batch, limits.nodes - done)
            done += self._visit(root, left)
            now = time.perf_counter()
            final = (
                stop()
                or (limits.nodes is not None and done >= limits.nodes)
                or (limits.seconds is not None and now - began >= limits.seconds)
            )
            if final or now - reported >= REPORT:
                reported = now
                yield _report(root, done, now - began, final)
            if final:
                return

    def _visit(self, root: _Node, most: int) -> int:
        """Add visits, with one batch of leaves at most; return how many."""
        waiting: list[tuple[list[tuple[_Node, int]], _Node]] = []
        done = 0
        while done < most:
            path, leaf = self._descend(root)
            if any(leaf is other for _, other in waiting):
                _take_back(path)
                break
            done += 1
            if leaf.state.over:
                _back_up(path, _result(leaf.state))
            else:
                waiting.append((path, leaf))
        if waiting:
            values = self._evaluate([leaf for _, leaf in waiting])
            for (path, _), value in zip(waiting, values, strict=True):
                _back_up(path, value)
        return done

    def _descend(self, node: _Node) -> tuple[list[tuple[_Node, int]], _Node]:
        """Go to a leaf, counting visits on the way; return the way and the leaf."""
        path = []
        while node.ready:
            at = node.select(self._explore)
            node.visits[at] += 1
            path.append((node, at))
            child = node.children[at]
            if child is None:
                after = node.state.copy()
                after.play(node.moves[at])
                child = node.children[at] = _Node(after)
            node = child
        return path, node

    def _evaluate(self, nodes: list[_Node]) -> Array:
        """Ask the function about positions; fill their priors and return their values."""
        game = self.game
        positions = game.layout.array(len(nodes))
        masks = np.zeros((len(nodes), game.move_limit), np.bool_)
        for at, node in enumerate(nodes):
            positions[at] = node.state.position
            masks[at, list(node.moves)] = True
        policy, values = map(np.asarray, self._policy_value(positions, masks))
        for name, found, shape in (
            ("policy", policy, masks.shape),
            ("values", values, (len(nodes), game.players)),
        ):
            if found.shape != shape or found.dtype.kind not in "fiu":
                raise BadRequest(
                    f"policy_value must return a {name} of shape {shape}, "
                    f"not {found.dtype} of shape {found.shape}"
                )
        if not (np.isfinite(policy[masks]).all() and np.isfinite(values).all()):
            raise BadRequest("policy_value returned a number that is not finite")
        for node, row in zip(nodes, policy, strict=True):
            looks = row[list(node.moves)].astype(np.float64)
            looks = np.exp(looks - looks.max())
            node.priors = looks / looks.sum()
            node.ready = True
        return values.astype(np.float64)


def _back_up(path: list[tuple[_Node, int]], value: Array) -> None:
    for node, at in path:
        node.sums[at] += value


def _take_back(path: list[tuple[_Node, int]]) -> None:
    for node, at in path:
        node.visits[at] -= 1


def _result(state: State) -> Array:
    """What a finished game brings each player: together 1."""
    players = state.game.players
    winners = state.winners or range(players)
    return np.array([(player in winners) / len(winners) for player in range(players)])


def _report(root: _Node, done: int, seconds: float, final: bool) -> Report:
    order = np.lexsort((-root.priors, -root.visits))
    players = root.state.game.players
    lines = []
    for at in order.tolist():
        visits = int(root.visits[at])
        value = root.sums[at] / visits if visits else np.full(players, 1 / players)
        move = root.moves[at]
        lines.append(Line(move, tuple(value.tolist()), visits, (move, *_best(root.children[at]))))
    depth = max(len(line.pv) for line in lines)
    return Report(tuple(lines), done, seconds, depth=depth, final=final)


def _best(node: _Node | None) -> tuple[int, ...]:
    """The moves that were visited most from a node on."""
    line: list[int] = []
    while node is not None and node.visits.any() and len(line) < PV_PLIES:
        at = int(node.visits.argmax())
        line.append(node.moves[at])
        node = node.children[at]
    return tuple(line)
