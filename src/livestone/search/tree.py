"""The search tree of UCT: nodes in one flat array, and the kernels that grow and prune it.

Node 0 is the root; the children of a node lie side by side. A node's ``value`` is the mean of
what its visits brought each player or, once ``proved``, the exact result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from livestone.core.kernels import INT64S, RANDOM, WORDS, KernelContext, Kernels
from livestone.core.maths import log
from livestone.core.repetition import DEPTH
from livestone.search.averages import choosing, learning
from livestone.search.payoff import Payoff, payoff
from livestone.search.tree_records import SETTINGS_TYPE, node_type, stats_type

# The longest line the tree follows, in plies.
LONGEST = 1024
# Where the position that moves down the tree lies in the stack; 0 is the root's.
HERE = 1
STACK = HERE + 1 + DEPTH
# Where moves have priors, and those tried differ by less than this, the exploration term shrinks
# in proportion: otherwise a player who is almost sure to win would visit all moves alike.
CLOSE = 0.05

# A random number is cut into so many steps.
STEPS = 1 << 30


def _select(context: KernelContext) -> Any:
    sorts = context.search.move_priors is not None

    @context.jit
    def window(node: Any, settings: Any, mine: int) -> int:
        """How many open children a visit chooses from; they are sorted by prior."""
        if sorts and settings.wide > 0.0:
            widen = settings.widen if node.mover == mine else settings.theirs
            return int(settings.wide + widen * math.sqrt(node.visits))
        return int(node.children)

    @context.jit
    def eager(tree: Any, node: Any, left: int) -> float:
        """The share of the exploration term that fits how far the moves tried differ."""
        if not sorts:
            return 1.0
        low, high, first = 1.0, 0.0, np.int64(node.first)
        for child in range(first, first + node.children):
            if tree[child].visits > 0 and not tree[child].proved:
                value = float(tree[child].value[node.mover])
                low, high = min(low, value), max(high, value)
            left -= not tree[child].proved
            if left <= 0:
                break
        return min(1.0, (high - low) / CLOSE) if high > low else 1.0

    @context.jit
    def select(tree: Any, at: int, settings: Any, pins: Any, depth: int) -> Any:
        """The child to visit: the highest value for the mover plus its exploration term.

        Where a proved child is better than that, the visit still goes to an open one, since only
        there is anything to learn, but counts from here up as a visit to the proved child, which
        is noted in ``pins[depth]``.
        """
        node = tree[at]
        mover, first = node.mover, np.int64(node.first)
        left = window(node, settings, tree[0].mover)
        explore = settings.explore * math.sqrt(log(node.visits + 1.0))
        explore *= eager(tree, node, left)
        fresh = node.value[mover] + explore / math.sqrt(settings.fresh)
        chosen: Any = first
        sure: Any = first
        highest, surest = -1.0, -1.0
        for child in range(first, first + node.children):
            value, visits = float(tree[child].value[mover]), tree[child].visits
            if tree[child].proved:
                if value > surest:
                    sure, surest = child, value
            else:
                score = value + explore / math.sqrt(visits) if visits > 0 else fresh
                if score > highest:
                    chosen, highest = child, score
                left -= 1
                if left <= 0:
                    break
        pins[depth] = sure if highest >= 0.0 and surest > highest else 0
        return chosen if highest >= 0.0 else sure

    return select


def _sort(context: KernelContext) -> Any:
    move_priors = context.search.move_priors
    if move_priors is None:

        @context.jit
        def keep(s: Any, moves: Any, n: int, hopes: Any) -> None:
            return

        return keep

    @context.jit
    def sort(s: Any, moves: Any, n: int, hopes: Any) -> None:
        """Sort the moves by prior, highest first; equals stay as they are."""
        move_priors(s, moves, n, hopes)
        for index in range(1, n):
            hope, move, to = hopes[index], moves[index], index
            while to > 0 and hopes[to - 1] < hope:
                hopes[to], moves[to] = hopes[to - 1], moves[to - 1]
                to -= 1
            hopes[to], moves[to] = hope, move

    return sort


def _expand(context: KernelContext, pay: Payoff) -> Any:
    legal, drawn = context.referee.legal, context.referee.drawn
    outcome, result, below = context.rules.outcome, pay.result, context.below
    players, most = context.players, context.max_moves
    repeats, sort = context.game.repetition is not None, _sort(context)

    @context.jit
    def shuffle(moves: Any, n: int, rng: Any) -> None:
        for index in range(n):
            other = below(rng, n - index) + index
            moves[index], moves[other] = moves[other], moves[index]

    @context.jit
    def end(
        tree: Any, at: int, stack: Any, words: Any, history: Any, known: int, score: Any
    ) -> None:
        outcome(stack[HERE], score)
        if repeats and drawn(words, HERE, history, known):
            for player in range(players):
                score[player] = 0.0
        result(score, tree[at].value)
        tree[at].proved = 1

    @context.jit
    def expand(
        tree: Any, used: Any, at: int, stack: Any, words: Any, history: Any, known: int,
        out: Any, score: Any, hopes: Any, rng: Any,
    ) -> bool:  # fmt: skip
        """Give a node its children, the highest prior first; False when over or no room."""
        if used[0] + most > len(tree):
            return False
        n = legal(stack, words, HERE, out, history, known)
        if n == 0:
            end(tree, at, stack, words, history, known, score)
            return False
        first = used[0]
        used[0] += n
        shuffle(out, n, rng)
        sort(stack[HERE], out, n, hopes)
        for index in range(n):
            child = tree[first + index]
            child.move = out[index]
            child.visits = 0
            child.children = 0
            child.proved = 0
            for player in range(players):
                child.value[player] = 0.0
        tree[at].first = first
        tree[at].children = n
        tree[at].mover = stack[HERE].mover
        return True

    return expand


def _descend(context: KernelContext, pay: Payoff) -> Any:
    play, note = context.rules.play, context.referee.note
    select, expand = _select(context), _expand(context, pay)
    repeats = context.game.repetition is not None

    @context.jit
    def descend(
        tree: Any, used: Any, stack: Any, words: Any, history: Any, past: int,
        out: Any, score: Any, hopes: Any, path: Any, pins: Any, rng: Any, settings: Any,
    ) -> int:  # fmt: skip
        """Walk from the root to a leaf, playing along on ``stack[HERE]``; the path's length."""
        stack[HERE] = stack[0]
        s = stack[HERE]
        length, known = 1, past
        path[0] = 0
        # Not the literal 0, for which Numba would compile everything below once more.
        at = np.int64(path[0])
        while length < LONGEST and not tree[at].proved:
            if tree[at].children == 0:
                if at > 0 and tree[at].visits < settings.ripe:
                    break
                if not expand(tree, used, at, stack, words, history, known, out, score, hopes, rng):
                    break
            at = select(tree, at, settings, pins, length - 1)
            turn = s.turn
            play(s, tree[at].move)
            if repeats and s.turn != turn:
                note(words[HERE], history, known)
                known += 1
            path[length] = at
            length += 1
        return length

    return descend


