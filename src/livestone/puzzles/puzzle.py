"""A puzzle: a position, the one move that keeps the best result, and what is proved about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from livestone.core.game import Game
from livestone.core.options import Value
from livestone.core.state import State
from livestone.errors import BadRequest, LivestoneError
from livestone.games import data_file, load

FILE = "puzzles.jsonl"
Goal = Literal["win", "draw", "hold"]


@dataclass(frozen=True)
class Puzzle:
    """One puzzle, as a line of a file has it.

    ``best`` is the move that reaches the ``goal``, as every other legal one does not; it has
    several where the only turn that does has plies that may be played in any order. Goals are:

    - ``win``: the mover wins within so many ``turns`` of their own, or in the end where that is 0;
    - ``draw``: the mover does not lose in the end;
    - ``hold``: no opponent can force a win within so many ``turns`` of theirs.

    ``result`` are the scores under best play, None where they are not proved. ``line`` is best
    play from the position on, ``best`` first. ``seed`` is the number of the bots' game.
    """

    game: str
    options: Mapping[str, Value]
    text: str
    best: tuple[str, ...]
    result: tuple[float, ...] | None
    goal: Goal
    turns: int
    theme: str
    rating: int
    line: tuple[str, ...]
    seed: int

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """Read a puzzle from its line. Raises BadRequest for one that has another form."""
        try:
            found = json.loads(line)
            result = found.pop("result")
            return cls(
                best=tuple(found.pop("best")),
                line=tuple(found.pop("line")),
                result=None if result is None else tuple(result),
                **found,
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadRequest(f"{line[:80]!r} is no puzzle: {error}") from None

    def as_json(self) -> dict[str, object]:
        """Return the puzzle as the JSON object of its line."""
        return asdict(self)

    def as_line(self) -> str:
        """Return the line that :meth:`read` reads."""
        return json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":"))

    def state(self) -> State:
        """Return the position, without a history. Raises LivestoneError where it is none."""
        return State.read(self.chosen(), self.text)

    def chosen(self) -> Game:
        """Return the game with its options. Raises UnknownGame or BadOption."""
        return _load(self.game, tuple(self.options.items()))


@cache
def _load(game: str, options: tuple[tuple[str, Value], ...]) -> Game:
    return load(game, **dict(options))


def read_file(path: Path) -> tuple[Puzzle, ...]:
    """Read the puzzles of a file. Raises BadRequest with file and line, or OSError."""
    return tuple(_puzzles(path, path.read_text("utf-8").splitlines()))


def _puzzles(path: Path, lines: list[str]) -> Iterator[Puzzle]:
    for number, line in enumerate(lines, 1):
        try:
            yield Puzzle.read(line)
        except LivestoneError as error:
            raise BadRequest(f"{path.name}, line {number}: {error}") from None


def shipped(kind: type[Game]) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game; none where it has no file of them."""
    path = data_file(kind, FILE)
    return read_file(path) if path.is_file() else ()


def told(puzzle: Puzzle) -> dict[str, object]:
    """Return what pages are told of a puzzle: all but the game, which their file is named after."""
    return {name: value for name, value in puzzle.as_json().items() if name not in ("game", "seed")}


def likeness(state: State) -> tuple[bytes, int]:
    """Return what a position has in common with its mirrors: what stands where, and who moves."""
    game = state.game
    codes = game.wording.codes(state.position)
    same = tuple(range(len(codes)))
    images = []
    for symmetry in game.symmetries or (same,):
        image = bytearray(len(codes))
        for site, code in enumerate(codes):
            image[symmetry[site]] = code
        images.append(bytes(image))
    return min(images), int(state.position["mover"])
