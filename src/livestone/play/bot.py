"""Bots: a level from 1 ("first game") to 8 ("strongest now") that plays any game."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from livestone.core.game import Game
from livestone.core.state import State
from livestone.search.report import Limits, Line, Report, Search, never


@dataclass(frozen=True)
class Level:
    """A strength: its number, its name, and the longest it thinks about a move, in seconds.

    ``nodes`` bounds its thinking too, so that a level means the same on every machine, but leaves
    ``looks`` for each legal move, and counts anew for each guess at what is hidden; None for the
    strongest. A weak level sees little and, with a ``temperature``, does not insist on the best of
    several moves that look alike: a move that seems this much worse (in value, 0 to 1) is played a
    third as often.
    """

    number: int
    name: str
    seconds: float
    nodes: int | None = None
    temperature: float = 0.0
    looks: int = 2


# With fewer looks, weak levels never finish a race of pieces that have hundreds of moves; and in
# such a race a temperature costs more than it seems, a little on every move.
LEVELS = (
    Level(1, "First game", 0.1, 20, 0.1),
    Level(2, "Beginner", 0.1, 60, 0.05),
    Level(3, "Learner", 0.2, 200, 0.02),
    Level(4, "Casual", 0.3, 700, looks=20),
    Level(5, "Club", 0.5, 2_500, looks=40),
    Level(6, "Strong", 1.0, 10_000),
    Level(7, "Expert", 2.0, 40_000),
    Level(8, "Strongest now", 3.0),
)
# Seconds that a level may take where it is to look at all its nodes: the same on any machine.
PATIENCE = 600.0
# The number of the level that people meet who have not chosen one.
DEFAULT_LEVEL = 4


class Bot:
    """A player of one level; ``think`` is all it does.

    A level below the strongest always answers the same with the same ``seed``, as long as its
    time is enough for its nodes. ``seconds`` replaces the level's time for a move. A bot may be
    used by one thread at a time.
    """

    def __init__(
        self, game: Game, level: int, seed: int = 0, *, seconds: float | None = None
    ) -> None:
        self.game = game
        self.level = LEVELS[level - 1]
        self.seed = seed
        self.seconds = self.level.seconds if seconds is None else seconds
        self._search: Search | None = None
        self._guesses = 1

    def prepare(self) -> None:
        """Compile what the bot needs, or load it; ``think`` does it when nobody has."""
        if self._search is not None:
            return
        if self.level.nodes is None:
            from livestone.search.strongest import Strongest

            self._search = strongest = Strongest(self.game, seed=self.seed)
            strongest.prepare()
        else:
            from livestone.search.uct import GUESSES, Uct

            self._guesses = GUESSES if self.game.plain.determinise else 1
            self._search = uct = Uct(self.game, seed=self.seed)
            uct.prepare()

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report while thinking about ``state``; the last report's move is the one to play."""
        self.prepare()
        assert self._search is not None
        nodes = self.level.nodes
        if nodes is not None:
            nodes = self._guesses * max(nodes, self.level.looks * len(state.legal))
        limits = Limits(seconds=self.seconds, nodes=nodes)
        for report in self._search.search(state, limits, stop):
            yield self._choice(report, state) if report.final else report

    def _choice(self, report: Report, state: State) -> Report:
        """The report with the move to play in front: any that is about as good as the best."""
        mover = int(state.position.mover)
        best = report.best
        if self.level.temperature == 0 or best.proved or len(report.lines) == 1:
            return report
        near = [line for line in report.lines if not line.proved and 3 * line.visits > best.visits]
        weights = [_weight(line, best, mover, self.level.temperature) for line in near]
        dice = random.Random(f"{self.seed} {state.ply} {state.view(mover).text}")
        chosen = dice.choices(near, weights)[0]
        others = tuple(line for line in report.lines if line is not chosen)
        return replace(report, lines=(chosen, *others))


def _weight(line: Line, best: Line, mover: int, temperature: float) -> float:
    """How often to play a line, against 1 for one that looks as good as the best."""
    loss = max(0.0, best.value[mover] - line.value[mover])
    return math.exp(-loss / temperature)
