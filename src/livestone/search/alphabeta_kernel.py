"""The compiled kernel of alpha-beta: principal variation search for any two-player game.

The search keeps its whole state in arrays, one :data:`FRAME` for each ply of the current line, and
returns whenever it has used up its nodes; called again it goes on where it was. Nothing is lost by
stopping it to report, and the result does not depend on when it was stopped.

Values are whole numbers, ``UNIT`` to a point, from the view of the frame's own mover: the side to
move need not change from ply to ply. A frame is *open* when its value rests on a guess, so a value
that is not open is proved.

Where a game has ``evaluate_moves``, the last moves of a line are not made. Each is
a position judged, and counts as a node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from livestone.core.kernels import KernelContext
from livestone.search.table import AT_LEAST, AT_MOST, EXACT, table_access

# Sixty-fourths of a point, so that guesses between whole points count.
UNIT = 64
INFINITE = 2**30
# The depth of a table entry that is proved: no search sees more.
PROVED = 2**14
# The longest line; the position stack holds the referee's scratch beyond it.
MAX_DEPTH = 400
# Nearer to the leaves the table costs more than it saves, and so does looking at replies.
TABLE_DEPTH = 3
REPLIES_DEPTH = 3
REPLY_WEIGHT = 1 << 14
# Of moves that change no points, those after so many are searched less deep. By two plies, so that
# the same player has the last word: guesses differ more between one ply and the next.
LATE_DEPTH, LATE_MOVE, REDUCTION = 5, 2, 2
# In ``gains``: to be asked when the move is made.
UNKNOWN = -(2**31)

FRAME = np.dtype(
    [
        ("key", "u8"),
        ("alpha", "i4"),
        ("beta", "i4"),
        ("floor", "i4"),  # alpha when the frame was entered
        ("best", "i4"),
        ("best_move", "i4"),
        ("depth", "i4"),  # plies left to look ahead
        ("lead", "i4"),  # player 0's points less player 1's, for games whose moves say gains
        ("count", "i4"),  # legal moves
        ("next", "i4"),  # how many of them have been tried
        ("ends", "i4"),  # turn ends in ``history`` at this position
        ("entered", "i1"),
        ("scout", "i1"),  # the child is searched only to see whether it beats alpha
        ("open", "i1"),
        ("barred", "i1"),  # at the root: not every legal move is given
        ("line", "i4"),  # length of the principal variation from here
        ("given", "i4"),  # at the root: so many moves are to be searched; 0 elsewhere
        ("reduced", "i4"),  # the child is searched less deep unless it beats alpha
    ]
)
# Places in ``meter``: the current frame, nodes used, the node to stop at, the search's number, and
# whether late moves are reduced.
AT, NODES, UNTIL, AGE, REDUCES = 0, 1, 2, 3, 4


def alphabeta_kernel(context: KernelContext) -> Callable[..., Any]:
    """``run(stack, words, frames, moves, ..., meter) -> done``.

    Searches ``stack[0]`` within the window and depth of ``frames[0]`` until that is done or the
    meter's limit is reached. ``moves``, ``order`` and ``gains`` are int32 of shape (plies, most
    moves + 1), ``lines`` of shape (plies, plies): row ``at`` is the principal variation from ``at``
    on. ``score`` and ``leads`` are room for what the rules say.
    """
    enter = entering(context)
    descend = descending(context)
    take = taking(context)
    leave = leaving(context)

    def run(
        stack: Any,
        words: Any,
        frames: Any,
        moves: Any,
        order: Any,
        gains: Any,
        lines: Any,
        table: Any,
        history: Any,
        score: Any,
        leads: Any,
        meter: Any,
    ) -> bool:
        at = meter[AT]
        nodes = meter[NODES]
        while at >= 0 and nodes < meter[UNTIL]:
            f = frames[at]
            if f.entered == 0:
                nodes += 1 + enter(
                    stack,
                    words,
                    frames,
                    at,
                    moves,
                    order,
                    gains,
                    lines,
                    table,
                    history,
                    score,
                    leads,
                )
            elif f.next < f.count and f.alpha < f.beta:
                descend(
                    stack, words, frames, at, moves[at], order[at], gains[at], history, score, meter
                )
                at += 1
            else:
                leave(f, table, meter[AGE])
                at -= 1
                if at >= 0:
                    at = take(stack, frames, at, moves, lines)
        meter[AT] = at
        meter[NODES] = nodes
        return bool(at < 0)

    return run


def entering(context: KernelContext) -> Any:
    """``enter(...) -> n``: opens the frame of a new position, or closes it at once with its value.

    Returns how many more positions it has judged on the way.
    """
    legal, key_of = context.referee.legal, keying(context)
    find = table_access(context.jit).find
    value_at_end, guess = ending(context), guessing(context)
    rank, close_frame = ranking(context), frame_closing(context)
    # With repetition a value depends on how the position came about: only its move is used.
    trusts_table = context.game.repetition is None

    @context.jit
    def enter(
        stack: Any,
        words: Any,
        frames: Any,
        at: int,
        moves: Any,
        order: Any,
        gains: Any,
        lines: Any,
        table: Any,
        history: Any,
        score: Any,
        leads: Any,
    ) -> Any:
        f = frames[at]
        f.entered, f.open, f.scout = 1, 0, 0
        f.count, f.next, f.line = 0, 0, 0
        f.floor, f.best, f.best_move = f.alpha, -INFINITE, -1
        n = np.int64(f.given)
        if n == 0:
            n = legal(stack, words, at, moves[at], history, f.ends)
        if n == 0:
            f.best = value_at_end(stack, words, f, at, history, score)
            return 0
        if f.depth <= 0:
            f.best = guess(stack[at], f.lead, score)
            f.open = 1
            return 0
        if f.depth == 1 and close_frame(stack[at], f, moves[at], n, lines[at], leads):
            return n
        known = np.int64(-1)
        if f.depth >= TABLE_DEPTH:
            f.key = key_of(stack, words, at)
            value, known, deep, bound = find(table, f.key)
            if trusts_table and bound and deep >= f.depth and at > 0 and f.beta - f.alpha == 1:
                above = (bound & AT_LEAST) != 0 and value >= f.beta
                below = (bound & AT_MOST) != 0 and value <= f.alpha
                if above or below:
                    f.best = value
                    f.open = deep < PROVED
                    return 0
        f.count = n
        rank(
            stack,
            at,
            f.depth,
            moves[at],
            order[at],
            gains[at],
            n,
            known,
            moves[at + 1],
            score,
            leads,
        )
        return 0

    return enter


def keying(context: KernelContext) -> Any:
    """``key_of(stack, words, at)``: what the table knows a position by."""
    identity = context.referee.identity
    canonicalise: Any = context.search.canonicalise

    @context.jit
    def whole(stack: Any, words: Any, at: int) -> Any:
        return identity(words[at])

    @context.jit
    def what_matters(stack: Any, words: Any, at: int) -> Any:
        stack[at + 1] = stack[at]
        canonicalise(stack[at + 1])
        return identity(words[at + 1])

    return whole if canonicalise is None else what_matters


def leading(context: KernelContext) -> Any:
    """``lead(score)``: player 0's points less player 1's, in units."""

    @context.jit
    def lead(score: Any) -> Any:
        return np.int64(np.floor((score[0] - score[1]) * UNIT + 0.5))

    return lead


def ending(context: KernelContext) -> Any:
    """``value_at_end(stack, words, f, at, history, score)``: what a finished game is worth."""
    drawn, outcome, lead = context.referee.drawn, context.rules.outcome, leading(context)
    counted = context.search.gains is not None

    @context.jit
    def value_at_end(stack: Any, words: Any, f: Any, at: int, history: Any, score: Any) -> Any:
        if drawn(words, at, history, f.ends):
            return 0
        value = np.int64(f.lead)
        if not counted:
            outcome(stack[at], score)
            value = lead(score)
        return value if stack[at].mover == 0 else -value

    return value_at_end


def guessing(context: KernelContext) -> Any:
    """``guess(s, lead, score)``: what a running game may be worth.

    The game's own guess, else the points so far, else nothing.
    """
    rules, lead_of = context.rules, leading(context)
    counted = context.search.gains is not None
    rule: Any = context.search.evaluate or (
        rules.outcome if context.game.points and not counted else None
    )

    @context.jit
    def by_rule(s: Any, lead: int, score: Any) -> Any:
        rule(s, score)
        value = lead_of(score)
        return value if s.mover == 0 else -value

    @context.jit
    def by_lead(s: Any, lead: int, score: Any) -> Any:
        return np.int64(lead) if s.mover == 0 else -np.int64(lead)

    return by_lead if rule is None else by_rule


def frame_closing(context: KernelContext) -> Any:
    """``close_frame(s, f, moves, n, line, leads) -> bool``: closes a frame just above the leaves.

    It does so without making the moves, where the game has ``evaluate_moves`` for all of them.
    """
    evaluate_moves: Any = context.search.evaluate_moves

    @context.jit
    def by_rule(s: Any, f: Any, moves: Any, n: int, line: Any, leads: Any) -> bool:
        if not evaluate_moves(s, moves, n, leads):
            return False
        side = 1 if s.mover == 0 else -1
        for index in range(n):
            value = side * np.int64(np.floor(leads[index] * UNIT + 0.5))
            if value > f.best:
                f.best, f.best_move = value, moves[index]
        f.open, f.line, line[0] = 1, 1, f.best_move
        return True

    @context.jit
    def never(s: Any, f: Any, moves: Any, n: int, line: Any, leads: Any) -> bool:
        return False

    # What comes back for the third time is not worth what it looks like.
    return by_rule if evaluate_moves is not None and context.game.repetition is None else never


def gaining(context: KernelContext) -> Any:
    """``gain(s, move, score)``: how much a move raises player 0's lead; 0 if unknown."""
    rule: Any = context.search.gains
    lead = leading(context)

    @context.jit
    def by_rule(s: Any, move: int, score: Any) -> Any:
        rule(s, move, score)
        return lead(score)

    @context.jit
    def nothing(s: Any, move: int, score: Any) -> Any:
        return 0

    return nothing if rule is None else by_rule


