"""The compiled kernel of the endgame solver: does the first player lead by so much in the end?

For games with ``bounds`` and ``key``. The search asks one question, whether player 0 will lead by
``goal`` points or more, and goes to the end of the game for the answer: it is a proof. What it
finds out on the way it keeps as bounds on the final lead, so that the next question has a start.

Like alpha-beta it keeps its whole state in arrays, one :data:`FRAME` for each ply of the current
line, and returns whenever it has used up its nodes; called again it goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from livestone.core.kernels import KernelContext

INFINITE = 2**28
REPLY_WEIGHT = 1 << 12
# Places in ``meter``: the current frame, nodes used, the node to stop at, and the goal.
AT, NODES, UNTIL, GOAL = 0, 1, 2, 3
# Entries of the table that share a bucket: one line of the processor's cache.
BUCKET = 4

FRAME = np.dtype(
    [
        ("key", "u8"),
        ("begun", "i8"),  # nodes used when the frame was entered
        ("low", "i4"),  # the least lead there can be, by the rules alone
        ("value", "i4"),  # what the frame has proved: see ``take``
        ("move", "i4"),  # the move that proves it
        ("count", "i4"),  # moves to try
        ("next", "i4"),  # how many of them have been tried
        ("entered", "i4"),
    ]
)
# Bounds on the final lead of positions with this key, as far above their least lead, and the move
# that was last found to prove one. ``effort`` is the binary logarithm of the nodes it took.
ENTRY = np.dtype(
    [("key", "u8"), ("low", "i2"), ("high", "i2"), ("move", "i2"), ("effort", "u1"), ("used", "u1")]
)


def new_memory(megabytes: int) -> Any:
    """Return an empty table of at most so many megabytes (and at least one bucket)."""
    most = max(BUCKET, (megabytes << 20) // ENTRY.itemsize)
    return np.zeros(1 << (most.bit_length() - 1), ENTRY)


def solving_kernel(context: KernelContext) -> Callable[..., Any]:
    """``run(stack, frames, moves, order, memory, meter) -> done``.

    Settles the question for ``stack[0]``, or stops at the meter's limit. The answer is yes when
    ``frames[0].value`` is the goal or more; it is then the least the lead will be, otherwise the
    most.
    """
    enter, descend, take, leave = (
        entering(context),
        descending(context),
        taking(context),
        leaving(context),
    )

    def run(stack: Any, frames: Any, moves: Any, order: Any, memory: Any, meter: Any) -> bool:
        at, nodes, goal = meter[AT], meter[NODES], meter[GOAL]
        while at >= 0 and nodes < meter[UNTIL]:
            f = frames[at]
            if f.entered == 0:
                nodes += 1
                f.begun = nodes
                nodes += enter(stack, frames, at, moves, order, memory, goal)
            elif f.next < f.count:
                descend(stack, frames, at, moves[at], order[at])
                at += 1
            else:
                leave(f, memory, goal, nodes)
                at -= 1
                if at >= 0:
                    take(stack, frames, at, moves, goal)
        meter[AT] = at
        meter[NODES] = nodes
        return bool(at < 0)

    return run


def entering(context: KernelContext) -> Any:
    """``enter(...) -> n``: opens the frame of a position, or closes it at once with its value.

    Every move is looked at first; one that settles the question ends it, those that can no longer
    do so are dropped. Returns how many were looked at.
    """
    bounds: Any = context.search.bounds
    key: Any = context.search.key
    moves_of, play, find = context.rules.moves, context.rules.play, finding(context)

    @context.jit
    def enter(
        stack: Any, frames: Any, at: int, moves: Any, order: Any, memory: Any, goal: int
    ) -> Any:
        f, s, child = frames[at], stack[at], stack[at + 1]
        f.entered, f.count, f.next, f.move = 1, 0, 0, -1
        low, high = bounds(s)
        f.low = low
        if low >= goal or high < goal:
            f.value = low if low >= goal else high
            f.entered = 2
            return 0
        f.key = key(s)
        found, known = find(memory, f.key), -1
        if found >= 0:
            entry = memory[found]
            known = entry.move
            if low + entry.low >= goal or low + entry.high < goal:
                f.value = low + entry.low if low + entry.low >= goal else low + entry.high
                f.move, f.entered = known, 2
                return 0
        first = s.mover == 0
        f.value = -INFINITE if first else INFINITE
        n = moves_of(s, moves[at])
        kept = 0
        for index in range(n):
            move = moves[at, index]
            stack[at + 1] = s
            play(child, move)
            least, most = bounds(child)
            if least < goal <= most:
                seen = find(memory, key(child))
                if seen >= 0:
                    entry = memory[seen]
                    most = least + entry.high
                    least += entry.low
            if (least >= goal) if first else (most < goal):
                f.value, f.move, f.count = least if first else most, move, 0
                return index + 1
            if (most < goal) if first else (least >= goal):
                f.value = max(f.value, most) if first else min(f.value, least)
                continue
            replies = moves_of(child, moves[at + 1])
            lean = least + most
            moves[at, kept] = move
            order[at, kept] = (lean if first else -lean) - replies * REPLY_WEIGHT
            if move == known:
                order[at, kept] = INFINITE
            kept += 1
        f.count = kept
        return n

    return enter


def descending(context: KernelContext) -> Any:
    """``descend(...)``: picks the best move not yet tried and opens the frame of its position."""
    play = context.rules.play

    @context.jit
    def descend(stack: Any, frames: Any, at: int, moves: Any, order: Any) -> None:
        f = frames[at]
        best = f.next
        for index in range(f.next + 1, f.count):
            if order[index] > order[best]:
                best = index
        move = moves[best]
        moves[best], order[best] = moves[f.next], order[f.next]
        moves[f.next] = move
        f.next += 1
        stack[at + 1] = stack[at]
        play(stack[at + 1], move)
        frames[at + 1].entered = 0

    return descend


def taking(context: KernelContext) -> Any:
    """``take(...)``: hands a finished frame's value up.

    One move is enough to settle the question for its player; what all moves allow settles it
    against them.
    """

    @context.jit
    def take(stack: Any, frames: Any, at: int, moves: Any, goal: int) -> None:
        f, value = frames[at], frames[at + 1].value
        first = stack[at].mover == 0
        if (value >= goal) == first:
            f.value, f.move, f.next = value, moves[at, f.next - 1], f.count
        else:
            f.value = max(f.value, value) if first else min(f.value, value)

    return take


def finding(context: KernelContext) -> Any:
    """``find(memory, key) -> index`` of the entry for a key, or -1."""

    @context.jit
    def find(memory: Any, key: Any) -> int:
        at = np.int64(key & np.uint64(len(memory) - BUCKET))
        for index in range(at, at + BUCKET):
            if memory[index].key == key and memory[index].used:
                return index
        return -1

    return find


def leaving(context: KernelContext) -> Any:
    """``leave(...)``: keeps what a finished frame has proved, in the place that is least missed."""

    @context.jit
    def leave(f: Any, memory: Any, goal: int, nodes: int) -> None:
        if f.entered == 2:
            return
        at: Any = np.int64(f.key & np.uint64(len(memory) - BUCKET))
        place = at
        for index in range(at, at + BUCKET):
            if memory[index].key == f.key:
                place = index
                break
            if memory[index].effort < memory[place].effort:
                place = index
        entry = memory[place]
        if entry.key != f.key or not entry.used:
            entry.key, entry.low, entry.high, entry.used = f.key, 0, 2**15 - 1, 1
            entry.move = -1
        if f.value >= goal:
            entry.low = max(entry.low, f.value - f.low)
        else:
            entry.high = min(entry.high, f.value - f.low)
        if f.move >= 0:
            entry.move = f.move
        effort = 0
        spent = nodes - f.begun
        while spent > 0:
            effort += 1
            spent >>= 1
        entry.effort = effort

    return leave
