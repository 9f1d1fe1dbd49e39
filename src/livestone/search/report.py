"""Limits and reports: what every search takes and yields.

Every search is a generator of :class:`Report`; the last one is ``final`` and its first line's move
is the one to play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import number
from livestone.errors import BadRequest, GameOver
from livestone.ranges import check_kind, check_number, check_whole


@dataclass(frozen=True)
class Limits:
    """When a search stops: after so many seconds or nodes, whichever comes first.

    A node is one playout for UCT and one position for alpha-beta, which may go past its limit by
    the moves of one position. With neither, a search goes on until it is stopped or has proved its
    result.

    ``lines`` is how many moves alpha-beta ranks, each searched as deep as the best one; UCT always
    tells of them all. ``depth`` is how many plies alpha-beta looks ahead at most.
    Raises BadRequest.
    """

    seconds: float | None = None
    nodes: int | None = None
    lines: int = 1
    depth: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            check_number("seconds", self.seconds, 0)
        if self.nodes is not None:
            check_whole("nodes", self.nodes, 1)
        check_whole("lines", self.lines, 1)
        if self.depth is not None:
            check_whole("depth", self.depth, 1)


@dataclass(frozen=True)
class Line:
    """One move at the root and what the search thinks of it.

    ``value`` is each player's expected result, from 0 (loss) to 1 (win); ``points`` the expected
    final points where the game counts them; ``proved`` says that ``value`` is exact. ``pv`` is the
    principal variation, ``move`` first.
    """

    move: int
    value: tuple[float, ...]
    visits: int
    pv: tuple[int, ...]
    proved: bool = False
    points: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Report:
    """What a search knows so far: its lines, best first, and the work done."""

    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int = 0
    final: bool = False

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def move(self) -> int:
        """The move to play."""
        return self.best.move

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_json(self, game: Game) -> dict[str, object]:
        """Return the report as a JSON object, moves as texts."""
        return {
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "depth": self.depth,
            "final": self.final,
            "lines": [
                {
                    "move": game.wording.move_text(line.move),
                    "value": [round(value, 4) for value in line.value],
                    "visits": line.visits,
                    "pv": [game.wording.move_text(move) for move in line.pv],
                    "proved": line.proved,
                    "points": line.points and [number(round(point, 1)) for point in line.points],
                }
                for line in self.lines
            ],
        }


def forced(state: State) -> Report:
    """The report on a position with one legal move: nothing to think about."""
    players = state.game.players
    move = state.unsorted[0]
    return Report((Line(move, (1 / players,) * players, 0, (move,)),), 0, 0.0, final=True)


def never() -> bool:
    """A stop signal that is never given."""
    return False


def check_game(state: State, game: Game) -> None:
    """Refuse a state that is not one of ``game`` with the same options. Raises BadRequest."""
    check_kind("state", state, State, "replay() of a record returns one")
    if state.game is not game and state.game != game:
        raise BadRequest(
            f"the state is of {state.game}, but this was made for {game}: "
            "use a State of the same game with the same options"
        )


def check_open(state: State, game: Game) -> None:
    """Refuse a state in which ``game`` is not going on. Raises BadRequest or GameOver."""
    check_game(state, game)
    if state.over:
        raise GameOver(f"there is nothing to search: the game is over after ply {state.ply}")


class Search(Protocol):
    """A way of looking ahead; it keeps what it learns between calls where that helps."""

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits, ``stop`` or a proof.

        ``state`` is not changed. Raises GameOver, and BadRequest for a state of another game.
        """
        ...
