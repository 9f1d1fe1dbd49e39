"""Chooses the move to play from what a tree search has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from livestone.core.game import Repetition
from livestone.core.state import State
from livestone.search.report import Line

# Where the game sets ``alike``, a player whose value is at least ``SURE`` plays the move with the
# highest prior among those that are as good and have this share of the most visits. Otherwise a
# winner could put off winning for ever. The share is small, since moves that bring nothing at once
# need more visits to reach the same value.
SURE, SEEN = 0.9, 0.02
# Where a repetition draws and a game has lasted ``LATE`` plies, a player no more than ``EVEN``
# better off than even takes their last move back, if that is within ``NEAR`` of the best and among
# the first ``BACK`` moves.
LATE, EVEN, NEAR, BACK = 200, 0.05, 0.01, 32


def ranked(lines: Sequence[Line], mover: int) -> list[Line]:
    """Best first: by visits, but what is certain goes by its value.

    A proved line stands before the most visited open one if it is worth as much, else behind all
    open ones.
    """
    likely = max((line for line in lines if not line.proved), key=_visits, default=None)
    hope = 0.0 if likely is None else likely.value[mover]

    def rank(line: Line) -> tuple[int, float, int]:
        if not line.proved:
            return 1, 0.0, line.visits
        value = line.value[mover]
        return 2 if value >= hope and value > 0 else 0, value, line.visits

    return sorted(lines, key=rank, reverse=True)


def highest_prior_first(
    lines: list[Line], by_prior: Sequence[int], mover: int, alike: float
) -> list[Line]:
    """The same, but a sure winner has the highest prior of the moves as good as the best in front.

    ``by_prior`` are the moves, highest prior first.
    """
    best = lines[0]
    if best.proved or best.value[mover] < SURE:
        return lines
    good = [
        line
        for line in lines
        if not line.proved
        and line.visits >= SEEN * best.visits
        and line.value[mover] >= best.value[mover] - alike
    ]
    order = {move: place for place, move in enumerate(by_prior)}
    front = min(good, key=lambda line: order.get(line.move, len(order)))
    return [front, *(line for line in lines if line is not front)]


def taking_back_first(lines: list[Line], state: State, mover: int) -> list[Line]:
    """The same, but for a player not ahead, the move that takes their last one back comes first.

    Where no player makes progress, both would else try one thing after the other until the game is
    cut off; so it ends by repetition.
    """
    if state.ply < LATE or state.game.repetition != Repetition("draw"):
        return lines
    best, players = lines[0], state.game.players
    if best.proved or best.value[mover] > 1 / players + EVEN:
        return lines
    before = state.copy()
    for _ in range(players):
        before.undo()
    if before.mover != mover or before.position.turn != state.position.turn - players:
        return lines
    old = _placed(before)
    before.play(state.moves[-players])
    wanted = np.where(old == _placed(before), _placed(state), old)
    for line in lines[:BACK]:
        near = line.visits >= SEEN * best.visits and line.value[mover] >= best.value[mover] - NEAR
        if near and not line.proved:
            after = state.copy()
            after.play(line.move)
            if np.array_equal(_placed(after), wanted):
                return [line, *(other for other in lines if other is not line)]
    return lines


def _placed(state: State) -> Any:
    """What stands where, in one array."""
    names = [name for name in state.game.layout.placement if name != "mover"]
    return np.concatenate([np.ravel(state.position[name]) for name in names])


def _visits(line: Line) -> int:
    return line.visits
