"""Playtests: many games of a searching bot against itself, and what happened in them.

Every game begins at the opening; what differs is the luck of the search. Its strength is a number
of playouts a move, so that a seed gives the same games on every machine, side by side or not.
What the games say is in :mod:`livestone.play.playtest_metrics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from livestone.boards import Piece
from livestone.core.game import Game
from livestone.core.playouts import MAX_PLIES
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.play.end_reasons import end_reason
from livestone.play.workers import Stop, Stopped, side_by_side
from livestone.ranges import check_whole
from livestone.search.report import Limits, never
from livestone.search.uct import Uct

PLAYOUTS = 1_000
GAMES = 200
# How much less the weaker side of the depth games searches.
WEAKER = 4
# Room for the search's tree.
MEGABYTES = 32


@dataclass(frozen=True)
class Used:
    """What came up in a game, by name where it has one.

    ``legal`` are the moves that could have been made. A kind of piece ``moved`` when it came to
    a site, by moving or as a new piece; it was ``taken`` when there was one less of it. ``sites``
    are those on which anything changed. ``choices`` counts named choices made.
    """

    legal: frozenset[int]
    kinds: frozenset[str]
    moved: frozenset[str]
    taken: frozenset[str]
    sites: frozenset[int]
    choices: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Trial:
    """One game, told by numbers.

    ``playouts`` is the strength of each seat; ``movers``, ``branching`` (how many moves there were)
    and ``values`` (what the mover's search gave each player; None where there was one move only)
    go by ply. ``ending`` says why it ended: ``rules``, ``repetition``, ``cap`` or ``unfinished``.
    """

    playouts: tuple[int, ...]
    moves: tuple[int, ...]
    movers: tuple[int, ...]
    branching: tuple[int, ...]
    values: tuple[tuple[float, ...] | None, ...]
    turns: int
    winners: tuple[int, ...]
    ending: str
    used: Used

    def brought(self, seat: int) -> float:
        """What the game brought a seat: 1 for a win, its part of a shared win or a draw."""
        sharing = self.winners or tuple(range(len(self.playouts)))
        return (seat in sharing) / len(sharing)


@dataclass(frozen=True)
class Playtest:
    """A game's trials: ``games`` of equals, and ``depth`` games in which one seat searches more.

    In depth games the seats take turns at having all the playouts; the others have a quarter.
    """

    game: Game
    playouts: int
    seed: int
    games: tuple[Trial, ...]
    depth: tuple[Trial, ...]


@dataclass(frozen=True)
class _Task:
    game: Game
    playouts: tuple[int, ...]
    seed: int


def playtest(
    game: Game,
    games: int = GAMES,
    playouts: int = PLAYOUTS,
    *,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    stop: Stop = never,
) -> Playtest:
    """Play ``games`` games of equals, and half as many between more and less search.

    ``jobs`` processes play side by side; the same seed gives the same games however many there
    are. ``progress`` is told how many games of how many are done. Once ``stop`` says so, the games
    that are done are all there are.
    """
    check_whole("games", games, 1)
    check_whole("playouts", playouts, 1)
    check_whole("jobs", jobs, 1)
    compile_rules(game)
    Uct(game).prepare()
    tasks = _tasks(game, games, playouts, seed)
    done: dict[int, Trial] = {}
    with suppress(Stopped):
        for index, trial in side_by_side(_play, tasks, jobs, stop):
            done[index] = trial
            if progress is not None:
                progress(len(done), len(tasks))
    even = tuple(done[at] for at in sorted(done) if at < games)
    depth = tuple(done[at] for at in sorted(done) if at >= games)
    return Playtest(game, playouts, seed, even, depth)


def _tasks(game: Game, games: int, playouts: int, seed: int) -> list[_Task]:
    players = game.players
    less = max(1, playouts // WEAKER)
    even = [(playouts,) * players] * games
    uneven = [
        tuple(playouts if seat == at % players else less for seat in range(players))
        for at in range(games // 2)
    ]
    return [
        _Task(game, strengths, seed * 1_000_003 + at) for at, strengths in enumerate(even + uneven)
    ]


def _play(task: _Task, stop: Stop) -> Trial:
    """Play one game. Raises Stopped."""
    game = task.game
    compile_rules(game)
    searches = {
        playouts: Uct(game, seed=task.seed, megabytes=MEGABYTES, reuse=True)
        for playouts in set(task.playouts)
    }
    state = State(game)
    seen = _Seen(state)
    movers, branching, values = [], [], []
    while not state.over and state.ply < MAX_PLIES:
        if stop():
            raise Stopped
        mover, legal = int(state.position.mover), state.unsorted
        playouts = task.playouts[mover]
        *_, report = searches[playouts].search(state, Limits(nodes=playouts))
        movers.append(mover)
        branching.append(len(legal))
        values.append(report.best.value if len(legal) > 1 else None)
        path = game.wording.path(state.position, report.move)
        state.play(report.move)
        seen.look(legal, path)
    return Trial(
        playouts=task.playouts,
        moves=tuple(state.moves),
        movers=tuple(movers),
        branching=tuple(branching),
        values=tuple(values),
        turns=state.turn,
        winners=state.winners or (),
        ending=end_reason(state),
        used=seen.used(),
    )


class _Seen:
    """Watches a game ply by ply and notes what is used."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._standing = self._now()
        self._legal: set[int] = set()
        self._kinds = {piece.name for piece in self._standing if piece}
        self._moved: set[str] = set()
        self._taken: set[str] = set()
        self._sites: set[int] = set()
        self._choices: Counter[str] = Counter()

    def look(self, legal: Sequence[int], path: Sequence[str]) -> None:
        """Note the last ply, which was one of the ``legal`` moves and went along ``path``."""
        old, new = self._standing, self._now()
        self._standing = new
        changed = [at for at, piece in enumerate(new) if piece != old[at]]
        came = Counter(piece.name for at in changed if (piece := new[at]))
        went = Counter(piece.name for at in changed if (piece := old[at]))
        self._legal.update(legal)
        self._sites.update(changed)
        self._kinds.update(came)
        self._moved.update(came)
        self._taken.update(went - came)
        sites = self._state.game.board.site
        self._choices.update(token for token in path if token not in sites)

    def used(self) -> Used:
        """What has been noted."""
        return Used(
            legal=frozenset(self._legal),
            kinds=frozenset(self._kinds),
            moved=frozenset(self._moved),
            taken=frozenset(self._taken),
            sites=frozenset(self._sites),
            choices=tuple(sorted(self._choices.items())),
        )

    def _now(self) -> list[Piece | None]:
        return self._state.game.wording.standing(self._state.position)
