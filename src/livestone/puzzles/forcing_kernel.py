"""The compiled kernel that proves what a player can force within so many turns.

It asks one question, whether a player can lead by so much at the end of the game, whatever all the
others do, before a given turn has ended. A game that still runs by then counts as no. Each answer
is a proof: nothing is judged, and every reply is tried until one refutes.

Like the other searches it keeps its state in arrays, a row for each ply of the current line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from livestone.core.kernels import INT64S, KEYS, WORDS, KernelContext, Kernels
from livestone.core.repetition import DEPTH

# The longest line, in plies.
MAX_DEPTH = 128
STACK = MAX_DEPTH + DEPTH + 1
# Places in ``query``: the player, the least lead, the turn that must not begin, the nodes used and
# those allowed, and how many placements the history has.
PLAYER, LEAD, LAST, NODES, LIMIT, PAST = range(6)
QUERY = 6
# Columns of ``frames``: moves there are, moves tried, placements at turn ends so far, and what the
# table knows the position by.
COUNT, NEXT, KNOWN, KEY = range(4)
FRAMES = 4
NO, YES, OPEN = 0, 1, -1
INT32_ROWS = numba.types.Array(numba.int32, 2, "C")
INT64_ROWS = numba.types.Array(numba.int64, 2, "C")
# Spreads the turns left over the key of a position.
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_ANSWER = np.uint64(1)


def forcing(kernels: Kernels) -> Callable[..., int]:
    """The compiled kernel of a game: see :func:`forcing_kernel`."""
    return kernels.build(
        forcing_kernel,
        kernels.stack, WORDS, INT32_ROWS, INT64_ROWS, INT64_ROWS, WORDS, KEYS, INT64S,
    )  # fmt: skip


def forcing_kernel(context: KernelContext) -> Callable[..., Any]:
    """``run(stack, words, moves, frames, credit, history, table, query) -> answer``.

    Whether the player can force the lead from ``stack[0]``: yes, no, or open where the nodes ran
    out. ``credit[side, move]`` counts how often a move has settled a question, for the player and
    the others; ``table`` holds settled positions, where none may repeat.
    """
    enter, descend = _entering(context), _descending(context)
    remember = _remembering(context)

    def run(
        stack: Any, words: Any, moves: Any, frames: Any, credit: Any, history: Any, table: Any,
        query: Any,
    ) -> int:  # fmt: skip
        at = np.int64(0)
        frames[0, KNOWN] = query[PAST]
        answer = np.int64(OPEN)
        entering = True
        while at >= 0:
            if entering:
                query[NODES] += 1
                if query[NODES] > query[LIMIT] or at >= MAX_DEPTH:
                    return OPEN
                answer = enter(stack, words, moves, frames, history, table, query, at)
            player = stack[at].mover == query[PLAYER]
            if not entering and answer == (YES if player else NO):
                credit[int(player), moves[at, frames[at, NEXT] - 1]] += 1
            elif (entering and answer == OPEN) or (
                not entering and frames[at, NEXT] < frames[at, COUNT]
            ):
                descend(stack, words, moves[at], frames, credit[int(player)], history, at)
                at += 1
                entering = True
                continue
            if not entering:
                remember(frames, table, at, answer)
            entering = False
            at -= 1
        return int(answer)

    return run


def _entering(context: KernelContext) -> Any:
    """``enter(...) -> answer``: lists the moves of a position, or settles it at once."""
    legal, find, reached = context.referee.legal, _finding(context), _reaching(context)

    @context.jit
    def enter(
        stack: Any,
        words: Any,
        moves: Any,
        frames: Any,
        history: Any,
        table: Any,
        query: Any,
        at: int,
    ) -> Any:
        n = legal(stack, words, at, moves[at], history, frames[at, KNOWN])
        frames[at, COUNT], frames[at, NEXT] = n, 0
        if n == 0:
            return YES if reached(stack, words, frames, history, query, at) else NO
        if stack[at].turn >= query[LAST]:
            return NO
        return find(stack, words, frames, table, query, at)

    return enter


def _reaching(context: KernelContext) -> Any:
    """``reached(...)``: whether the player leads by enough at the end of the game."""
    outcome, drawn, players = context.rules.outcome, context.referee.drawn, context.players

    @context.jit
    def reached(stack: Any, words: Any, frames: Any, history: Any, query: Any, at: int) -> bool:
        if drawn(words, at, history, frames[at, KNOWN]):
            return bool(query[LEAD] <= 0)
        score = np.zeros(players)
        outcome(stack[at], score)
        me = query[PLAYER]
        best = -np.inf
        for player in range(players):
            if player != me:
                best = max(best, score[player])
        return bool(score[me] - best >= query[LEAD])

    return reached


def _descending(context: KernelContext) -> Any:
    """``descend(...)``: plays the move not yet tried that has settled most questions so far."""
    play, note = context.rules.play, context.referee.note
    repeats = context.game.repetition is not None

    @context.jit
    def descend(
        stack: Any, words: Any, moves: Any, frames: Any, credit: Any, history: Any, at: int
    ) -> None:
        first = frames[at, NEXT]
        best = first
        for index in range(first + 1, frames[at, COUNT]):
            if credit[moves[index]] > credit[moves[best]]:
                best = index
        move = moves[best]
        moves[best], moves[first] = moves[first], move
        frames[at, NEXT] = first + 1
        stack[at + 1] = stack[at]
        play(stack[at + 1], move)
        known = frames[at, KNOWN]
        if repeats and stack[at + 1].turn != stack[at].turn:
            note(words[at + 1], history, known)
            known += 1
        frames[at + 1, KNOWN] = known

    return descend


def _finding(context: KernelContext) -> Any:
    """``find(...) -> answer`` of the table about a position, or open."""
    identity, repeats = context.referee.identity, context.game.repetition is not None

    @context.jit
    def find(stack: Any, words: Any, frames: Any, table: Any, query: Any, at: int) -> Any:
        if repeats:
            return OPEN
        left = np.uint64(query[LAST] - stack[at].turn)
        key = (identity(words[at]) ^ (left * _SPREAD)) | _ANSWER
        frames[at, KEY] = np.int64(key)
        kept = table[(key >> np.uint64(20)) % np.uint64(len(table))]
        if kept == key:
            return YES
        return NO if kept == key ^ _ANSWER else OPEN

    return find


def _remembering(context: KernelContext) -> Any:
    """``remember(...)``: keeps an answer in the table; its last bit says which."""
    repeats = context.game.repetition is not None

    @context.jit
    def remember(frames: Any, table: Any, at: int, answer: int) -> None:
        if repeats:
            return
        key = np.uint64(frames[at, KEY])
        place = (key >> np.uint64(20)) % np.uint64(len(table))
        table[place] = key if answer == YES else key ^ _ANSWER

    return remember
