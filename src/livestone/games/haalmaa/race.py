"""Haalmaa as a race: how far players still have to go; its evaluation and move priors.

What is to go is counted in the ``costs`` of a variant, its steps for example: each hole in a
player's goal has a pawn of its own to come (:mod:`livestone.boards.filling`), and a pawn of others
in the goal that finds it hard to leave may hold it up for good (:mod:`livestone.boards.shut`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from livestone.boards import Board
from livestone.boards.board import IntTable
from livestone.boards.filling import filling
from livestone.boards.shut import shut_in
from livestone.boards.zones import distances
from livestone.core.game import Jit, Position
from livestone.core.maths import exp, log

EMPTY = 0
FAR = 999
# The share of the way gone in the evaluation for three players.
PROGRESS = 0.1
# The turns that a player needs, about: greedy players take 79 in III, 82 in IV, 84 in I, 94 in II.
TURNS = 84
# The lead in steps at which a win is e times as likely as not, in the games for two.
TWO_SCALE = 6.0


class Race(NamedTuple):
    """What a variant's players start from, go to, and how that counts; a row for each of them.

    ``costs`` is [player, site, place in their goal]; ``shut`` is what a pawn of others that cannot
    leave a goal, and moves up to ``reach`` steps, costs in the moves' priors, ``dread`` what
    it costs in ``evaluate``; a lead of ``scale`` makes a win e times as likely as not.
    """

    board: Board
    begins: tuple[tuple[int, ...], ...]
    goals: tuple[tuple[int, ...], ...]
    costs: IntTable
    shut: float
    dread: float
    reach: int
    scale: float


def chances_of_three(race: Race, jit: Jit) -> Any:
    """``evaluate`` for three: the likelihood of winning, and a share of the way gone.

    The player who moves first in a round is a third of a turn ahead, which matters where positions
    with different players to move are compared. The share of the way gone makes a player who is
    sure to win go on, and let others' pawns out of the goal. A turn counts for more of it the less
    is left, so that the end is not put off.
    """
    first, second, third = (
        filling(race.costs[player], goal, player + 1, jit) for player, goal in enumerate(race.goals)
    )
    scale, held = race.scale, _held(race, race.dread, jit)
    # About what is to go at the start, by symmetry the same for all.
    longest = float(np.sum(race.costs[0][list(race.begins[0])].mean(axis=1)))
    whole, turn = log(1 + longest / scale), longest / TURNS

    def evaluate(s: Position, score: Any) -> None:
        left = (
            first(s.cells, s.pawns[0]),
            second(s.cells, s.pawns[1]),
            third(s.cells, s.pawns[2]),
        )
        for player in range(3):
            score[player] = left[player] - turn * ((s.mover + 2 - player) % 3) / 3
        least, total = min(score[0], score[1], score[2]), 0.0
        for player in range(3):
            score[player] = exp((least - score[player]) / scale)
            total += score[player]
        for player in range(3):
            still = left[player] + held(s.cells, player)
            gone = max(1 - log(1 + still / scale) / whole, 0.0)
            score[player] = (1 - PROGRESS) * score[player] / total + PROGRESS * gone

    return evaluate


def _held(race: Race, price: float, jit: Jit) -> Any:
    """``held(cells, player) -> cost`` of the pawns of others that find it hard to leave a goal."""
    if not price:

        @jit
        def nothing(cells: Any, player: int) -> float:
            return 0.0

        return nothing
    shut = shut_in(race.board, race.goals, race.reach, jit)

    @jit
    def held(cells: Any, player: int) -> float:
        return float(price * shut(cells, player, player + 1))

    return held


def chances_of_two(race: Race, most: int, jit: Jit) -> Any:
    """``evaluate`` for two who race for ``most`` points of one goal."""
    goal, steps = np.array(race.goals[0]), race.costs[0].astype(np.int8)
    inside, pawns, farthest = steps.min(axis=1) == 0, len(race.begins[0]), int(steps.max())

    @jit
    def to_go(s: Position, player: int) -> int:
        """The steps of the nearest pawns outside to what is free, for as many as needed."""
        counts, holes = np.zeros(farthest + 1, np.int64), np.zeros(len(goal) + 1, np.uint8)
        free = 0
        for place in range(len(goal)):
            holes[free] = place
            free += s.cells[goal[place]] == EMPTY
        for at in range(pawns):
            site = s.pawns[player, at]
            least = farthest
            for hole in range(free):
                least = min(least, steps[site, holes[hole]])
            counts[least] += not inside[site]
        need, total = most - s.home[player], 0
        for far in range(farthest + 1):
            total += far * max(0, min(need, counts[far]))
            need -= counts[far]
        return total

    def evaluate(s: Position, score: Any) -> None:
        lead = to_go(s, 1) - to_go(s, 0)
        score[0] = 1 / (1 + exp(-lead / TWO_SCALE))
        score[1] = 1 - score[0]

    return evaluate


def promises(race: Race, jit: Jit) -> Any:
    """``move_priors``: how much nearer a move brings a pawn to a free point of its goal.

    Within the goal it is the steps deeper into it, which make room for those who follow. Of moves
    that bring as much, those of the pawn that is farthest behind come first. To let others' pawns
    out of the goal counts as well.
    """
    sites, to_go, opened = len(race.board), _to_hole(race, jit), _opened(race, jit)
    depth = np.array([distances(race.board, zone).min(axis=0) for zone in race.begins], np.int8)

    def move_priors(s: Position, moves: Any, n: int, hopes: Any) -> None:
        if n == 1:  # a pass, for one
            return
        last, before = -1, 0
        for at in range(n):
            origin, target = moves[at] // sites, moves[at] % sites
            if origin != last:
                last, before = origin, to_go(s, origin)
            after = to_go(s, target)
            if before + after == 0:
                hopes[at] = depth[s.mover, target] - depth[s.mover, origin]
            else:
                hopes[at] = before - after + before / FAR
        opened(s, moves, n, hopes)

    return move_priors


def _to_hole(race: Race, jit: Jit) -> Any:
    """``to_go(s, site)``: what it costs the mover from there to a point of his goal."""
    places, goals = len(race.goals[0]), np.array(race.goals)
    steps = race.costs.astype(np.int16)
    order = np.argsort(steps, axis=2, kind="stable")  # [player, site, place]
    ranked = np.take_along_axis(steps, order, axis=2)
    holes = np.array([goal[row] for goal, row in zip(goals, order, strict=True)], np.int16)

    @jit
    def to_go(s: Position, site: int) -> int:
        """To the nearest point that is not yet the mover's; 0 in the goal."""
        mover = s.mover
        if ranked[mover, site, 0] == 0:
            return 0
        for place in range(places):
            if s.cells[holes[mover, site, place]] != mover + 1:
                return int(ranked[mover, site, place])
        return FAR

    return to_go


def _opened(race: Race, jit: Jit) -> Any:
    """``opened(s, moves, n, hopes)``: adds what moves do for others' pawns to leave the goal."""
    sites, reach, held = len(race.board), race.reach, _held(race, race.shut, jit)
    far = np.array([distances(race.board, goal).min(axis=0) for goal in race.goals], np.int16)

    @jit
    def opened(s: Position, moves: Any, n: int, hopes: Any) -> None:
        player, code, cells = s.mover, s.mover + 1, s.cells
        before = held(cells, player)
        if before == 0.0:
            return
        for at in range(n):
            origin, target = moves[at] // sites, moves[at] % sites
            if min(far[player, origin], far[player, target]) <= reach:
                cells[origin], cells[target] = EMPTY, code
                hopes[at] += before - held(cells, player)
                cells[origin], cells[target] = code, EMPTY

    return opened
