"""Where a game was lost: the move that cost its player most, as a search sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.state import State
from livestone.search.report import Limits, Line
from livestone.search.strongest import Strongest

# How many nodes a search looks at: first over the whole game, then at the moves that look worst.
# Where a game is played out to judge a position, a node is a whole game.
GLANCE, LOOK = 3_000, 60_000
GLANCE_PLAYED, LOOK_PLAYED = 300, 4_000
SUSPECTS = 4
# What is worth telling, in points or in parts of a win: the second is what such a search mistakes.
LEAST_POINTS, LEAST_SHARE = 0.5, 0.1


@dataclass(frozen=True)
class Mistake:
    """A move that cost something: its ``ply`` (from 1), what was played and what was ``better``.

    ``cost`` is what it gave away, as far as the search saw: points of the final lead, or where the
    game counts none (``points`` is False) a part of a win, 0 to 1.
    """

    ply: int
    move: str
    better: str
    cost: float
    points: bool = True

    @property
    def words(self) -> str:
        """The cost in words: ``about 4 points``, ``about 30% of a win``."""
        if not self.points:
            return f"about {self.cost:.0%} of a win"
        return f"about {self.cost:.0f} {'point' if round(self.cost) == 1 else 'points'}"


def costliest(
    game: Game, moves: Sequence[str], seat: int, search: Strongest | None = None
) -> Mistake | None:
    """Return the move of a seat that cost most, None when none cost anything.

    ``search`` may be one that has been used on this game before; it is bounded by nodes, so that
    with one thread the same game has the same answer.
    """
    review = _Review(game, seat, search or Strongest(game, threads=1))
    states = _states(game, moves)
    plies = [ply for ply, state in enumerate(states[:-1]) if state.mover == seat]
    glances = {ply: review.weigh(states, ply, review.glance) for ply in plies}
    suspects = sorted(plies, key=lambda ply: -glances[ply].cost)[:SUSPECTS]
    found = [review.weigh(states, ply, review.look) for ply in suspects]
    worst = max(found, key=lambda mistake: mistake.cost, default=None)
    return worst if worst is not None and worst.cost >= review.least else None


def _states(game: Game, moves: Sequence[str]) -> list[State]:
    """The state before each move, and after the last."""
    state = State(game)
    states = [state.copy()]
    for move in moves:
        state.play(move)
        states.append(state.copy())
    return states


class _Review:
    """How one seat's moves in a game are weighed."""

    def __init__(self, game: Game, seat: int, search: Strongest) -> None:
        self.seat = seat
        self.search = search
        self.points = game.points and game.plain.evaluate is not None
        self.hides = game.plain.observe is not None
        self.glance, self.look = (GLANCE, LOOK) if self.points else (GLANCE_PLAYED, LOOK_PLAYED)
        self.least = LEAST_POINTS if self.points else LEAST_SHARE

    def weigh(self, states: Sequence[State], ply: int, nodes: int) -> Mistake:
        """What the move at ``ply`` cost against the best."""
        before, after = states[ply], states[ply + 1]
        played = after.move_texts[-1]
        if len(before.legal) == 1:
            return Mistake(ply + 1, played, played, 0.0, self.points)
        lines = self._lines(before, nodes)
        best = before.game.move_text(lines[0].move)
        if best == played:
            return Mistake(ply + 1, played, best, 0.0, self.points)
        if self.hides:
            # What others know would come in if the position after the move were asked as well.
            got = next((line for line in lines if line.move == after.moves[-1]), lines[-1])
            cost = self._worth(lines[0]) - self._worth(got)
        else:
            cost = self._worth(lines[0]) - self._value(after, nodes)
        return Mistake(ply + 1, played, best, cost, self.points)

    def _value(self, state: State, nodes: int) -> float:
        """What a state is worth to the seat, with good play by everybody."""
        if state.over:
            return self._lead(state.scores) if self.points else self._share(state)
        if len(state.legal) == 1:
            state = state.copy()
            state.play(state.legal[0])
            return self._value(state, nodes)
        return self._worth(self._lines(state, nodes)[0])

    def _lines(self, state: State, nodes: int) -> tuple[Line, ...]:
        *_, report = self.search.search(state, Limits(nodes=nodes))
        return report.lines

    def _worth(self, line: Line) -> float:
        if self.points and line.points is not None:
            return self._lead(line.points)
        return line.value[self.seat]

    def _lead(self, points: Sequence[float]) -> float:
        return points[self.seat] - max(p for at, p in enumerate(points) if at != self.seat)

    def _share(self, state: State) -> float:
        winners = state.winners or tuple(range(state.game.players))
        return (self.seat in winners) / len(winners)
