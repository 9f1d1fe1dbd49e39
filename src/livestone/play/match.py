"""Matches: two or more thinkers over many games, with the same openings for all.

Every random opening is played once for each way round the table, so that neither the opening nor
the seat favours anyone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from livestone.copying import Uncopied
from livestone.core.game import MAKE_A_GAME, Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.play.statistics import share
from livestone.play.workers import Stop, Stopped, side_by_side
from livestone.ranges import check_kind, check_whole
from livestone.search.report import Limits, Report, Search, never


class Thinker(Protocol):
    """What chooses moves by thinking: a :class:`~livestone.play.bot.Bot`, a limited search."""

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report while thinking; the last report's move is the one to play."""
        ...


class Limited(Uncopied):
    """A search that thinks within the same limits about every move."""

    def __init__(self, search: Search, limits: Limits) -> None:
        self.search = search
        self.limits = limits

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report while thinking; the last report's move is the one to play."""
        return self.search.search(state, self.limits, stop)


@dataclass(frozen=True)
class Entrant:
    """An entrant: a name, and what makes the thinker from a game and a seed.

    ``make`` is called as ``make(game, seed=seed)``, anew for every game. For matches in several
    processes it must be picklable: a module's function, a class, or a partial of one.
    """

    name: str
    make: Callable[..., Thinker]


@dataclass(frozen=True)
class Played:
    """One game of a match: entrants by seat, its moves and how it ended."""

    opening: int
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]

    def share(self, entrant: int) -> float:
        """What the game brought an entrant: 1 for a win, its part of a shared win or a draw."""
        sharing = self.winners or tuple(range(len(self.seats)))
        return sum(self.seats[seat] == entrant for seat in sharing) / len(sharing)

    def points(self, entrant: int) -> float:
        """The points an entrant scored; in most games 1 for a win."""
        scored = zip(self.seats, self.scores, strict=True)
        return sum(score for seated, score in scored if seated == entrant)


@dataclass(frozen=True)
class Match:
    """The games of a match so far."""

    names: tuple[str, ...]
    games: tuple[Played, ...]

    def score(self, entrant: int = 0) -> float:
        """An entrant's mean share of the games, 0 to 1."""
        self._check(entrant)
        return sum(game.share(entrant) for game in self.games) / max(len(self.games), 1)

    def points(self, entrant: int = 0) -> float:
        """All the points of an entrant, for games that can be won by more than one."""
        self._check(entrant)
        return sum(game.points(entrant) for game in self.games)

    def interval(self, entrant: int = 0) -> tuple[float, float]:
        """Bounds that hold the entrant's true score with 95 % confidence.

        Wilson's interval, as if there were no draws; draws only make the true one narrower.
        """
        self._check(entrant)
        count = sum(game.share(entrant) for game in self.games)
        found = share(min(count, len(self.games)), len(self.games))
        return found.low, found.high

    def _check(self, entrant: int) -> None:
        check_whole("entrant", entrant, 0, len(self.names) - 1)

    def as_json(self) -> dict[str, object]:
        """Return the match as a JSON object."""
        return {
            "entrants": [
                {
                    "name": name,
                    "score": round(self.score(entrant), 4),
                    "points": round(self.points(entrant), 4),
                    "interval": [round(bound, 4) for bound in self.interval(entrant)],
                }
                for entrant, name in enumerate(self.names)
            ],
            "games": [
                {
                    "opening": game.opening,
                    "seats": list(game.seats),
                    "moves": list(game.moves),
                    "scores": list(game.scores),
                    "winners": list(game.winners),
                }
                for game in self.games
            ],
        }


@dataclass(frozen=True)
class _Task:
    kind: type[Game]
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    opening: int
    round: int
    plies: int
    seed: int


def play_match(
    game: Game,
    entrants: Sequence[Entrant],
    openings: int,
    *,
    plies: int = 4,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[Match], None] | None = None,
) -> Match:
    """Play ``openings`` random openings of ``plies`` plies, each once for every way round.

    One entrant a seat; for two players that makes ``2 * openings`` games. ``jobs`` processes
    play side by side; ``progress`` is told the match so far after every game. With thinkers that
    are limited by nodes the same seed gives the same match. Raises BadRequest.
    """
    check_kind("game", game, Game, MAKE_A_GAME)
    check_whole("openings", openings, 1)
    check_whole("plies", plies, 0)
    check_whole("jobs", jobs, 1)
    if len(entrants) != game.players:
        raise BadRequest(f"{game.title} needs {game.players} entrants, not {len(entrants)}")
    tasks = [
        _Task(type(game), dict(game.option), tuple(entrants), opening, round_, plies, seed)
        for opening in range(openings)
        for round_ in range(game.players)
    ]
    names = tuple(entrant.name for entrant in entrants)
    done: dict[int, Played] = {}
    for index, played in side_by_side(_play, tasks, jobs):
        done[index] = played
        if progress is not None:
            progress(Match(names, tuple(done[at] for at in sorted(done))))
    return Match(names, tuple(done[at] for at in sorted(done)))


def _play(task: _Task, stop: Stop) -> Played:
    """Play one game. Raises Stopped."""
    game = task.kind(**task.options)
    compile_rules(game)
    count = len(task.entrants)
    seats = tuple((seat + task.round) % count for seat in range(count))
    state = opening(game, task.plies, f"{task.seed} {task.opening}")
    base = (task.seed * 1_000_003 + task.opening) * count
    thinkers = [task.entrants[entrant].make(game, seed=base + entrant) for entrant in seats]
    while not state.over:
        assert state.mover is not None
        *_, report = thinkers[state.mover].think(state, stop)
        if stop():
            raise Stopped
        state.play(report.move)
    return Played(task.opening, seats, tuple(state.move_texts), state.scores, state.winners or ())


def opening(game: Game, plies: int, seed: int | str) -> State:
    """Return a state after so many random plies, fewer where the game would be over."""
    check_whole("plies", plies, 0)
    dice = random.Random(seed)
    state = State(game)
    while state.ply < plies and not state.over:
        state.play(dice.choice(sorted(state.legal)))
    while state.over and state.ply > 0:
        state.undo()
    return state
