"""Bots: a level from 1 ("First game") to 10 ("Strongest now") that plays any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from livestone.core.chance import seed_of, weighted
from livestone.core.game import MAKE_A_GAME, Game
from livestone.core.maths import exp
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.play.levels import LEVELS, Level
from livestone.ranges import check_kind, check_number, check_whole
from livestone.search.policy_value import PolicyValue, PolicyValueSearch
from livestone.search.report import Limits, Line, Report, Search, check_open, never

# The table of a level that sees little; the strongest has a larger one.
MEGABYTES = 8


class Bot:
    """A player of one level; ``think`` is all it does.

    A level below the strongest always answers the same with the same ``seed``, as long as its
    time is enough for what it looks at, when it is asked about the same positions one after the
    other. What it has learned helps it at its next moves in the same game; a level below the
    strongest forgets it when it is asked about anything else, such as a position that moves were
    taken back to, of which it would know more than a level may see. ``seconds`` replaces the
    level's time for a move. With an ``evaluator`` it searches by that function alone, see
    :class:`~livestone.search.policy_value.PolicyValueSearch`, as long as the level has time. A game
    that is judged by other weights than Livestone's is played without the opening book. A bot may
    be used by one thread at a time. Raises BadRequest.
    """

    def __init__(
        self, game: Game, level: int = len(LEVELS), seed: int = 0, *,
        seconds: float | None = None, evaluator: PolicyValue | None = None,
    ) -> None:  # fmt: skip
        check_kind("game", game, Game, MAKE_A_GAME)
        check_whole("level", level, 1, len(LEVELS))
        if seconds is not None:
            check_number("seconds", seconds, 0, above=True)
        self.game = game
        self.level = LEVELS[level - 1]
        self.seed = seed
        self.seconds = self.level.seconds if seconds is None else seconds
        self._evaluator = evaluator
        self._mind: _Mind | None = None if evaluator is None else _led(game, evaluator)
        self._last: tuple[Any, Sequence[int]] | None = None  # the opening and moves thought about

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes a copy: it has learned nothing yet."""
        make = partial(type(self), seconds=self.seconds, evaluator=self._evaluator)
        return make, (self.game, self.level.number, self.seed)

    @property
    def learns(self) -> bool:
        """Whether what it has looked at for a move helps it at its next one."""
        return self._mind is None or self._mind.learns

    @property
    def nbytes(self) -> int:
        """The most memory that what it has learned takes."""
        return 0 if self._mind is None else self._mind.search.nbytes

    def prepare(self) -> None:
        """Compile what the bot needs, or load it; ``think`` does it otherwise."""
        if self._mind is None:
            self._mind = _mind(self.game, self.level, self.seed)

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report while thinking about ``state``; the last report's move is the one to play.

        Raises GameOver, and BadRequest for a state of another game or with other options.
        """
        check_open(state, self.game)
        known = self._from_book(state) if self._evaluator is None else None
        if known is not None:
            yield known
            return
        if (
            self._evaluator is None
            and self.level.playouts.count is not None
            and not self._goes_on(state)
        ):
            self._mind = None
        self._last = state.opening, state.moves
        self.prepare()
        assert self._mind is not None
        limits = replace(self._mind.limits(state), seconds=self.seconds)
        for report in self._mind.search.search(state, limits, stop):
            yield self._choice(report, state) if report.final else report

    def _goes_on(self, state: State) -> bool:
        """Whether a state comes later in the game that the bot has thought about last."""
        if self._last is None:
            return True
        opening, moves = self._last
        now = state.moves
        return state.opening == opening and len(now) > len(moves) and now[: len(moves)] == moves

    def _from_book(self, state: State) -> Report | None:
        """What the opening book plays, for the strongest level."""
        if self.level.playouts.count is not None or self.game.weighted:
            return None
        from livestone.play.book import shipped

        book = shipped(self.game)
        return None if book is None else book.report(state, self.seed)

    def _choice(self, report: Report, state: State) -> Report:
        """The report with the move to play in front: about as good as the best, but for a slip."""
        assert self._mind is not None
        mover = int(state.position.mover)
        best, blur = report.best, self._mind.blur
        if blur == 0 or best.proved or best.visits == 0 or len(report.lines) == 1:
            return report
        rng = seeded(seed_of(f"{self.seed} {state.ply} {state.view(mover).text}"))
        lead, slips = self._mind.lead, self._mind.slips
        near = [line for line in report.lines if not line.proved]
        if slips and weighted(rng, (1.0 - slips, slips)):
            weights = [1.0] * len(near)
        else:
            near = [line for line in near if 3 * line.visits > best.visits]
            weights = [exp((lead(line, mover) - lead(best, mover)) / blur) for line in near]
        chosen = near[weighted(rng, weights)]
        others = tuple(line for line in report.lines if line is not chosen)
        return replace(report, lines=(chosen, *others))


class _Learning(Search, Protocol):
    """A search that knows how much memory it takes."""

    @property
    def nbytes(self) -> int:
        """The most memory that what it has learned takes."""
        ...


@dataclass(frozen=True)
class _Mind:
    """What a bot thinks with; ``lead`` says how good a line is for a player, in units of blur.

    ``slips`` is the share of moves that it does not compare. It ``learns`` where its search goes on
    from what the last one has found.
    """

    search: _Learning
    limits: Callable[[State], Limits]
    lead: Callable[[Line, int], float]
    blur: float = 0.0
    slips: float = 0.0
    learns: bool = True


def _led(game: Game, evaluator: PolicyValue) -> _Mind:
    """The search that a function of one's own leads."""
    search = PolicyValueSearch(game, evaluator)
    return _Mind(search, lambda state: Limits(), _worth, learns=False)


def _mind(game: Game, level: Level, seed: int) -> _Mind:
    """The search of a level for a game, compiled."""
    from livestone.search.strongest import CONTEMPT, Strongest, judges

    if level.playouts.count is None:
        strongest = Strongest(game, seed=seed, to_play=True, contempt=CONTEMPT)
        strongest.prepare()
        return _Mind(strongest, lambda state: Limits(), _worth)
    if judges(game):
        from livestone.search.alphabeta import AlphaBeta

        sight = level.sight
        bounds = Limits(nodes=sight.positions, lines=sight.lines, depth=sight.plies)
        alphabeta = AlphaBeta(game, megabytes=MEGABYTES)
        alphabeta.prepare()
        return _Mind(alphabeta, lambda state: bounds, _points, sight.blur)
    from livestone.search.uct import GUESSES, Uct

    uct, playouts = Uct(game, seed=seed), level.playouts
    uct.prepare()
    guesses = GUESSES if game.plain.determinise else 1

    def limits(state: State) -> Limits:
        assert playouts.count is not None
        return Limits(nodes=guesses * max(playouts.count, playouts.looks * len(state.legal)))

    return _Mind(uct, limits, _worth, playouts.blur, playouts.slips, learns=False)


def _worth(line: Line, player: int) -> float:
    """A player's part of a win."""
    return line.value[player]


def _points(line: Line, player: int) -> float:
    """How many points a player leads by."""
    assert line.points is not None
    return 2 * line.points[player] - sum(line.points)
