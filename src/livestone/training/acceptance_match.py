"""Acceptance match of new weights: pairs of games against the old ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.play.match import opening
from livestone.play.workers import Stop, Stopped
from livestone.search.alphabeta import AlphaBeta
from livestone.training.selfplay import MEGABYTES

PLIES = 4


@dataclass(frozen=True)
class Pair:
    """Two games from one random opening, seats changed: the new form against the old."""

    game: Game
    new: Game
    old: Game
    nodes: int
    seed: int
    number: int


def play_pair(pair: Pair, stop: Stop) -> float:
    """Play both games and return the points of the new form, 0 to 2. Raises Stopped."""
    compile_rules(pair.game)
    return sum(_play(pair, seat, stop) for seat in (0, 1))


def _play(pair: Pair, seat: int, stop: Stop) -> float:
    """The points of the new form in this seat."""
    forms = (pair.new, pair.old) if seat == 0 else (pair.old, pair.new)
    searches = [AlphaBeta(pair.game, megabytes=MEGABYTES, form=form) for form in forms]
    state = opening(pair.game, PLIES, f"{pair.seed} {pair.number}")
    while not state.over:
        if stop():
            raise Stopped
        state.play(_move(searches[state.position.mover], state, pair.nodes))
    winners = state.winners or ()
    return float(seat in winners) if winners else 0.5


def _move(search: AlphaBeta, state: State, nodes: int) -> int:
    if len(state.unsorted) == 1:
        return state.unsorted[0]
    return search.choose(state, nodes)[0]


def in_order(results: Iterable[tuple[int, float]]) -> Iterator[float]:
    """Results that come in any order, each as soon as all before it have come.

    So a match ends at the same pair however many processes play.
    """
    waiting: dict[int, float] = {}
    due = 0
    for index, result in results:
        waiting[index] = result
        while due in waiting:
            yield waiting.pop(due)
            due += 1
