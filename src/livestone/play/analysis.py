"""Analysis of a position as a stream of ever deeper results.

``analyse(state, Limits(seconds=5, lines=3))`` yields an :class:`Analysis` about ten times a second;
the last one is ``final`` and tells, where the game marks pieces, which of them will carry the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.odds import Chances, certain
from livestone.core.playouts import MAX_PLIES, random_games
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.core.view import number
from livestone.play import book as books
from livestone.ranges import check_kind, check_whole
from livestone.search.report import Limits, Line, Report, Search, check_open, never
from livestone.search.strongest import Strongest
from livestone.search.survival import GAMES, Survival, SurvivalEstimator

# How many random games tell how much there is left to play.
SAMPLES = 16
# How a value is known: exactly, from the opening book, or as a search sees it.
PROVED, BOOK, ESTIMATED = "proved", "book", "estimated"


@dataclass(frozen=True)
class Variation:
    """A move, how play may go on (``pv``, the move first), and what that is worth.

    ``value`` is each player's expected result, 0 to 1; ``points`` the expected final points where
    the game counts them, and ``chances`` what their lead means to player 0 of two. A ``proved``
    value is exact. ``book`` is player 0's lead as the opening book knows it. ``visits`` says how
    often the search has looked at the move, where it counts that.
    """

    move: int
    pv: tuple[int, ...]
    value: tuple[float, ...]
    proved: bool = False
    points: tuple[float, ...] | None = None
    chances: Chances | None = None
    book: float | None = None
    visits: int = 0

    @property
    def source(self) -> str:
        """How the value is known: ``proved``, ``book`` or ``estimated``."""
        return PROVED if self.proved else BOOK if self.book is not None else ESTIMATED

    def lead(self, player: int) -> float | None:
        """The points by which a player will lead the best of the others; None without points."""
        check_whole("player", player, 0, len(self.value) - 1)
        if self.points is None:
            return None
        return self.points[player] - max(
            points for at, points in enumerate(self.points) if at != player
        )

    def as_json(self, game: Game) -> dict[str, object]:
        """Return the variation as a JSON object, moves as texts."""
        return {
            "move": game.wording.move_text(self.move),
            "pv": [game.wording.move_text(move) for move in self.pv],
            "source": self.source,
            "proved": self.proved,
            "value": [round(value, 4) for value in self.value],
            "points": self.points and [number(round(points, 2)) for points in self.points],
            "lead": _rounded(self.lead(0)),
            "chances": self.chances
            and {name: round(chance, 4) for name, chance in vars(self.chances).items()},
            "book": _rounded(self.book),
            "visits": self.visits,
        }


@dataclass(frozen=True)
class Analysis:
    """What is known about a position: its best moves, best first, and the work done.

    ``mover`` is the player to move, whose view it is where something is hidden; ``survival`` says
    what becomes of the board (in the ``final`` report, where the game marks pieces).
    """

    game: Game
    text: str
    ply: int
    mover: int
    lines: tuple[Variation, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    final: bool = False
    survival: Survival | None = None

    @property
    def best(self) -> Variation:
        """The best line."""
        return self.lines[0]

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_json(self) -> dict[str, object]:
        """Return the analysis as a JSON object; ``lead`` and ``chances`` are player 0's."""
        return {
            "game": self.game.id,
            "text": self.text,
            "ply": self.ply,
            "mover": self.mover,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "speed": round(self.speed),
            "final": self.final,
            "lines": [line.as_json(self.game) for line in self.lines],
            "survival": self.survival and self._survival(self.survival),
        }

    def _survival(self, survival: Survival) -> dict[str, dict[str, float]]:
        names = self.game.board.names
        return {
            names[site]: {piece: round(chance, 3) for piece, chance in pieces.items()}
            for site, pieces in survival.marked.items()
        }


def analyse(
    state: State,
    limits: Limits | None = None,
    *,
    search: Search | None = None,
    seed: int = 0,
    threads: int = 1,
    playouts: int = GAMES,
    stop: Callable[[], bool] = never,
) -> Iterator[Analysis]:
    """Report on a position until the limits, ``stop`` or a proof; three lines unless said.

    ``search`` may be one that knows the game from before; otherwise it is the strongest. One
    thread and limits in nodes have the same answer for the same ``seed``. Where something is
    hidden, only what the player to move may see counts. Raises GameOver.

    >>> from livestone.games import load
    >>> state = State(load("freedom", size=4))
    >>> for move in "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3".split():
    ...     state.play(move)
    >>> *_, last = analyse(state, Limits(nodes=10_000))
    >>> last.final, last.best.source
    (True, 'proved')
    """
    check_kind("state", state, State, "replay() of a record returns one")
    check_open(state, state.game)
    check_whole("threads", threads, 1)
    check_whole("playouts", playouts, 0)
    asked = limits or Limits(lines=3)
    view = _Position(state, asked.lines)
    if view.known:
        yield view.from_book()
    view.prepare()
    last = None
    search = search or Strongest(state.game, seed=seed, threads=threads)
    for report in view.reports(search, asked, stop):
        last = view.analysis(report)
        if not report.final:
            yield last
    assert last is not None
    if playouts and runtime(state.game).rules.marks is not None:
        scout = SurvivalEstimator(state.game, seed=seed, games=playouts)
        last = replace(last, survival=scout.look(state))
    yield replace(last, final=True)


