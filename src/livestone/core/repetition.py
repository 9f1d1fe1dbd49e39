"""Repetition: what happens when a placement comes back for the third time.

A position has no history; its ``State`` keeps the keys of the placements at turn ends (the
starting position's first) and asks here. The functions run compiled and uncompiled. For games
that declare no repetition they reduce to the plain rules and cost nothing.

Positions come as a stack: ``stack[at]`` is the position, ``words[at]`` the same record as uint64
words, and the entries after ``at`` are scratch, ``DEPTH`` of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from livestone.core.game import Game, Jit
from livestone.core.rules import Rules

# How many positions past ``at`` a look through the plies of one turn may use.
DEPTH = 16
THIRD = 3
_PRIME_A = np.uint64(0x9E3779B97F4A7C15)
_PRIME_B = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(32)


class Referee(NamedTuple):
    """Rules that know the history: ``keys[:n]`` are the placements at turn ends so far.

    - ``key(row) -> uint64`` of a position's words; the placement block only.
    - ``identity(row) -> uint64`` of the placement and identity blocks.
    - ``drawn(words, at, keys, n) -> bool``: the position (a turn end, its own key last in
      ``keys``) stands for the third time where that ends the game.
    - ``legal(stack, words, at, out, keys, n) -> int``: the legal moves with the history applied;
      0 exactly when the game is over, by the rules or by repetition.
    """

    key: Callable[..., Any]
    identity: Callable[..., Any]
    drawn: Callable[..., Any]
    legal: Callable[..., Any]


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
        """Mix each word by itself, which a processor does side by side, and then their sum."""
        total = _PRIME_A
        place = _PRIME_A
        for at in range(length):
            word = (row[at] ^ place) * _PRIME_B
            total += (word ^ (word >> _SHIFT)) * _PRIME_A
            place += _PRIME_A
        total = (total ^ (total >> _SHIFT)) * _PRIME_B
        return total ^ (total >> _SHIFT)

    @jit
    def key(row: Any) -> Any:
        return mix(row, placement)

    @jit
    def identity(row: Any) -> Any:
        return mix(row, identical)

    @jit
    def count(word: Any, keys: Any, n: int) -> int:
        found = 0
        for at in range(n):
            found += keys[at] == word
        return found

    @jit
    def drawn(words: Any, at: int, keys: Any, n: int) -> bool:
        return draws and count(key(words[at]), keys, n) >= THIRD

    @jit
    def permitted(stack: Any, words: Any, at: int, keys: Any, n: int) -> bool:
        """Whether the ply that led to ``stack[at]`` can still end its turn as allowed.

        A depth-first walk through the rest of the turn; ``stack[at - 1]`` is before the ply.
        """
        turn = stack[at - 1].turn
        todo = np.zeros((DEPTH, most), np.int32)
        left = np.zeros(DEPTH, np.int64)
        depth = 0
        while True:
            if stack[at + depth].turn != turn:
                if count(key(words[at + depth]), keys, n) < THIRD - 1:
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
    def permitted_moves(stack: Any, words: Any, at: int, out: Any, keys: Any, n: int) -> Any:
        kept = 0
        found = moves(stack[at], out)
        for index in range(found):
            stack[at + 1] = stack[at]
            play(stack[at + 1], out[index])
            out[kept] = out[index]
            kept += permitted(stack, words, at + 1, keys, n)
        if found > 0 and kept == 0:
            out[0] = pass_move
            kept = 1
        return kept

    @jit
    def legal(stack: Any, words: Any, at: int, out: Any, keys: Any, n: int) -> Any:
        if draws and count(key(words[at]), keys, n) >= THIRD:
            return 0
        if forbids:
            return permitted_moves(stack, words, at, out, keys, n)
        return moves(stack[at], out)

    return Referee(key, identity, drawn, legal)
