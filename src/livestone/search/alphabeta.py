"""Alpha-beta with iterative deepening, for any two-player game.

The value searched is a player's score less the other's. Where the game guesses at outcomes the
leaves are guesses; a search whose leaves are all finished games has proved its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.ranges import check_whole
from livestone.search.alphabeta_kernel import INFINITE, MAX_DEPTH
from livestone.search.alphabeta_work import Help, Work
from livestone.search.clock import Clock
from livestone.search.report import Limits, Line, Report, check_game, check_open, never
from livestone.search.table import new_table

# Within so many plies of the end a search looks straight to it.
EARLY = 8


class AlphaBeta(Uncopied):
    """Iterative deepening principal variation search; ``megabytes`` limit its table.

    With more than one of ``threads``, the others search the same position a ply deeper and share
    what they learn through the table; only one thread always gives the same answers. What has been
    learned is kept from call to call. ``form`` is the form of the game to search, if not its own.
    Raises ValueError for a game that is not for two players.
    """

    def __init__(
        self, game: Game, *, megabytes: int = 64, threads: int = 1, form: Game | None = None
    ) -> None:
        if game.players != 2:
            raise ValueError(f"alpha-beta needs a game for two players, not {game.players}")
        check_whole("threads", threads, 1)
        check_whole("megabytes", megabytes, 0)
        self.game = game
        self._form = form or game.for_search
        self._megabytes, self.threads = megabytes, threads
        self._work: Work | None = None
        self._help: Help | None = None

    def prepare(self) -> None:
        """Compile, or load from the cache; a search does it otherwise."""
        if self._work is None:
            self._work = Work(self.game, self._form, new_table(self._megabytes))
            self._help = Help(self._work, self.threads - 1)

    @property
    def nbytes(self) -> int:
        """The most memory that what it has learned takes."""
        return 0 if self._work is None else self._megabytes << 20

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits, ``stop`` or a proof.

        Each report holds the best lines of one depth, as many as the limits ask for; of a depth
        that was not finished only the best move found in it, if no other line is wanted. A
        ``proved`` line is exact.
        """
        return self._deepen(state, limits, stop, INFINITE, EARLY)

    def solve(
        self,
        state: State,
        limits: Limits | None = None,
        stop: Callable[[], bool] = never,
        *,
        winner_only: bool = False,
    ) -> Iterator[Report]:
        """Search to the end of the game, reporting meanwhile; the last line is ``proved``.

        When the limits or ``stop`` come first, the last line is not ``proved``: not finished.
        ``winner_only`` asks only who wins, which is quicker; ``points`` are then left out.
        """
        bound = 1 if winner_only else INFINITE
        return self._deepen(state, limits or Limits(), stop, bound, MAX_DEPTH)

    def plies_left(self, state: State) -> int | None:
        """How many plies are left, if every game from here has as many, as far as is known."""
        check_game(state, self.game)
        self.prepare()
        assert self._work is not None
        self._work.begin(state)
        return self._work.length()

    def choose(self, state: State, nodes: int) -> tuple[int, float, bool]:
        """The best move within so many nodes, how far player 0 then leads, and if that is proved.

        The same as ``search`` finds, without reports: several times as quick for few nodes.
        """
        check_open(state, self.game)
        self.prepare()
        assert self._work is not None
        work = self._work
        work.hurry()
        work.begin(state)
        move, lead, proved = state.unsorted[0], 0.0, False
        for depth in _depths(work.length(), EARLY, None):
            finished = False
            for alpha, beta in work.windows(depth, INFINITE, ()):
                work.open(depth, alpha, beta, ())
                finished = work.run(nodes)
                if not finished or work.settled(depth, ()):
                    break
            if found := work.found(finished):
                move, proved = found[0], finished and found[2]
                lead = found[1] if finished or depth == 1 else lead
            if proved or work.nodes >= nodes:
                break
        return move, lead, proved

    def _deepen(
        self, state: State, limits: Limits, stop: Callable[[], bool], bound: int, early: int
    ) -> Iterator[Report]:
        check_open(state, self.game)
        self.prepare()
        assert self._work is not None
        assert self._help is not None
        work, help_ = self._work, self._help
        # Of a search that was not continued.
        help_.end()
        clock = Clock(limits, stop)
        work.begin(state, early == MAX_DEPTH)
        length = work.length()
        depths = partial(_depths, length, early, limits.depth)
        help_.begin(depths, bound, self.threads - 1)
        try:
            yield from self._iterate(state, limits, clock, bound, depths())
        finally:
            help_.end()

    def _iterate(
        self, state: State, limits: Limits, clock: Clock, bound: int, depths: Iterator[int]
    ) -> Iterator[Report]:
        """Search one depth after the other until it is over or all is proved."""
        assert self._work is not None
        work, points = self._work, self.game.points and bound == INFINITE

        def report(depth: int, final: bool = False) -> Report:
            told = tuple(with_points(line, state) for line in lines) if points else lines
            return Report(told, self._nodes, clock.seconds, depth, final)

        wanted = min(limits.lines, len(state.unsorted))
        lines: tuple[Line, ...] = (_nothing(self.game, state),)
        over, complete, depth = False, False, 0
        for depth in depths:
            # What is proved is not asked again, unless something unproved stands before it.
            found = list(takewhile(lambda line: line.proved, lines))
            while len(found) < wanted and not over:
                finished = False
                barred = [line.move for line in found]
                for done in self._settle(clock, depth, bound, barred):
                    finished = done
                    if not done:
                        yield report(depth - 1)
                if (finished or wanted == 1) and (line := work.line(finished, bound)):
                    found.append(_below(line, found, state))
                over = not finished or clock.is_over(self._nodes)
            complete = finished and len(found) == wanted
            if found and (complete or wanted == 1 or depth == 1):
                lines = tuple(found)
            if over or all(line.proved for line in lines):
                break
        yield report(depth - (not complete), final=True)

    def _settle(
        self, clock: Clock, depth: int, bound: int, barred: Sequence[int]
    ) -> Iterator[bool]:
        """Find the value at a depth; yield False when a report is due, True when it is found."""
        assert self._work is not None
        work = self._work
        for alpha, beta in work.windows(depth, bound, barred):
            work.open(depth, alpha, beta, barred)
            while not work.run(work.nodes + clock.slice(self._nodes) - self._nodes):
                if clock.is_over(self._nodes):
                    return
                if clock.report_due():
                    yield False
            if work.settled(depth, barred):
                break
        yield True

    @property
    def _nodes(self) -> int:
        """Positions searched by all threads."""
        assert self._work is not None
        assert self._help is not None
        return self._work.nodes + self._help.nodes


