"""Games of steps and leaps a second time, slowly: dicts, sets and paths written out.

It shares no code with the package. A place is a pair of integers, a move a pair of places, or None
for passing. Each family's tests say what the pieces are and who has won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from copy import copy

Place = tuple[int, int]
Move = tuple[Place, Place] | None
KING = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class Leapers:
    """A running game: ``standing`` maps places to pieces, ``owners`` pieces to players."""

    steps: tuple[Place, ...] = KING
    own_only = False

    def __init__(
        self,
        places: set[Place],
        standing: dict[Place, str],
        owners: dict[str, int],
        cap: int,
        mover: int = 0,
    ) -> None:
        self.places, self.standing, self.owners, self.cap = places, dict(standing), owners, cap
        self.players = len(set(owners.values()))
        self.mover, self.turn, self.passes = mover, 0, 0
        self.seen: Counter[Hashable] = Counter()
        self.note()

    def note(self) -> None:
        self.seen[self.mover, frozenset(self.standing.items())] += 1

    def copy(self) -> Leapers:
        twin = copy(self)
        twin.standing, twin.seen = dict(self.standing), Counter(self.seen)
        return twin

    def winner(self) -> int | None:
        """The players who have reached their goal."""
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

    def free(self, place: Place) -> bool:
        return place in self.places and place not in self.standing

    def leaps(self, start: Place, piece: str, visited: tuple[Place, ...]) -> Iterator[Place]:
        """All places that a chain of leaps over pieces gets to, by trying every path."""
        x, y = visited[-1]
        for dx, dy in self.steps:
            over, end = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over == start or over not in self.standing or over not in self.places:
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

    def legal(self) -> set[Move]:
        if self.over():
            return set()
        mine = [at for at, piece in self.standing.items() if self.owners[piece] == self.mover]
        found: set[Move] = {(start, end) for start in mine for end in self.moves_of(start)}
        return found or {None}

    def play(self, move: Move) -> None:
        if move is None:
            self.passes += 1
        else:
            self.passes = 0
            self.standing[move[1]] = self.standing.pop(move[0])
            for taken in self.captures(move[1]):
                del self.standing[taken]
        self.mover = (self.mover + 1) % self.players
        self.turn += 1
        self.note()

    def perft(self, turns: int) -> int:
        if turns == 0:
            return 1
        total = 0
        for move in self.legal():
            twin = self.copy()
            twin.play(move)
            total += twin.perft(turns - 1)
        return total
