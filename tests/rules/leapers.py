"""Games of steps and leaps a second time, slowly: dicts, sets and paths written out.

It shares no code with the package. A place is a pair of integers, a move a pair of places, or None
for passing. Each family's tests say what the pieces are and who has won.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from copy import copy
from typing import Self

Place = tuple[int, int]
Move = tuple[Place, Place] | None
KING = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class Leapers:
    """A running game: ``standing`` maps places to letters, ``owners`` letters to players."""

    steps: tuple[Place, ...] = KING
    own_only = False

    def __init__(
        self,
        names: dict[Place, str],
        standing: dict[Place, str],
        owners: dict[str, int],
        cap: int,
        mover: int = 0,
    ) -> None:
        self.names, self.owners, self.cap = names, owners, cap
        self.at = {name: place for place, name in names.items()}
        self.players = len(set(owners.values()))
        self.begin(standing, mover)

    def begin(self, standing: dict[Place, str], mover: int = 0, turn: int = 0) -> Self:
        """Begin once more, with these pieces."""
        self.standing, self.mover, self.turn, self.passes = dict(standing), mover, turn, 0
        self.seen: Counter[Hashable] = Counter()
        self.note()
        return self

    def note(self) -> None:
        self.seen[self.mover, frozenset(self.standing.items())] += 1

    def after(self, move: str) -> Self:
        """A copy in which a move has been played."""
        twin = copy(self)
        twin.standing, twin.seen = dict(self.standing), Counter(self.seen)
        twin.play(move)
        return twin

    def winner(self) -> int | None:
        """The player who has reached their goal."""
        raise NotImplementedError

    def captures(self, target: Place) -> set[Place]:
        """What a piece takes that has just arrived; nothing in most games."""
        return set()

    def over(self) -> bool:
        return (
            self.winner() is not None
            or self.passes == self.players
            or (self.cap > 0 and self.turn >= self.cap)
            or self.seen[self.mover, frozenset(self.standing.items())] >= 3
        )

    def winners(self) -> tuple[int, ...] | None:
        if not self.over():
            return None
        winner = self.winner()
        return () if winner is None else (winner,)

    def cells(self) -> dict[str, str]:
        return {self.names[place]: letter for place, letter in self.standing.items()}

    def free(self, place: Place) -> bool:
        return place in self.names and place not in self.standing

    def leaps(self, start: Place, piece: str, visited: tuple[Place, ...]) -> Iterator[Place]:
        """All places that a chain of leaps over pieces gets to, by trying every path."""
        x, y = visited[-1]
        for dx, dy in self.steps:
            over, end = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over == start or over not in self.standing or over not in self.names:
                continue
            if self.own_only and self.owners[self.standing[over]] != self.owners[piece]:
                continue
            if self.free(end) and end not in visited and end not in self.reached:
                self.reached.add(end)
                yield end
                yield from self.leaps(start, piece, (*visited, end))

    def moves_of(self, start: Place) -> set[Place]:
        self.reached: set[Place] = set()
        near = {(start[0] + dx, start[1] + dy) for dx, dy in self.steps}
        ends = set(self.leaps(start, self.standing[start], (start,)))
        return {place for place in near if self.free(place)} | ends

    def text(self, move: Move) -> str:
        return "pass" if move is None else "-".join(self.names[place] for place in move)

    def legal(self) -> set[str]:
        if self.over():
            return set()
        mine = [at for at, piece in self.standing.items() if self.owners[piece] == self.mover]
        found: set[Move] = {(start, end) for start in mine for end in self.moves_of(start)}
        return {self.text(move) for move in found or {None}}

    def places(self, move: str) -> list[Place]:
        """Where a move begins and ends; nothing for passing."""
        return [] if move == "pass" else [self.at[name] for name in re.split("[-x]", move)]

    def play(self, move: str) -> None:
        self.passes += 1
        if move != "pass":
            self.passes = 0
            origin, target = self.places(move)
            self.standing[target] = self.standing.pop(origin)
            for taken in self.captures(target):
                del self.standing[taken]
        self.mover = (self.mover + 1) % self.players
        self.turn += 1
        self.note()
