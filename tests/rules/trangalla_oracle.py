"""Trangalla a second time, slowly: dictionaries and sets of names; and positions to begin from."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from tests.rules.positions import put as put_pieces

from livestone.core.state import State
from livestone.games import load

RANKS = (1, 2, 3, 4, 3, 4, 3, 2, 1)
PLACES = {
    f"{rank}{'abcd'[at]}": (2 * at - count + 1, rank)
    for rank, count in enumerate(RANKS, 1)
    for at in range(count)
}
AT = {place: name for name, place in PLACES.items()}
HOMES = {"w": "2a 2b 3a 3b 3c", "b": "8a 8b 7a 7b 7c"}
TARGET = {"w": "9a", "b": "1a"}
FORWARD = {"w": 1, "b": -1}
ENEMY = {"w": "b", "b": "w"}
EVERY_WAY = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SETTINGS = [
    {"home_tip": tip, "open_kings": known} for tip in ("closed", "open") for known in (False, True)
]


@dataclass
class Slow:
    """The rules once more, over dictionaries and sets of names."""

    options: dict[str, Any]
    men: dict[str, str] = field(default_factory=dict)
    kings: dict[str, str] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)
    mover: str = "w"
    chosen: int = 0
    chain: str = ""
    been: set[str] = field(default_factory=set)
    passes: int = 0
    turn: int = 0
    lost: set[str] = field(default_factory=set)
    history: list[Any] = field(default_factory=list)

    @classmethod
    def opening(cls, **options: Any) -> Slow:
        slow = cls(options)
        slow.men = {name: side for side in "wb" for name in HOMES[side].split()}
        slow.fresh = set(slow.men)
        slow.history = [slow.key()]
        return slow

    def key(self) -> Any:
        return frozenset(self.men.items()), self.mover, len(self.fresh), self.chosen

    def over(self) -> bool:
        home = any(self.kings.get(side) == TARGET[side] for side in "wb")
        capped = 0 < self.options.get("ply_cap", 300) <= self.turn
        return home or self.lost == {"w", "b"} or self.passes == 2 or capped

    def jumps(self, name: str) -> set[str]:
        x, y = PLACES[name]
        found = set()
        for dx, dy in EVERY_WAY:
            over, land = AT.get((x + dx, y + dy)), AT.get((x + 2 * dx, y + 2 * dy))
            shut = self.options["home_tip"] == "closed" and land == TARGET[ENEMY[self.mover]]
            if over in self.men and land and land not in self.men and not shut:
                found.add(land)
        return found - self.been

    def plies(self) -> set[str]:
        if self.chosen < 2:
            return {f"K={name}" for name in HOMES[self.mover].split()}
        if self.chain:
            return {f"{self.chain}-{land}" for land in self.jumps(self.chain)} | {"stop"}
        found = set()
        for name, side in self.men.items():
            if side != self.mover:
                continue
            x, y = PLACES[name]
            found |= {f"{name}-{land}" for land in self.jumps(name)}
            for dx, dy in EVERY_WAY:
                there = AT.get((x + dx, y + dy))
                if there and there not in self.men and dy in (0, FORWARD[side]):
                    found.add(f"{name}-{there}")
        return found or {"pass"}

    def may_end(self, ply: str) -> bool:
        """Whether a permitted end of the turn can be reached by this ply."""
        twin = copy.deepcopy(self)
        twin.play(ply)
        if twin.turn > self.turn:
            return self.history.count(twin.key()) < 2
        return any(twin.may_end(after) for after in twin.plies())

    def legal(self) -> set[str]:
        if self.over():
            return set()
        return {ply for ply in self.plies() if self.may_end(ply)} or {"pass"}

    def winners(self) -> tuple[int, ...] | None:
        home = (player for player in (0, 1) if self.kings.get("wb"[player]) == TARGET["wb"[player]])
        return tuple(home) if self.over() else None

    def cells(self) -> dict[str, str]:
        return self.men | {at: side.upper() for side, at in self.kings.items() if at}

    def play(self, ply: str) -> None:
        self.passes = self.passes + 1 if ply == "pass" else 0
        if ply.startswith("K="):
            self.kings[self.mover] = ply[2:]
            self.chosen += 1
        elif "-" in ply and self.moved(*ply.split("-")):
            return
        self.chain, self.been = "", set()
        self.turn += 1
        self.mover = ENEMY[self.mover]
        self.history.append(self.key())

    def moved(self, origin: str, target: str) -> bool:
        """Move a piece; whether its turn goes on."""
        self.men[target] = self.men.pop(origin)
        if origin in self.fresh:
            self.fresh = self.fresh - {origin} | {target}
        if self.kings.get(self.mover) == origin:
            self.kings[self.mover] = target
        (x, y), (u, v) = PLACES[origin], PLACES[target]
        over = AT.get(((x + u) // 2, (y + v) // 2)) if (x + u) % 2 == 0 == (y + v) % 2 else None
        jumped = over in self.men and over not in (origin, target)
        if jumped and over:
            self.been |= {origin, target}
            if self.men[over] != self.mover:
                self.fresh.discard(over)
                self.men[over] = self.mover
                if self.kings.get(ENEMY[self.mover]) == over:
                    del self.men[over]
                    self.kings[ENEMY[self.mover]] = ""
                    self.lost.add(ENEMY[self.mover])
        if target == TARGET[self.mover]:
            if self.kings.get(self.mover) != target:
                del self.men[target]
                self.fresh.discard(target)
            return False
        self.chain = target
        return jumped and self.lost != {"w", "b"} and bool(self.jumps(target))


def put(
    white: str, black: str, kings: str, mover: str = "w", turned: str = "", **options: Any
) -> State:
    """A state with these pieces; ``kings`` is White's and Black's place, ``-`` for a lost one."""
    lost = sum((name == "-") << player for player, name in enumerate(kings.split()))
    game, unturned = load("trangalla", **options), 0
    site = game.board.site
    for name in f"{white} {black}".split():
        unturned |= (name not in turned.split()) << site[name]
    state = put_pieces(
        game,
        f"w {white}, b {black}",
        "wb".index(mover),
        chosen=2,
        kings=[site.get(name, game.board.wall) for name in kings.split()],
        lost=lost,
        unturned=unturned,
        fresh=unturned.bit_count(),
    )
    assert not game.wording.problem(state.position)
    return state


def begun(white: str = "2a", black: str = "8b", **options: Any) -> State:
    """The game after both Kings were chosen."""
    state = State(load("trangalla", **options))
    state.play(f"K={white}")
    state.play(f"K={black}")
    return state