def ranking(context: KernelContext) -> Any:
    """``rank(...)``: gives each move a number in ``order``; the highest is tried first.

    First the table's move; then those that leave the fewest replies and, among them, look best: by
    the game's appraisal, else by the points they gain. Near the leaves replies do not count.
    """
    moves_of, play, look = context.rules.moves, context.rules.play, looking(context)

    @context.jit
    def rank(
        stack: Any,
        at: int,
        depth: int,
        moves: Any,
        order: Any,
        gains: Any,
        n: int,
        known: int,
        scratch: Any,
        score: Any,
        leads: Any,
    ) -> None:
        s, child = stack[at], stack[at + 1]
        look(s, moves, n, gains, order, score, leads)
        for index in range(n):
            move = moves[index]
            if move == known:
                order[index] = INFINITE
            elif depth >= REPLIES_DEPTH:
                stack[at + 1] = stack[at]
                play(child, move)
                order[index] -= moves_of(child, scratch) * REPLY_WEIGHT

    return rank


def looking(context: KernelContext) -> Any:
    """``look(s, moves, n, gains, order, score, leads)``: how good each move looks at first."""
    gain = gaining(context)
    evaluate_moves: Any = context.search.evaluate_moves

    @context.jit
    def by_gains(
        s: Any, moves: Any, n: int, gains: Any, order: Any, score: Any, leads: Any
    ) -> None:
        side = 1 if s.mover == 0 else -1
        for index in range(n):
            gains[index] = gain(s, moves[index], score)
            order[index] = side * gains[index]

    @context.jit
    def by_rule(s: Any, moves: Any, n: int, gains: Any, order: Any, score: Any, leads: Any) -> None:
        if not evaluate_moves(s, moves, n, leads):
            by_gains(s, moves, n, gains, order, score, leads)
            return
        side = 1 if s.mover == 0 else -1
        for index in range(n):
            gains[index] = UNKNOWN
            order[index] = side * np.int64(np.floor(leads[index] * UNIT + 0.5))

    return by_gains if evaluate_moves is None else by_rule


