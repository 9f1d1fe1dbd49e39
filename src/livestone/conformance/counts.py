"""Counts of an independent program: how many ways there are to play so many turns.

They lie in ``perft.txt`` beside the rules, a line each: options (``size=4,last_cell=auto`` or
``-``), turns, ways; ``#`` begins a comment, which should name the program that counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.playouts import count_turns
from livestone.core.state import State
from livestone.errors import BadRequest


class Count(NamedTuple):
    """So many ways to play so many turns with these options."""

    options: dict[str, Any]
    turns: int
    ways: int


def read_counts(file: Path) -> list[Count]:
    """Return the counts in a file. Raises BadRequest, naming the line."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        parts = text.split()
        if len(parts) != 3 or not (parts[1].isdecimal() and parts[2].isdecimal()):
            raise BadRequest(f"{file}, line {number}: {text!r} is not options, turns and ways")
        pairs = [] if parts[0] == "-" else [pair.partition("=") for pair in parts[0].split(",")]
        options = {name: value for name, _, value in pairs}
        found.append(Count(options, int(parts[1]), int(parts[2])))
    return found


def wrong_counts(kind: type[Game], counts: list[Count]) -> Iterator[tuple[Count, int | None]]:
    """Yield each count, and what the game counts instead where that is something else.

    With options that have a wrong one, no longer turns are counted: they may take minutes, and say
    no more.
    """
    wrong: list[Count] = []
    for count in counts:
        if any(one.options == count.options and one.turns <= count.turns for one in wrong):
            continue
        ways = ways_to_play(kind(**count.options), count.turns)
        if ways != count.ways:
            wrong.append(count)
        yield count, None if ways == count.ways else ways


def ways_to_play(game: Game, turns: int) -> int:
    """Count the ways to play so many turns from the opening, compiled."""
    state = State(game)
    return count_turns(kernels(game), state.position, state.history, turns)
