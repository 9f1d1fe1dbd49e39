"""Sjekkers a second time, slowly: a dictionary of crossings; no code shared with the package."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

LETTERS = "abcdefghi"
SIZES = {row: 9 - abs(5 - row) for row in range(1, 10)}
NAMES = [f"{row}{LETTERS[at]}" for row in SIZES for at in range(SIZES[row])]
# Directions as (up or down, left or right).
UP, DOWN = ((1, -1), (1, 1)), ((-1, -1), (-1, 1))


def beside(name: str, way: tuple[int, int]) -> str:
    """The next crossing along a line, or nothing."""
    row, at = int(name[0]), LETTERS.index(name[1])
    there = row + way[0]
    grows = SIZES.get(there, 0) > SIZES[row]
    column = at + (way[1] == 1) - (not grows)
    return f"{there}{LETTERS[column]}" if 0 <= column < SIZES.get(there, 0) else ""


@dataclass
class Slow:
    """The rules once more, over a dictionary from crossings to ``w``, ``W``, ``b`` and ``B``."""

    options: dict[str, Any]
    men: dict[str, str] = field(
        default_factory=lambda: {
            name: "w" if name[0] in "123" else "b" for name in NAMES if name[0] in "123789"
        }
    )
    mover: str = "w"
    chain: str = ""
    quiet: int = 0
    passes: int = 0
    turn: int = 0
    seen: Counter[Any] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.note()

    def note(self) -> None:
        self.seen[self.mover, frozenset(self.men.items())] += 1

    @property
    def checkers(self) -> bool:
        return bool(self.options["rules"] == "checkers")

    def owner(self, name: str) -> str:
        return self.men.get(name, "").lower()

    def forward(self) -> tuple[tuple[int, int], ...]:
        return UP if self.mover == "w" else DOWN

    def taken(self, name: str) -> dict[str, str]:
        """Where the piece lands, and what it captures by that."""
        found = {}
        sjek = self.men[name].isupper()
        ways = self.forward() if self.checkers and not sjek else UP + DOWN
        for way in ways:
            there = beside(name, way)
            while sjek and not self.checkers and there and there not in self.men:
                there = beside(there, way)
            if self.owner(there) in ("", self.mover):
                continue
            land = beside(there, way)
            while land and land not in self.men:
                found[land] = there
                land = beside(land, way) if sjek and not self.checkers else ""
        return found

    def quiet_ends(self, name: str) -> set[str]:
        """Where the piece may go without a capture."""
        found = set()
        sjek = self.men[name].isupper()
        for way in UP + DOWN if sjek else self.forward():
            there = beside(name, way)
            while there and there not in self.men:
                found.add(there)
                there = beside(there, way) if sjek and not self.checkers else ""
        for way in () if self.checkers else self.forward():
            over = beside(name, way)
            if self.owner(over) == self.mover and (land := beside(over, way)):
                found |= {land} - self.men.keys()
        return found

    def moves(self) -> set[str]:
        """What the player to move can do, without passing."""
        own = [self.chain] if self.chain else [n for n in self.men if self.owner(n) == self.mover]
        taking = {f"{name}x{land}" for name in own for land in self.taken(name)}
        return taking or {f"{name}-{land}" for name in own for land in self.quiet_ends(name)}

    def loses_blocked(self) -> bool:
        return self.checkers or bool(self.options["blocked_loses"])

    def is_drawn(self) -> bool:
        cap = self.options.get("ply_cap", 0)
        often = not self.chain and self.seen[self.mover, frozenset(self.men.items())] >= 3
        return self.passes == 2 or self.quiet >= 50 or 0 < cap <= self.turn or often

    def legal(self) -> set[str]:
        if len(set(map(self.owner, self.men))) < 2 or self.is_drawn():
            return set()
        return self.moves() or (set() if self.loses_blocked() else {"pass"})

    def winners(self) -> tuple[int, ...] | None:
        left = set(map(self.owner, self.men))
        if len(left) == 1:
            return ("wb".index(left.pop()),)
        if self.is_drawn():
            return ()
        return None if self.legal() else ("bw".index(self.mover),)

    def cells(self) -> dict[str, str]:
        return self.men

    def play(self, move: str) -> None:
        self.chain, quiet = "", move == "pass"
        if move == "pass":
            self.passes += 1
        else:
            self.passes = 0
            name, land = move[:2], move[3:]
            taking = "x" in move
            if taking:
                del self.men[self.taken(name)[land]]
            piece = self.men.pop(name)
            quiet = piece.isupper() and not taking
            doubled = piece.islower() and land[0] == ("9" if self.mover == "w" else "1")
            self.men[land] = piece.upper() if doubled else piece
            if self.checkers and taking and not doubled and self.taken(land):
                self.chain, self.quiet = land, 0
                return
        self.quiet = self.quiet + 1 if quiet else 0
        self.mover = "wb".replace(self.mover, "")
        self.turn += 1
        self.note()