def descending(context: KernelContext) -> Any:
    """``descend(...)``: picks the best move not yet tried and opens the frame of its position."""
    play, note, gain, frame = (
        context.rules.play,
        context.referee.note,
        gaining(context),
        framing(context),
    )
    repeats = context.game.repetition is not None
    counted = context.search.gains is not None

    @context.jit
    def descend(
        stack: Any,
        words: Any,
        frames: Any,
        at: int,
        moves: Any,
        order: Any,
        gains: Any,
        history: Any,
        score: Any,
        meter: Any,
    ) -> None:
        f, child = frames[at], frames[at + 1]
        best = f.next
        for index in range(f.next + 1, f.count):
            if order[index] > order[best]:
                best = index
        move = moves[best]
        gained = gains[best]
        if gained == UNKNOWN:
            gained = gain(stack[at], move, score)
        moves[best], order[best], gains[best] = moves[f.next], order[f.next], gains[f.next]
        moves[f.next] = move
        f.next += 1
        child.lead = f.lead + gained
        stack[at + 1] = stack[at]
        play(stack[at + 1], move)
        child.ends = f.ends
        if repeats and stack[at + 1].turn != stack[at].turn:
            note(words[at + 1], history, f.ends)
            child.ends += 1
        child.depth = f.depth - 1
        late = counted and at > 0 and f.depth >= LATE_DEPTH and f.next > LATE_MOVE
        f.reduced = late and gained == 0 and meter[REDUCES] != 0
        if f.reduced:
            child.depth -= REDUCTION
        f.scout = f.next > 1 and f.beta - f.alpha > 1
        frame(stack, frames, at, np.int64(f.alpha + 1 if f.scout else f.beta))

    return descend