class _Position:
    """A position under analysis: what its lines mean."""

    def __init__(self, state: State, lines: int) -> None:
        self.state = state
        self.game = state.game
        self._most = lines
        self._odds = self.game.points and self.game.players == 2
        self._plies: float | None = None
        book = books.shipped(self.game)
        self.known: Mapping[int, float] = book.moves(state) if book else {}
        self._book_nodes = book.plan.nodes if book else 0

    def prepare(self) -> None:
        """Find out how long the game will go on, which says what leads mean.

        What that compiles is not to count as a search's time.
        """
        if self._odds and self._plies is None:
            self._plies = plies_left(self.state)

    def reports(self, search: Search, limits: Limits, stop: Callable[[], bool]) -> Iterator[Report]:
        """What a search says; while there is one move only, of what comes after it."""
        ahead, forced = self._after_forced()
        if ahead.over:
            yield Report((_ended(ahead, forced),), 0, 0.0, final=True)
            return
        if forced:
            limits = replace(limits, lines=1)
        for report in search.search(ahead, limits, stop):
            lines = [
                replace(line, move=(*forced, line.move)[0], pv=(*forced, *line.pv))
                for line in report.lines[: 1 if forced else self._most]
            ]
            yield replace(report, lines=tuple(lines))

    def _after_forced(self) -> tuple[State, tuple[int, ...]]:
        """The state after all plies that are forced, and these; none where something is hidden."""
        ahead, forced = self.state, list[int]()
        if self.game.plain.observe is not None:
            return ahead, ()
        while len(ahead.legal) == 1:
            ahead = ahead.copy() if forced == [] else ahead
            forced.append(ahead.legal[0])
            ahead.play(ahead.legal[0])
        return ahead, tuple(forced)

    def analysis(self, report: Report) -> Analysis:
        """A search's report as an analysis."""
        return self._analysis(
            tuple(self.variation(line) for line in report.lines),
            depth=report.depth,
            nodes=report.nodes,
            seconds=report.seconds,
        )

    def from_book(self) -> Analysis:
        """What the opening book says, before any search."""
        lines = tuple(self._booked(move, lead) for move, lead in self.known.items())
        return self._analysis(lines[: self._most], nodes=self._book_nodes)

    def _analysis(self, lines: tuple[Variation, ...], **work: Any) -> Analysis:
        state, mover = self.state, int(self.state.position.mover)
        hidden = self.game.plain.observe is not None
        text = state.view(mover if hidden else None).text
        return Analysis(self.game, text, state.ply, mover, lines, **work)

    def variation(self, line: Line) -> Variation:
        """A search's line with its chances."""
        value, chances = line.value, None
        if self._odds and line.points is not None:
            chances = self._chances(line.points[0] - line.points[1], line.proved)
            value = (chances.value, 1 - chances.value)
        elif line.proved and self.game.players == 2:
            chances = certain(line.value[0] - line.value[1])
        return Variation(
            line.move,
            line.pv,
            value,
            line.proved,
            line.points,
            chances,
            self.known.get(line.move),
            line.visits,
        )

    def _booked(self, move: int, lead: float) -> Variation:
        if not self._odds:
            return Variation(move, (move,), (0.5 + lead, 0.5 - lead), book=lead)
        chances = self._chances(lead, False)
        value = (chances.value, 1 - chances.value)
        return Variation(move, (move,), value, chances=chances, book=lead)

    def _chances(self, lead: float, proved: bool) -> Chances:
        """What a lead of player 0 means, so many plies before the end."""
        if proved:
            return certain(lead)
        self.prepare()
        assert self._plies is not None
        return self.game.knobs.lead_odds.chances(lead, self._plies)


def plies_left(state: State) -> float:
    """Return how many plies random games go on from a state, on average; always the same."""
    built, wins = kernels(state.game), np.zeros(state.game.players + 1)
    stack = state.game.layout.array(2)
    stack[0] = state.position
    return float(random_games(built)(stack, SAMPLES, MAX_PLIES, seeded(1), wins)) / SAMPLES


def _ended(state: State, moves: tuple[int, ...]) -> Line:
    """The line whose forced moves end the game."""
    players = state.game.players
    winners = state.winners or tuple(range(players))
    value = tuple((player in winners) / len(winners) for player in range(players))
    points = state.scores if state.game.points else None
    return Line(moves[0], value, 0, moves, True, points)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
