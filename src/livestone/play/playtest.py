"""Playtests: many games of a searching bot against itself, and what happened in them.

Every game begins at the opening; what differs is the luck of the search. Its strength is a number
of playouts a move, so that a seed gives the same games on every machine, side by side or not.
What the games say is in :mod:`livestone.play.playtest_metrics` and
:mod:`livestone.play.playtest_study`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.playouts import MAX_PLIES
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.core.symmetry import Symmetry, mirrored
from livestone.play.end_reasons import end_reason
from livestone.play.executors import Executor, here
from livestone.play.playtest_openings import OPENING, first_moves, mirrors
from livestone.play.results import Results, run
from livestone.play.workers import Stop, Stopped
from livestone.ranges import check_whole
from livestone.search.report import Limits, never
from livestone.search.uct import Uct

PLAYOUTS = 1_000
GAMES = 200
# How much less the weaker side of the depth games searches, and the steps of the ladder below.
WEAKER, RUNGS = 4, 3
# Room for the search's tree.
MEGABYTES = 32
# A study has one game that begins with a given move for each game of equals, by so much less
# search; and one in so many against a player who copies.
FIRST_MOVES_WEAKER, COPIED = 4, 10
# The most first moves that are compared, and how much longer the search thinks that chooses them.
MAX_FIRST_MOVES, CHOOSING = 40, 20


@dataclass(frozen=True)
class Used:
    """What came up in a game, by name where it has one.

    ``legal`` are the moves that could have been made. A kind of piece ``moved`` when it came to
    a site, by moving or as a new piece; it was ``taken`` when there was one less of it. ``sites``
    are those on which anything changed. ``choices`` counts named choices made. ``materials`` are
    how many pieces of each kind were on the board together.
    """

    legal: frozenset[int]
    kinds: frozenset[str]
    moved: frozenset[str]
    taken: frozenset[str]
    sites: frozenset[int]
    choices: tuple[tuple[str, int], ...]
    materials: frozenset[tuple[int, ...]] = frozenset()


@dataclass(frozen=True)
class Trial:
    """One game, told by numbers.

    ``playouts`` is the strength of each seat; ``movers``, ``branching`` (how many moves there were)
    and ``values`` (what the mover's search gave each player; None where it did not search) go by
    ply, as do ``places``, the sites on which plies ended. ``opening`` holds the paths of the first
    plies. ``ending`` says why it ended: ``rules``, ``repetition``, ``cap`` or ``unfinished``.
    ``copies`` counts the plies that a copying player made as a mirror of the other's.
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
    opening: tuple[tuple[str, ...], ...] = ()
    places: tuple[int | None, ...] = ()
    copies: int = 0

    def brought(self, seat: int) -> float:
        """What the game brought a seat: 1 for a win, its part of a shared win or a draw."""
        sharing = self.winners or tuple(range(len(self.playouts)))
        return (seat in sharing) / len(sharing)


@dataclass(frozen=True)
class Playtest:
    """A game's trials: ``games`` of equals, and ``depth`` games in which one seat searches more.

    In depth games the seats take turns at having all the playouts; the others have a quarter. A
    study has more: the ``ladder`` goes on with a quarter against a sixteenth and so on, strongest
    first; each of the ``openings`` begins with a given move; and in ``copied`` games the second
    player copies the first, by the mirror of that name.
    """

    game: Game
    playouts: int
    seed: int
    games: tuple[Trial, ...]
    depth: tuple[Trial, ...]
    ladder: tuple[tuple[Trial, ...], ...] = ()
    openings: tuple[Trial, ...] = ()
    copied: tuple[tuple[str, tuple[Trial, ...]], ...] = ()
    planned: int = 0

    @property
    def done(self) -> int:
        """How many games were played, of those ``planned``."""
        groups = (self.games, self.depth, *self.ladder, self.openings)
        return sum(map(len, groups)) + sum(len(trials) for _, trials in self.copied)


@dataclass(frozen=True)
class _Task:
    """A game to play; ``first`` is a move it must begin with, ``mirror`` how the second copies."""

    game: Game
    playouts: tuple[int, ...]
    seed: int
    first: int | None = None
    mirror: Symmetry | None = None


def playtest(
    game: Game,
    games: int = GAMES,
    playouts: int = PLAYOUTS,
    *,
    seed: int = 0,
    jobs: int = 1,
    study: bool = False,
    executor: Executor | None = None,
    kept: Results[Trial] | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: Stop = never,
) -> Playtest:
    """Play ``games`` games of equals, and half as many between more and less search.

    ``jobs`` processes play side by side, or an ``executor`` sees to that; the same seed gives the
    same games however it does. A ``study`` plays about twice as long, for a report. ``kept`` holds
    the games of an earlier call, and keeps these. ``progress`` is told how many games of how many
    are done. Once ``stop`` says so, the games that are done are all there are.
    """
    check_whole("games", games, 1)
    check_whole("playouts", playouts, 1)
    check_whole("jobs", jobs, 1)
    tasks = dict(_tasks(game, games, playouts, seed))
    if study:
        tasks |= _more_tasks(game, games, playouts, seed)
    done: dict[str, Trial] = {}
    played = run(_play, tasks, executor or here(jobs), stop, kept, lambda: _prepare(game))
    with suppress(Stopped), closing(played):
        for name, trial in played:
            done[name] = trial
            if progress is not None:
                progress(len(done), len(tasks))

    def those(kind: str) -> tuple[Trial, ...]:
        return tuple(done[name] for name in tasks if name in done and name.split()[0] == kind)

    ladder = tuple(filter(None, (those(f"rung-{at}") for at in range(RUNGS))))
    names = mirrors(game) if study else ()
    copied = tuple((name, those(f"copy-{at}")) for at, name in enumerate(names))
    even, depth, first = (those(kind) for kind in ("even", "depth", "first"))
    return Playtest(game, playouts, seed, even, depth, ladder, first, copied, len(tasks))


def _prepare(game: Game) -> None:
    """Compile once, before many processes would."""
    compile_rules(game)
    Uct(game).prepare()


def _tasks(game: Game, games: int, playouts: int, seed: int) -> Iterator[tuple[str, _Task]]:
    seeds = seed * 1_000_003
    for at in range(games):
        yield f"even {at}", _Task(game, (playouts,) * game.players, seeds + at)
    for at in range(games // 2):
        strengths = _uneven(game.players, playouts, at)
        yield f"depth {at}", _Task(game, strengths, seeds + games + at)


def _uneven(players: int, playouts: int, at: int) -> tuple[int, ...]:
    less = max(1, playouts // WEAKER)
    return tuple(playouts if seat == at % players else less for seat in range(players))


def _more_tasks(game: Game, games: int, playouts: int, seed: int) -> dict[str, _Task]:
    """What a study plays besides."""
    seeds, found = seed * 1_000_003 + 200_000, dict[str, _Task]()
    strength = playouts
    for rung in range(RUNGS):
        strength //= WEAKER
        if strength <= 1:
            break
        for at in range(games // 2):
            number = seeds + rung * games + at
            found[f"rung-{rung} {at}"] = _Task(game, _uneven(game.players, strength, at), number)
    moves = _chosen(game, playouts, seed)
    weaker = (max(1, playouts // FIRST_MOVES_WEAKER),) * game.players
    for at in range(games if len(moves) > 1 else 0):
        first = moves[at % len(moves)]
        found[f"first {at}"] = _Task(game, weaker, seeds + 400_000 + at, first)
    for which, symmetry in enumerate(mirrors(game).values()):
        for at in range(-(-games // COPIED)):
            number = seeds + 600_000 + which * games + at
            found[f"copy-{which} {at}"] = _Task(
                game, (playouts,) * game.players, number, None, symmetry
            )
    return found


def _chosen(game: Game, playouts: int, seed: int) -> list[int]:
    """The first moves to compare, one of those that are mirrors of each other.

    Where there are too many, those that a search has looked at most.
    """
    state = State(game)
    moves = [those[0] for those in first_moves(game, state.paths).values()]
    if len(moves) <= MAX_FIRST_MOVES:
        return moves
    *_, report = Uct(game, seed=seed, megabytes=MEGABYTES).search(
        state, Limits(nodes=CHOOSING * playouts)
    )
    visits = {line.move: line.visits for line in report.lines}
    return sorted(moves, key=lambda move: -visits[move])[:MAX_FIRST_MOVES]


def _play(task: _Task, stop: Stop) -> Trial:
    """Play one game. Raises Stopped."""
    game = task.game
    compile_rules(game)
    searches = {
        playouts: Uct(game, seed=task.seed, megabytes=MEGABYTES, reuse=True)
        for playouts in set(task.playouts)
    }
    state = State(game)
    seen, copier = _Seen(state), _Copier(game, task.mirror)
    movers, branching, values = [], [], []
    while not state.over and state.ply < MAX_PLIES:
        if stop():
            raise Stopped
        mover, legal, value = int(state.position.mover), state.unsorted, None
        move = task.first if state.ply == 0 else copier.reply(state, mover)
        if move is None:
            playouts = task.playouts[mover]
            *_, report = searches[playouts].search(state, Limits(nodes=playouts))
            move, value = report.move, report.best.value if len(legal) > 1 else None
        movers.append(mover)
        branching.append(len(legal))
        values.append(value)
        path = game.wording.path(state.position, move)
        state.play(move)
        seen.look(legal, path)
        copier.look(path, mover)
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
        opening=tuple(seen.opening),
        places=tuple(seen.places),
        copies=copier.copies,
    )


class _Copier:
    """The second player, who makes the other's plies in a mirror wherever they are legal."""

    def __init__(self, game: Game, mirror: Symmetry | None) -> None:
        self._game, self._mirror = game, mirror
        self._todo: list[tuple[str, ...]] = []
        self._last = 0
        self.copies = 0

    def look(self, path: Sequence[str], mover: int) -> None:
        """Note a ply."""
        if self._mirror is not None and mover == 0:
            if self._last != 0:
                self._todo.clear()
            self._todo.append(mirrored(self._game, path, self._mirror))
        self._last = mover

    def reply(self, state: State, mover: int) -> int | None:
        """The move that copies, None where the player has to think."""
        if mover == 0 or not self._todo:
            return None
        wanted = self._todo.pop(0)
        for move, path in state.paths.items():
            if path == wanted:
                self.copies += 1
                return move
        self._todo.clear()
        return None


class _Seen:
    """Watches a game ply by ply and notes what is used."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known = ("", *(piece.name for piece in state.game.pieces))
        self._standing = self._now()
        self._legal: set[int] = set()
        self._kinds = {self._known[code] for code in self._standing if code}
        self._moved: set[str] = set()
        self._taken: set[str] = set()
        self._sites: set[int] = set()
        self._choices: Counter[str] = Counter()
        self._materials = {self._material()}
        self.opening: list[tuple[str, ...]] = []
        self.places: list[int | None] = []

    def look(self, legal: Sequence[int], path: Sequence[str]) -> None:
        """Note the last ply, which was one of the ``legal`` moves and went along ``path``."""
        old, new = self._standing, self._now()
        self._standing = new
        changed = [at for at, code in enumerate(new) if code != old[at]]
        came = Counter(self._known[new[at]] for at in changed if new[at])
        went = Counter(self._known[old[at]] for at in changed if old[at])
        self._legal.update(legal)
        self._sites.update(changed)
        self._kinds.update(came)
        self._moved.update(came)
        self._taken.update(went - came)
        self._materials.add(self._material())
        sites = self._state.game.board.site
        self._choices.update(token for token in path if token not in sites)
        self.places.append(next((sites[token] for token in path[::-1] if token in sites), None))
        if len(self.opening) < OPENING:
            self.opening.append(tuple(path))

    def used(self) -> Used:
        """What has been noted."""
        return Used(
            legal=frozenset(self._legal),
            kinds=frozenset(self._kinds),
            moved=frozenset(self._moved),
            taken=frozenset(self._taken),
            sites=frozenset(self._sites),
            choices=tuple(sorted(self._choices.items())),
            materials=frozenset(self._materials),
        )

    def _now(self) -> list[int]:
        return self._state.game.wording.codes(self._state.position)

    def _material(self) -> tuple[int, ...]:
        return tuple(self._standing.count(code) for code in range(1, len(self._known)))
