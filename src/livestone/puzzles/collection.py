"""A file of puzzles that grows: each is appended as it is found, and a stopped run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from livestone.copying import Independent
from livestone.core.game import Game
from livestone.errors import BadRequest
from livestone.kept_lines import KeptLines
from livestone.play.executors import Executor
from livestone.play.workers import Stop, Stopped
from livestone.puzzles.finder import Found, Plan, Task, find
from livestone.puzzles.puzzle import Puzzle, likeness

# So many games of bots are looked through at most.
MAX_GAMES = 100_000


@dataclass
class Figures:
    """What finding came to: games, positions looked at, proved and kept, processor seconds."""

    games: int = 0
    looked: int = 0
    proved: int = 0
    kept: int = 0
    seconds: float = 0.0

    def add(self, found: Found) -> None:
        """Count one game more."""
        self.games += 1
        self.looked += found.looked
        self.proved += found.proved
        self.seconds += found.seconds


@dataclass
class Collection(Independent):
    """The puzzles found so far, of one game with its options; in a file where one is given.

    A file may hold those of the same game with other options as well. Raises BadRequest for a file
    of something else, and OSError.
    """

    game: Game
    path: Path | None = None
    puzzles: list[Puzzle] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._known: set[object] = set()
        self._kept = KeptLines(self.path) if self.path else None
        try:
            for puzzle in self._read():
                if puzzle.options == self.game.option:
                    self._known.add(likeness(puzzle.state()))
                    self.puzzles.append(puzzle)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the file to others."""
        if self._kept:
            self._kept.close()

    def add(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle, in the file at once; False where one that is alike is there already."""
        name = likeness(puzzle.state())
        if name in self._known:
            return False
        self._known.add(name)
        self.puzzles.append(puzzle)
        if self._kept:
            self._kept.add(puzzle.as_line().encode())
        return True

    def fill(
        self,
        count: int,
        seed: int,
        executor: Executor,
        tell: Callable[[int, int], None],
        stop: Stop,
        plan: Plan,
    ) -> Figures:
        """Look through games of bots until there are ``count`` puzzles, or ``stop``.

        The games are numbered from ``seed`` on, or from where the file ends.
        """
        figures = Figures()
        first = max([seed, *(puzzle.seed + 1 for puzzle in self.puzzles)])
        tell(len(self.puzzles), count)
        if len(self.puzzles) >= count:
            return figures
        tasks = (Task(self.game, at, plan) for at in range(first, first + MAX_GAMES))
        with suppress(Stopped), closing(executor(find, tasks, stop)) as results:
            for _, found in results:
                figures.add(found)
                for puzzle in found.puzzles:
                    if len(self.puzzles) < count:
                        figures.kept += self.add(puzzle)
                tell(len(self.puzzles), count)
                if len(self.puzzles) >= count:
                    break
        return figures

    def _read(self) -> Iterator[Puzzle]:
        """The puzzles of the file. Raises BadRequest."""
        for number, line in enumerate(self._kept.lines if self._kept else (), 1):
            try:
                puzzle = Puzzle.read(line.decode(errors="replace"))
            except BadRequest as error:
                raise BadRequest(f"{str(self.path)!r}, line {number}: {error}") from None
            if puzzle.game != self.game.id:
                raise BadRequest(
                    f"{str(self.path)!r} has puzzles of {puzzle.game}, not {self.game.id}: "
                    "choose another file"
                )
            yield puzzle