def _playout(context: KernelContext, pay: Payoff) -> Any:
    moves, play, below, settle = context.rules.moves, context.rules.play, context.below, pay.settle
    best = choosing(context)

    @context.jit
    def playout(
        s: Any, out: Any, score: Any, value: Any, rng: Any, settings: Any, averages: Any,
        played: Any,
    ) -> int:  # fmt: skip
        """Play to the end or the cut, with some luck; how many plies, -1 where it was over.

        ``played`` are the moves with their movers.
        """
        plies = 0
        while True:
            n = moves(s, out)
            if n == 0 or plies >= settings.cut:
                break
            index = below(rng, n)
            if settings.averages > 0.0 and below(rng, STEPS) < settings.averages * STEPS:
                index = best(s, out, n, averages, rng)
            played[plies, 0], played[plies, 1] = out[index], s.mover
            play(s, out[index])
            plies += 1
        settle(s, n, score, value)
        return -1 if n == 0 and plies == 0 else plies

    return playout


def proving(context: KernelContext, settled: Any) -> Any:
    """``prove(tree, path, length)``: carries the proof of a path's last node up.

    ``settled(tree, at, child)`` says whether that of a child proves its parent, and notes it there.
    """

    @context.jit
    def prove(tree: Any, path: Any, length: int) -> None:
        """Carry the proof of the last node on ``path`` up as far as it goes."""
        for depth in range(length - 2, -1, -1):
            if not settled(tree, np.int64(path[depth]), np.int64(path[depth + 1])):
                return

    return prove


def _settled(context: KernelContext) -> Any:
    players = context.players

    @context.jit
    def same(tree: Any, one: int, other: int) -> bool:
        for player in range(players):
            if tree[one].value[player] != tree[other].value[player]:
                return False
        return True

    @context.jit
    def settled(tree: Any, at: int, child: int) -> bool:
        """Whether a proof of ``child`` proves its parent, which then takes the best value.

        A sure win decides. Otherwise every child must be proved, and those that are best for the
        mover must agree for everybody: with three players nothing says which of the others the
        mover favours.
        """
        mover = tree[at].mover
        best = child
        if tree[child].value[mover] < 1.0:
            first = np.int64(tree[at].first)
            last = first + tree[at].children
            for other in range(first, last):
                if not tree[other].proved:
                    return False
                if tree[other].value[mover] > tree[best].value[mover]:
                    best = other
            for other in range(first, last):
                if tree[other].value[mover] == tree[best].value[mover] and not same(
                    tree, other, best
                ):
                    return False
        for player in range(players):
            tree[at].value[player] = tree[best].value[player]
        tree[at].proved = 1
        return True

    return settled


def _blend(context: KernelContext, pay: Payoff) -> Any:
    players, chance = context.players, pay.chance

    if not context.game.points:

        @context.jit
        def keep(score: Any, value: Any, utility: Any, margin: float) -> None:
            for player in range(players):
                utility[player] = value[player]

        return keep

    @context.jit
    def blend(score: Any, value: Any, utility: Any, margin: float) -> None:
        """What the tree learns: the result with a share of the points' lead."""
        chance(score, utility)
        for player in range(players):
            utility[player] = (1.0 - margin) * value[player] + margin * utility[player]

    return blend


