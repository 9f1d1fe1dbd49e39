"""Where a game was lost: the move that cost its player most, as a search sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.state import State
from livestone.freeplay.board import COLOURS
from livestone.search.report import Limits
from livestone.search.strongest import Strongest

# How many nodes a search looks at: first over the whole game, then at the moves that look worst.
GLANCE, LOOK = 3_000, 60_000
SUSPECTS = 4


@dataclass(frozen=True)
class Mistake:
    """A move that cost points: its ``ply`` (from 1), what was played and what was ``better``.

    ``cost`` is how many points of the final lead it gave away, as far as the search saw.
    """

    ply: int
    move: str
    better: str
    cost: float


def costliest(
    game: Game, moves: Sequence[str], colour: str, search: Strongest | None = None
) -> Mistake | None:
    """Return the move of ``colour`` that cost most, None when none cost anything.

    ``search`` may be one that has been used on this game before. The search is bounded by nodes,
    so that the same game has the same answer.
    """
    search = search or Strongest(game)
    states = _states(game, moves)
    player = COLOURS.index(colour)
    plies = [ply for ply, state in enumerate(states[:-1]) if state.mover == player]
    glances = {ply: _weigh(search, states, ply, player, GLANCE) for ply in plies}
    suspects = sorted(plies, key=lambda ply: -glances[ply].cost)[:SUSPECTS]
    found = [_weigh(search, states, ply, player, LOOK) for ply in suspects]
    worst = max(found, key=lambda mistake: mistake.cost, default=None)
    return worst if worst is not None and worst.cost >= 0.5 else None


def _states(game: Game, moves: Sequence[str]) -> list[State]:
    """The state before each move, and after the last."""
    state = State(game)
    states = [state.copy()]
    for move in moves:
        state.play(move)
        states.append(state.copy())
    return states


def _weigh(
    search: Strongest, states: Sequence[State], ply: int, player: int, nodes: int
) -> Mistake:
    """What the move at ``ply`` cost against the best."""
    before, after = states[ply], states[ply + 1]
    played = after.move_texts[-1]
    if len(before.legal) == 1:
        return Mistake(ply + 1, played, played, 0.0)
    best, promised = _look(search, before, player, nodes)
    if best == played:
        return Mistake(ply + 1, played, played, 0.0)
    _, got = _look(search, after, player, nodes)
    return Mistake(ply + 1, played, best, promised - got)


def _look(search: Strongest, state: State, player: int, nodes: int) -> tuple[str, float]:
    """The best move and the lead it promises to ``player``."""
    if state.over:
        return "", state.scores[player] - state.scores[1 - player]
    if len(state.legal) == 1:
        state = state.copy()
        state.play(state.legal[0])
        return state.move_texts[-1], _look(search, state, player, nodes)[1]
    *_, report = search.search(state, Limits(nodes=nodes))
    points = report.best.points or tuple(report.best.value)
    return state.game.move_text(report.move), points[player] - points[1 - player]
