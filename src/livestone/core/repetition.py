"""Repetition: what happens when a placement comes back for the third time.

A position has no history; its ``State`` keeps the placements at turn ends (the starting
position's first) and asks here. The functions run compiled and uncompiled. For games that declare
no repetition they reduce to the plain rules and cost nothing.

Positions come as a stack: ``stack[at]`` is the position, ``words[at]`` the same record as uint64
words, and the entries after ``at`` are scratch, ``DEPTH`` of them. The history is an array of
uint64 words, a row for each placement: its key and then its words. Keys only save comparing words:
placements are the same when all their words are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from livestone.core.game import Game, Jit
from livestone.core.layout import WORD
from livestone.core.random import MIX_A, MIX_B, STEP
from livestone.core.rules import Rules

# How many positions past ``at`` a look through the plies of one turn may use.
DEPTH = 16
THIRD = 3
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)


class Referee(NamedTuple):
    """Rules that know the history: ``history[:n]`` are the placements at turn ends so far.

    - ``note(row, history, n)``: writes the placement of a position's words to ``history[n]``.
    - ``identity(row) -> uint64``: the key of the placement and identity blocks.
    - ``drawn(words, at, history, n) -> bool``: the position (a turn end, its own placement last in
      ``history``) stands for the third time where that ends the game.
    - ``legal(stack, words, at, out, history, n) -> int``: the legal moves with the history applied;
      0 exactly when the game is over, by the rules or by repetition.
    """

    note: Callable[..., Any]
    identity: Callable[..., Any]
    drawn: Callable[..., Any]
    legal: Callable[..., Any]


class History:
    """The placements at turn ends of a game, in order, found again however many there are.

    ``rows`` are those of a history array, as bytes.
    """

    def __init__(self, rows: Iterable[bytes] = ()) -> None:
        self.rows: list[bytes] = []
        self._alike: dict[bytes, tuple[bytes, ...]] = {}  # rows by placement
        for row in rows:
            self.append(row)

    def copy(self) -> History:
        """Return an independent copy."""
        twin = History()
        twin.rows, twin._alike = self.rows.copy(), self._alike.copy()
        return twin

    def append(self, row: bytes) -> None:
        """Add a placement."""
        self.rows.append(row)
        placement = row[WORD:]
        self._alike[placement] = (*self._alike.get(placement, ()), row)

    def pop(self) -> None:
        """Take away the last placement."""
        placement = self.rows.pop()[WORD:]
        rest = self._alike.pop(placement)[1:]
        if rest:
            self._alike[placement] = rest

    def decisive(self, game: Game, words: Any) -> Any:
        """Return the array of what a referee has to know of the history at a position's words."""
        assert game.repetition is not None
        if game.repetition.third == "draw":  # only the position's own placement is counted
            placement = words[: game.layout.placement_words].tobytes()
            return history_array(game, self._alike.get(placement, ()))
        often = (rows for rows in self._alike.values() if len(rows) >= THIRD - 1)
        return history_array(game, [row for rows in often for row in rows])


def history_array(game: Game, history: Sequence[bytes], room: int = 0) -> Any:
    """Return the array for the rows of a history, with ``room`` for more."""
    found = np.zeros((len(history) + room, game.layout.placement_words + 1), np.uint64)
    found[: len(history)].view(np.uint8).reshape(-1)[:] = np.frombuffer(b"".join(history), np.uint8)
    return found


def referee(game: Game, rules: Rules, jit: Jit) -> Referee:
    """Build the referee of a game over its (compiled or plain) rules."""
    placement, identical = game.layout.placement_words, game.layout.identity_words
    moves, play = rules.moves, rules.play
    rule = game.repetition.third if game.repetition else "none"
    draws, forbids = rule == "draw", rule == "forbid"
    pass_move = game.repetition.pass_move if game.repetition else -1
    most = game.max_moves + 1

    @jit
    def mix(row: Any, length: int) -> Any:
        """Add up the words, each mixed by itself, which a processor does side by side.

        Each goes through the whole finaliser of splitmix64: with less, terms of words that differ
        in their upper bits would differ in few, and their sum too often in none.
        """
        total = place = STEP
        for at in range(length):
            word = row[at] ^ place
            word = (word ^ (word >> _30)) * MIX_A
            word = (word ^ (word >> _27)) * MIX_B
            total += word ^ (word >> _31)
            place += STEP
        return total

    @jit
    def note(row: Any, history: Any, n: int) -> None:
        history[n, 0] = mix(row, placement)
        for at in range(placement):
            history[n, at + 1] = row[at]

    @jit
    def identity(row: Any) -> Any:
        return mix(row, identical)

    @jit
    def count(row: Any, history: Any, n: int) -> int:
        """How often the placement stands in the history."""
        found, key = 0, mix(row, placement)
        for at in range(n):
            if history[at, 0] == key:
                alike = 0
                while alike < placement and history[at, alike + 1] == row[alike]:
                    alike += 1
                found += alike == placement
        return found

    @jit
    def drawn(words: Any, at: int, history: Any, n: int) -> bool:
        return draws and count(words[at], history, n) >= THIRD

    @jit
    def permitted(stack: Any, words: Any, at: int, history: Any, n: int) -> bool:
        """Whether the ply that led to ``stack[at]`` can still end its turn as allowed.

        A depth-first walk through the rest of the turn; ``stack[at - 1]`` is before the ply.
        """
        turn = stack[at - 1].turn
        todo = np.zeros((DEPTH, most), np.int32)
        left = np.zeros(DEPTH, np.int64)
        depth = 0
        while True:
            if stack[at + depth].turn != turn:
                if count(words[at + depth], history, n) < THIRD - 1:
                    return True
                depth -= 1
            elif depth < DEPTH - 1:
                left[depth] = moves(stack[at + depth], todo[depth])
            else:
                return True
            while depth >= 0 and left[depth] == 0:
                depth -= 1
            if depth < 0:
                return False
            left[depth] -= 1
            stack[at + depth + 1] = stack[at + depth]
            play(stack[at + depth + 1], todo[depth, left[depth]])
            depth += 1

    @jit
    def permitted_moves(stack: Any, words: Any, at: int, out: Any, history: Any, n: int) -> Any:
        kept = 0
        found = moves(stack[at], out)
        for index in range(found):
            stack[at + 1] = stack[at]
            play(stack[at + 1], out[index])
            out[kept] = out[index]
            kept += permitted(stack, words, at + 1, history, n)
        if found > 0 and kept == 0:
            out[0] = pass_move
            kept = 1
        return kept

    @jit
    def legal(stack: Any, words: Any, at: int, out: Any, history: Any, n: int) -> Any:
        if draws and count(words[at], history, n) >= THIRD:
            return 0
        if forbids:
            return permitted_moves(stack, words, at, out, history, n)
        return moves(stack[at], out)

    return Referee(note, identity, drawn, legal)