def _credit(context: KernelContext) -> Any:
    players = context.players

    @context.jit
    def credit(tree: Any, path: Any, pins: Any, length: int, value: Any, utility: Any) -> None:
        """Add one visit to every node on the path; ``value`` becomes that of the move at the root.

        From a pin up, what counts is the value of the proved child.
        """
        for depth in range(length - 1, -1, -1):
            if depth < length - 1 and pins[depth] > 0:
                for player in range(players):
                    utility[player] = tree[pins[depth]].value[player]
                    if depth > 0:
                        value[player] = utility[player]
            node = tree[path[depth]]
            node.visits += 1
            if not node.proved:
                for player in range(players):
                    node.value[player] += (utility[player] - node.value[player]) / node.visits

    return credit


def _note(context: KernelContext) -> Any:
    players = context.players

    @context.jit
    def note(line: Any, played: bool, value: Any, score: Any) -> None:
        """Add one visit to the sums of a move at the root."""
        line.visits += 1
        line.playouts += played
        for player in range(players):
            line.results[player] += value[player]
            if played:
                line.points[player] += score[player]

    return note


def grow_kernel(context: KernelContext) -> Callable[..., Any]:
    """``grow(tree, used, stack, words, history, past, stats, averages, playouts, ...)``.

    Adds up to ``playouts`` visits to the tree, fewer when the root is proved, and returns how many.
    ``used[0]`` counts the nodes; ``stack[0]`` is the root's position and ``history[:past]`` its
    history. ``averages`` sum up what each move has brought each player.
    """
    pay = payoff(context)
    descend, playout, prove = (
        _descend(context, pay),
        _playout(context, pay),
        proving(context, _settled(context)),
    )
    blend, credit, note, learn = (
        _blend(context, pay),
        _credit(context),
        _note(context),
        learning(context),
    )
    players, most = context.players, context.max_moves + 1

    def grow(
        tree: Any, used: Any, stack: Any, words: Any, history: Any, past: int,
        stats: Any, averages: Any, playouts: int, rng: Any, settings: Any,
    ) -> int:  # fmt: skip
        out, moved = np.zeros(most, np.int32), np.zeros((settings.cut, 2), np.int32)
        path, pins = np.zeros(LONGEST, np.int32), np.zeros(LONGEST, np.int32)
        hopes = np.zeros(most)
        score, value, utility = np.zeros(players), np.zeros(players), np.zeros(players)
        done = 0
        while done < playouts and not tree[0].proved:
            length = descend(
                tree,
                used,
                stack,
                words,
                history,
                past,
                out,
                score,
                hopes,
                path,
                pins,
                rng,
                settings,
            )
            leaf = tree[path[length - 1]]
            played = not leaf.proved
            if played:
                plies = playout(stack[HERE], out, score, value, rng, settings, averages, moved)
                blend(score, value, utility, settings.margin)
                if settings.averages > 0.0:
                    learn(averages, tree, path, length, moved, plies, value)
                if plies < 0:
                    leaf.proved = 1
                    for player in range(players):
                        leaf.value[player] = value[player]
            if leaf.proved:
                for player in range(players):
                    value[player] = utility[player] = leaf.value[player]
                if settings.proofs:
                    prove(tree, path, length)
            credit(tree, path, pins, length, value, utility)
            if length > 1:
                note(stats[path[1] - tree[0].first], played, value, score)
            done += 1
        return done

    return grow


def prune_kernel(context: KernelContext) -> Callable[..., Any]:
    """``prune(tree, root, into) -> used``: copies what lies below ``root`` to a new tree."""

    def prune(tree: Any, root: int, into: Any) -> int:
        into[0] = tree[root]
        used = 1
        at = 0
        while at < used:
            n = into[at].children
            first = into[at].first
            into[at].first = used
            for index in range(n):
                into[used + index] = tree[first + index]
            used += n
            at += 1
        return used

    return prune


def grow(kernels: Kernels) -> Callable[..., Any]:
    """The compiled ``grow`` of a game."""
    players = kernels.game.players
    nodes = numba.types.Array(numba.from_dtype(node_type(players)), 1, "C")
    stats = numba.types.Array(numba.from_dtype(stats_type(players)), 1, "C")
    places = (kernels.stack, WORDS, WORDS, numba.int64)
    averages = numba.types.Array(numba.float64, 3, "C")
    return kernels.build(
        grow_kernel, nodes, INT64S, *places, stats, averages, numba.int64, RANDOM, SETTINGS_TYPE
    )


def prune(kernels: Kernels) -> Callable[..., Any]:
    """The compiled ``prune`` of a game."""
    nodes = numba.types.Array(numba.from_dtype(node_type(kernels.game.players)), 1, "C")
    return kernels.build(prune_kernel, nodes, numba.int64, nodes)