def _depths(length: int | None, early: int, most: int | None) -> Iterator[int]:
    """The depths to search, one after the other, up to ``most``.

    A game that fills a board ends after ``length`` plies whatever is played: from ``early`` plies
    before that the depths between teach less than they cost.
    """
    last = MAX_DEPTH - 1 if most is None else min(most, MAX_DEPTH - 1)
    depth = 1
    while depth <= last:
        if length is not None and depth < length <= min(depth + early, last):
            depth = length
        yield depth
        depth += 1


def with_points(line: Line, state: State) -> Line:
    """The line with each player's final points where it ends, or the guess at them.

    The game guesses how much there will be to share, and the search how far a player leads.
    """
    end = state.copy()
    for move in line.pv:
        end.play(move)
    guess = None if end.over else runtime(state.game).estimate(end.position)
    if line.points is None:
        return replace(line, points=guess or end.scores)
    lead = line.points[0] - line.points[1]
    behind = max(0.0, (sum(guess or end.scores) - abs(lead)) / 2)
    return replace(line, points=(behind + max(lead, 0.0), behind + max(-lead, 0.0)))


def _nothing(game: Game, state: State) -> Line:
    """What is known before the search: the first legal move is one."""
    move = state.unsorted[0]
    return Line(move, (0.5, 0.5), 0, (move,))


def _below(line: Line, above: list[Line], state: State) -> Line:
    """The line, thought no better than those that were found better than all moves after them.

    It may seem so when what the table knows comes from deeper searches, or when the best move is
    known to lose and how much the others lose is not.
    """
    mover = int(state.position.mover)
    if not above or line.value[mover] <= above[-1].value[mover]:
        return line
    return replace(line, value=above[-1].value, points=above[-1].points)
