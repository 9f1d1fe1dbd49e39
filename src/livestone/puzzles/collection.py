"""A file of puzzles that grows: each is appended as it is found, and a stopped run goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from livestone.copying import Independent
from livestone.core.game import Game
from livestone.errors import BadRequest
from livestone.play.workers import Stop, Stopped, side_by_side
from livestone.puzzles.finder import Found, Plan, Task, find
from livestone.puzzles.puzzle import Puzzle, likeness
from livestone.whole_file import write_whole

# So many games of bots are given out at a time, and looked through at most.
BATCH, MAX_GAMES = 512, 100_000


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
        for puzzle in _kept(self.path) if self.path else ():
            if puzzle.game != self.game.id:
                raise BadRequest(
                    f"{str(self.path)!r} has puzzles of {puzzle.game}, not {self.game.id}: "
                    "choose another file"
                )
            if puzzle.options == self.game.option:
                self._known.add(likeness(puzzle.state()))
                self.puzzles.append(puzzle)

    def add(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle, in the file at once; False where one that is alike is there already."""
        name = likeness(puzzle.state())
        if name in self._known:
            return False
        self._known.add(name)
        self.puzzles.append(puzzle)
        if self.path:
            _append(self.path, puzzle.as_line())
        return True

    def fill(
        self,
        count: int,
        seed: int,
        jobs: int,
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
        with suppress(Stopped), closing(_found(self.game, plan, first, jobs, stop)) as results:
            for found in results:
                figures.add(found)
                for puzzle in found.puzzles:
                    if len(self.puzzles) < count:
                        figures.kept += self.add(puzzle)
                tell(len(self.puzzles), count)
                if len(self.puzzles) >= count:
                    break
        return figures


def _found(game: Game, plan: Plan, first: int, jobs: int, stop: Stop) -> Generator[Found]:
    """Yield what every game comes to, as soon as it is known. Raises Stopped."""
    for start in range(first, first + MAX_GAMES, BATCH):
        tasks = [Task(game, seed, plan) for seed in range(start, start + BATCH)]
        for _, found in side_by_side(find, tasks, jobs, stop):
            yield found


def _kept(path: Path) -> list[Puzzle]:
    """The puzzles of a file; a last line that was cut off is taken away. Raises BadRequest."""
    text = path.read_text("utf-8", errors="replace") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    puzzles = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            puzzles.append(Puzzle.read(line))
        except BadRequest as error:
            raise BadRequest(f"{str(path)!r}, line {number}: {error}") from None
    if whole != text:
        write_whole(path, whole.encode())
    return puzzles


def _append(path: Path, line: str) -> None:
    """Append a line in one write, which others see whole or not at all."""
    place = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        os.write(place, line.encode())
    finally:
        os.close(place)
