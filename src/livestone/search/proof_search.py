"""Proofs of what a position is worth that may take hours, in pieces that are kept in a file.

A question that takes too long is put about every position one ply on, and so forth. What is proved
about a position holds for its reflections as well, and may be written to a file as it comes, one
JSON object a line: a proof that was killed goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.kept_lines import KeptLines
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.report import check_game

# A question that takes more nodes is put about the positions one ply on; and how many nodes pass
# between two looks at the clock.
PIECE = 30_000_000
SLICE = 200_000
# What took this part of a piece's nodes is written down.
WRITTEN = 100
FORMAT = "livestone-claims-1"

Name = tuple[bytes, tuple[int, ...]]


class Stopped(Exception):
    """The search was stopped, or the limits are reached."""


@dataclass
class Proved:
    """What is proved about a position: player 0 will lead by ``low`` to ``high``."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the lead is known."""
        return self.low == self.high


class ProofSearch(Uncopied):
    """Proves, remembers, and writes down; ``check`` is told the nodes so far and may raise Stopped.

    Raises BadRequest for a file that belongs to something else.
    """

    def __init__(
        self,
        game: Game,
        *,
        megabytes: int = 64,
        piece: int = PIECE,
        file: Path | None = None,
        check: Callable[[int], None] | None = None,
    ) -> None:
        self.game = game
        self.solver = EndgameSolver(game, megabytes)
        self._piece = piece
        self.check = check or (lambda nodes: None)
        self._known: dict[Name, Proved] = {}
        self._kept = KeptLines(file) if file else None
        try:
            self._resume()
        except BaseException:
            self.close()
            raise
        self.resumed = len(self._known)
        self._cost = 0

    def close(self) -> None:
        """Leave the file to others."""
        if self._kept:
            self._kept.close()

    def learn(self, state: State, proved: Proved) -> None:
        """Note what has been proved elsewhere about a position."""
        known = self.proved(state)
        known.low, known.high = max(known.low, proved.low), min(known.high, proved.high)
        self._write(state, known)

    def conclude(self, state: State, children: Sequence[State]) -> None:
        """Note what follows for a position from its children, of which reflections may lack."""
        best = max if state.mover == 0 else min
        found = [self.proved(child) for child in children]
        low, high = best(each.low for each in found), best(each.high for each in found)
        self.learn(state, Proved(low, high))

    def margin(self, state: State, low: int | None = None, high: int | None = None) -> Proved:
        """Prove the lead, or where it lies if a bound is given: below ``low`` or above ``high``.

        Raises Stopped.
        """
        proved = self.proved(state)
        goal = None
        while True:
            least = proved.low if low is None else max(proved.low, low)
            most = proved.high if high is None else min(proved.high, high)
            if least >= most:
                return proved
            if goal is None:
                goal = (least + most + 1) // 2
            # The next question is just beyond the last answer.
            goal = least + 1 if self.settle(state, min(max(goal, least + 1), most)) else proved.high

    def settle(self, state: State, goal: int, depth: int = 0) -> bool:
        """Whether player 0 will lead by ``goal`` or more. Raises Stopped."""
        proved = self.proved(state)
        if proved.low >= goal or proved.high < goal:
            return proved.low >= goal
        if not self._ask(state, goal, proved):
            self._go_deeper(state, goal, proved, depth)
        if depth == 0 or self._cost >= self._piece // WRITTEN:
            self._write(state, proved)
        return proved.low >= goal

    def answer(self, state: State, goal: int) -> int:
        """The move that settles a question for the mover; there must be one. Raises Stopped."""
        first = state.mover == 0
        # Not in the order of what is known by now: the answer is the same each time.
        for _, move in sorted((self._replies(state, move), move) for move in state.unsorted):
            state.play(move)
            try:
                if self.settle(state, goal) == first:
                    return move
            finally:
                state.undo()
        raise AssertionError("a position is no better than its best move")

    def proved(self, state: State) -> Proved:
        """What is known about a position, by its bounds or by earlier proofs."""
        check_game(state, self.game)
        name = self._name(state)
        if name not in self._known:
            self._known[name] = Proved(*self.solver.bounds(state))
        return self._known[name]

    def _ask(self, state: State, goal: int, proved: Proved) -> bool:
        """Ask about the position itself; False when that takes too long."""
        solver = self.solver
        solver.set_position(state)
        solver.ask(goal)
        begun = solver.nodes
        while not solver.go_on(min(solver.nodes + SLICE, begun + self._piece)):
            self.check(solver.nodes)
            if solver.nodes >= begun + self._piece:
                return False
        self._cost = solver.nodes - begun
        if solver.value >= goal:
            proved.low = max(proved.low, solver.value)
        else:
            proved.high = min(proved.high, solver.value)
        self.check(solver.nodes)
        return True

    def _go_deeper(self, state: State, goal: int, proved: Proved, depth: int) -> None:
        """Put the question about every position one ply on, the most promising first."""
        first = state.mover == 0
        lows, highs = [], []
        for _, move in self._in_order(state):
            state.play(move)
            try:
                self.settle(state, goal, depth + 1)
                below = self.proved(state)
            finally:
                state.undo()
            lows.append(below.low)
            highs.append(below.high)
            if (below.low >= goal) == first:
                break
        self._cost = self._piece
        if first and below.low >= goal:
            proved.low = max(proved.low, below.low)
        elif not first and below.high < goal:
            proved.high = min(proved.high, below.high)
        elif first:
            proved.high = min(proved.high, max(highs))
        else:
            proved.low = max(proved.low, min(lows))

    def _replies(self, state: State, move: int) -> int:
        state.play(move)
        found = len(state.unsorted)
        state.undo()
        return found

    def _in_order(self, state: State) -> list[tuple[tuple[int, int], int]]:
        """The moves, those with the fewest replies first."""
        found = []
        side = 1 if state.mover == 0 else -1
        for move in state.unsorted:
            state.play(move)
            below = self.proved(state)
            found.append(((len(state.unsorted), -side * (below.low + below.high)), move))
            state.undo()
        return sorted(found)

    def _name(self, state: State) -> Name:
        """The same for positions that are reflections of each other."""
        game, s = self.game, state.position
        cells = np.array(s["cells"])
        rest = tuple(
            int(s[name])
            for name in (*game.layout.placement, *game.layout.identity)
            if name != "cells" and name not in game.site_fields
        )
        sites = [int(s[name]) for name in game.site_fields]
        names = []
        for image in game.symmetries or (tuple(range(len(game.board))),):
            turned = cells.copy()
            turned[list(image)] = cells[: len(image)]
            moved = tuple(image[site] if site < len(image) else site for site in sites)
            names.append((turned.tobytes(), (*rest, *moved)))
        return min(names)

    def _write(self, state: State, proved: Proved) -> None:
        if self._kept is not None:
            kept = {"text": state.text, "low": proved.low, "high": proved.high}
            self._kept.add(json.dumps(kept).encode())

    def _resume(self) -> None:
        """Read what the file holds. Raises BadRequest."""
        if self._kept is None:
            return
        game, lines = self.game, self._kept.lines
        head = json.dumps({"format": FORMAT, "game": game.id, "options": dict(game.option)})
        if not lines:
            self._kept.add(head.encode())
        elif lines[0] != head.encode():
            raise BadRequest(
                f"{str(self._kept.path)!r} is no checkpoint of this: it begins with "
                f"{lines[0][:80].decode(errors='replace')!r}, and {head} would be right"
            )
        for at, line in enumerate(lines[1:], 2):
            try:
                kept = json.loads(line)
                state = State.read(game, kept["text"])
                self._known[self._name(state)] = Proved(kept["low"], kept["high"])
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                path = str(self._kept.path)
                raise BadRequest(f"{path!r} is damaged in line {at}: {error}") from None