def framing(context: KernelContext) -> Any:
    """``frame(stack, frames, at, beta)``: opens the frame below with the window above alpha."""

    @context.jit
    def frame(stack: Any, frames: Any, at: int, beta: Any) -> None:
        f, child = frames[at], frames[at + 1]
        child.entered = 0
        if stack[at].mover == stack[at + 1].mover:
            child.alpha, child.beta = f.alpha, beta
        else:
            child.alpha, child.beta = -beta, -f.alpha

    return frame


def taking(context: KernelContext) -> Any:
    """``take(...) -> at``: hands a finished frame's value up; returns the frame to go on with."""
    frame = framing(context)

    @context.jit
    def take(stack: Any, frames: Any, at: int, moves: Any, lines: Any) -> Any:
        f, child = frames[at], frames[at + 1]
        value = child.best if stack[at].mover == stack[at + 1].mover else -child.best
        if f.reduced and value > f.alpha:
            f.reduced = 0
            child.depth = f.depth - 1
            frame(stack, frames, at, np.int64(f.alpha + 1 if f.scout else f.beta))
            return at + 1
        if f.scout and f.alpha < value < f.beta:
            f.scout = 0
            frame(stack, frames, at, np.int64(f.beta))
            return at + 1
        # A refutation stands on its own, whatever the moves before it were worth.
        f.open = child.open if value >= f.beta else f.open | child.open
        if value > f.best:
            f.best, f.best_move = value, moves[at, f.next - 1]
            if value > f.alpha:
                f.alpha = value
                f.line = child.line + 1
                lines[at, 0] = f.best_move
                # Not as a slice, whose errors take Numba a second to compile.
                for ply in range(child.line):
                    lines[at, ply + 1] = lines[at + 1, ply]
        return at

    return take


def leaving(context: KernelContext) -> Any:
    """``leave(...)``: stores what a finished frame has learned."""
    keep = table_access(context.jit).keep

    @context.jit
    def leave(f: Any, table: Any, age: int) -> None:
        if f.count == 0 or f.depth < TABLE_DEPTH or f.barred:
            return
        bound = EXACT
        if f.best >= f.beta:
            bound = AT_LEAST
        elif f.best <= f.floor:
            bound = AT_MOST
        keep(table, f.key, f.best, bound, f.depth if f.open else PROVED, f.best_move, age)

    return leave
