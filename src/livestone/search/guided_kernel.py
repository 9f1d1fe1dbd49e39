"""The tree of guided search: its nodes, and the kernels that grow and prune it.

It is a tree of UCT (:mod:`livestone.search.tree`) for games with ``evaluate_moves``. The estimate
of a move (a *look*) is its prior (PUCT: Silver et al., Nature 550, 2017). A leaf's value is the
evaluation after a short playout, whose moves are chosen by the same looks with a little luck. Every
node has a *hope*, the minimax of the looks below it, which is part of the value that visits follow
(implicit minimax backups: Lanctot et al., CIG 2014).

Several threads may grow one tree. A visit counts on its way down already, so that other threads
take other ways. Each thread has nodes of its own to open. When two threads write to one field at
the same time, a mean may lose a visit. A proof is one byte, the same whichever thread finds it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from livestone.core.kernels import FLOATS, INT64S, RANDOM, KernelContext, Kernels
from livestone.core.maths import exp, log
from livestone.core.odds import fill_odds
from livestone.search import tree as trees
from livestone.search import tree_records
from livestone.search.fences import acquire, release
from livestone.search.payoff import payoff

# The longest line the tree follows, in plies.
LONGEST = 512
# The root's position in the stack, and the one that moves down the tree.
ROOT, HERE = 0, 1
STACK = 2
# How many numbers of Gumbel's distribution stand for it.
KINDS = 4096

# ``proved`` is 0, or 1, 2, 3 where the first player is sure to lose, draw, win.
LOSS, DRAW, WIN = 1, 2, 3
# Beyond so many visits the exploration term grows.
MANY = 1000.0
# ``prior`` is the share of its parent's visits that a move's look gives it, ``hope`` what
# the first player may expect by the minimax of looks.
MORE = (("prior", "f4"), ("hope", "f4"))
# ``explore`` weighs the exploration term, which grows by ``swell`` with every e times as many
# visits; a move that looks ``sharp`` points worse has a prior e times smaller; ``trust`` is the
# share of hope in what a visit goes by; playouts have ``cut`` plies and as much ``luck``, in
# points; ``draw`` is that of the game's ``lead_odds``, and ``even`` what a draw is worth to the
# first player.
SETTINGS = np.dtype(
    [
        ("explore", "f8"),
        ("swell", "f8"),
        ("sharp", "f8"),
        ("trust", "f8"),
        ("cut", "i8"),
        ("luck", "f8"),
        ("draw", "f8"),
        ("even", "f8"),
    ]
)


def _expectation(context: KernelContext) -> Any:
    @context.jit
    def part(x: float) -> Any:
        return 1.0 / (1.0 + exp(-x)) if x > -700.0 else 0.0

    @context.jit
    def expect(lead: float, plies: int, odds: Any, settings: Any) -> Any:
        """What the first player may expect of a lead with so many plies to go: ``LeadOdds``."""
        lead, width, draw = lead * odds[plies, 0], odds[plies, 1], settings.draw
        win, loss = part((lead - draw) * width), part((-lead - draw) * width)
        return win + settings.even * (1.0 - win - loss)

    return expect


def _first(context: KernelContext) -> Any:
    @context.jit
    def first(proved: int, even: float) -> Any:
        """What a proof brings the first player."""
        return even if proved == DRAW else 0.5 * (proved - LOSS)

    return first


def _select(context: KernelContext) -> Any:
    sure = _first(context)

    @context.jit
    def select(tree: Any, node: Any, settings: Any) -> Any:
        """The child to visit: the highest worth for the mover, with a term for its prior.

        What is proved keeps its value; a move not tried yet has only its hope.
        """
        mover, first = node.mover, np.int64(node.first)
        eager = settings.explore * math.sqrt(node.visits)
        eager *= 1.0 + settings.swell * log(1.0 + node.visits / MANY)
        chosen: Any = first
        highest = -math.inf
        for at in range(first, first + node.children):
            child = tree[at]
            proved = child.proved
            if proved:
                worth = sure(proved, settings.even)
                if mover != 0:
                    worth = 1.0 - worth
            else:
                worth = float(child.hope) if mover == 0 else 1.0 - child.hope
                if child.visits > 0:
                    worth += (1.0 - settings.trust) * (child.value[mover] - worth)
                worth += eager * child.prior / (1 + child.visits)
            if worth > highest:
                chosen, highest = at, worth
        return chosen

    return select


def _expand(context: KernelContext) -> Any:
    moves, evaluate_moves, evaluate = (
        context.rules.moves,
        context.search.evaluate_moves,
        context.search.evaluate,
    )
    assert evaluate_moves is not None
    assert evaluate is not None
    expect = _expectation(context)

    @context.jit
    def looks(s: Any, out: Any, n: int, leads: Any, score: Any) -> None:
        """How far the first leads after each move, as it seems."""
        if not evaluate_moves(s, out, n, leads):
            evaluate(s, score)
            for index in range(n):
                leads[index] = score[0] - score[1]

    @context.jit
    def expand(
        tree: Any, used: Any, at: int, s: Any, out: Any, leads: Any, score: Any, odds: Any,
        plies: int, settings: Any,
    ) -> int:  # fmt: skip
        """Look at a node's moves and give it its children, where there is room; how many moves."""
        n: int = moves(s, out)
        if n == 0:
            return 0
        looks(s, out, n, leads, score)
        if used[0] + n > used[1]:
            return n
        sign, first, total = 1.0 - 2.0 * s.mover, used[0], 0.0
        best = -math.inf
        for index in range(n):
            best = max(best, sign * leads[index])
        for index in range(n):
            child = tree[first + index]
            child.move, child.visits, child.children, child.proved = out[index], 0, 0, 0
            child.prior = exp((sign * leads[index] - best) / settings.sharp)
            child.hope = expect(leads[index], plies, odds, settings)
            child.value[0], child.value[1] = child.hope, 1.0 - child.hope
            total += child.prior
        for index in range(n):
            tree[first + index].prior /= total
        used[0] += n
        # A thread that sees the children sees all of them, even if another opened the node as well.
        release()
        tree[at].first, tree[at].mover = first, s.mover
        release()
        tree[at].children = n
        return n

    return expand


def _playout(context: KernelContext) -> Any:
    moves, play, quick_evaluate = (
        context.rules.moves,
        context.rules.play,
        context.search.quick_evaluate or context.search.evaluate_moves,
    )
    outcome, evaluate, below = context.rules.outcome, context.search.evaluate, context.below
    assert quick_evaluate is not None
    assert evaluate is not None
    expect, result, sure = _expectation(context), payoff(context).result, _first(context)

    @context.jit
    def lucky(leads: Any, n: int, mover: int, luck: Any, settings: Any, rng: Any) -> Any:
        """The move that looks best with some luck: chosen by the exponential of its looks."""
        sign, found, best = 1.0 - 2.0 * mover, 0, -math.inf
        for index in range(n):
            worth = sign * leads[index] + settings.luck * luck[below(rng, KINDS)]
            if worth > best:
                found, best = index, worth
        return found

    @context.jit
    def playout(
        s: Any, out: Any, n: int, leads: Any, score: Any, value: Any, odds: Any, luck: Any,
        left: int, settings: Any, rng: Any,
    ) -> None:  # fmt: skip
        """Play on from a position with ``n`` evaluated moves; ``value`` is the result."""
        known = True
        for ply in range(settings.cut):
            at = lucky(leads, n, s.mover, luck, settings, rng) if known else below(rng, n)
            play(s, out[at])
            n = moves(s, out)
            if n == 0:
                outcome(s, score)
                result(score, value)
                value[0] = sure(LOSS + int(2.0 * value[0]), settings.even)
                value[1] = 1.0 - value[0]
                return
            if ply + 1 < settings.cut:
                known = quick_evaluate(s, out, n, leads)
        evaluate(s, score)
        value[0] = expect(score[0] - score[1], max(left - settings.cut, 0), odds, settings)
        value[1] = 1.0 - value[0]

    return playout


def _settled(context: KernelContext) -> Any:
    @context.jit
    def settled(tree: Any, at: int, child: int) -> bool:
        """Whether a proof of ``child`` proves its parent: it is a win there, or all are proved."""
        node = tree[at]
        sign = 1 - 2 * node.mover
        best = sign * tree[child].proved
        if best != WIN and best != -LOSS:
            for other in range(node.first, node.first + node.children):
                proved = tree[other].proved
                if not proved:
                    return False
                best = max(best, sign * proved)
        node.proved = sign * best
        return True

    return settled


def _credit(context: KernelContext) -> Any:
    sure = _first(context)

    @context.jit
    def hope(tree: Any, node: Any, even: float) -> Any:
        """The best of the hopes below a node for its mover, as the first player's."""
        sign, best = 1.0 - 2.0 * node.mover, -math.inf
        for at in range(node.first, node.first + node.children):
            proved = tree[at].proved
            best = max(best, sign * (sure(proved, even) if proved else tree[at].hope))
        return sign * best

    @context.jit
    def credit(tree: Any, path: Any, length: int, value: Any, even: float) -> None:
        """Tell every node on the path what came of a visit, and hope as far up as it changes."""
        changes = True
        for depth in range(length - 1, -1, -1):
            node = tree[path[depth]]
            if node.proved:
                continue
            if changes and node.children > 0:
                before = node.hope
                node.hope = hope(tree, node, even)
                changes = node.hope != before
            for player in range(2):
                node.value[player] += (value[player] - node.value[player]) / node.visits

    return credit


def guided_kernel(context: KernelContext) -> Callable[..., Any]:
    """``grow(tree, used, stack, odds, luck, stats, playouts, rng, settings) -> done``.

    Adds up to ``playouts`` visits, fewer when the root is proved. New nodes stand from ``used[0]``
    to ``used[1]``; ``odds[n]`` is how much of a lead counts with ``n`` plies to go, and how
    steeply, for as many plies as there are from the root; ``luck`` is that of :func:`luck_table`.
    """
    play, outcome, result = context.rules.play, context.rules.outcome, payoff(context).result
    select, expand, playout, credit = (
        _select(context),
        _expand(context),
        _playout(context),
        _credit(context),
    )
    prove, sure = trees.proving(context, _settled(context)), _first(context)
    most = context.max_moves + 1

    @context.jit
    def visit(
        tree: Any, used: Any, stack: Any, out: Any, leads: Any, score: Any, value: Any, odds: Any,
        luck: Any, path: Any, rng: Any, settings: Any,
    ) -> int:  # fmt: skip
        """Walk to a leaf and find what it is worth; the path's length."""
        stack[HERE] = stack[ROOT]
        s, length = stack[HERE], 1
        at = np.int64(0)
        path[0] = at
        tree[at].visits += 1
        while tree[at].children > 0 and not tree[at].proved and length < LONGEST:
            acquire()
            at = np.int64(select(tree, tree[at], settings))
            play(s, tree[at].move)
            tree[at].visits += 1
            path[length] = at
            length += 1
        leaf, left = tree[at], max(len(odds) - length, 0)
        if not leaf.proved and leaf.children == 0:
            n = expand(tree, used, at, s, out, leads, score, odds, max(left - 1, 0), settings)
            if n > 0:
                playout(s, out, n, leads, score, value, odds, luck, left, settings, rng)
                return length
            outcome(s, score)
            result(score, value)
            leaf.proved = LOSS + int(2.0 * value[0])
        proved = leaf.proved
        value[0] = sure(proved, settings.even) if proved else float(leaf.value[0])
        value[1] = 1.0 - value[0]
        return length

    def grow(
        tree: Any, used: Any, stack: Any, odds: Any, luck: Any, stats: Any, playouts: int,
        rng: Any, settings: Any,
    ) -> int:  # fmt: skip
        out, path = np.zeros(most, np.int32), np.zeros(LONGEST, np.int32)
        leads, score, value = np.zeros(most), np.zeros(2), np.zeros(2)
        done = 0
        while done < playouts and not tree[0].proved:
            length = visit(
                tree, used, stack, out, leads, score, value, odds, luck, path, rng, settings
            )
            leaf = tree[path[length - 1]]
            if leaf.proved:
                prove(tree, path, length)
            credit(tree, path, length, value, settings.even)
            if length > 1:
                line = stats[path[1] - tree[0].first]
                line.visits += 1
                for player in range(2):
                    line.results[player] += value[player]
                if not leaf.proved:
                    line.playouts += 1
                    for player in range(2):
                        line.points[player] += score[player]
            done += 1
        return done

    return grow


def odds_kernel(context: KernelContext) -> Callable[..., Any]:
    """``fill(table)``: the ``odds`` of the game, ``LeadOdds.table`` for other hosts than Python."""
    odds, fill_table = context.game.knobs.lead_odds, context.jit(fill_odds)
    spread, horizon, growth = odds.spread, odds.horizon, odds.growth

    def fill(table: Any) -> None:
        fill_table(table, spread, horizon, growth)

    return fill


def luck_kernel(context: KernelContext) -> Callable[..., Any]:
    """``fill(luck)``: :func:`fill_luck`."""
    made: Callable[..., Any] = context.jit(fill_luck)
    return made


def fill_luck(luck: Any) -> None:
    """Fill numbers of Gumbel's distribution, each as likely, the same on every machine.

    The move that is best with one of them added to each is chosen with a probability in proportion
    to the exponential of its worth.
    """
    for kind in range(len(luck)):
        luck[kind] = -log(-log((kind + 0.5) / len(luck)))


@cache
def luck_table() -> Any:
    """The ``luck`` that kernels read, KINDS long."""
    luck = np.zeros(KINDS)
    fill_luck(luck)
    return luck


def guided_prune_kernel(context: KernelContext) -> Callable[..., Any]:
    """``prune`` of :mod:`livestone.search.tree` for these nodes."""
    return trees.prune_kernel(context)


def node_type(players: int) -> np.dtype[Any]:
    """The record of one node."""
    return tree_records.node_type(players, *MORE)


def grow(kernels: Kernels) -> Callable[..., Any]:
    """The compiled ``grow`` of a game's form for search."""
    array = numba.types.Array
    nodes = array(numba.from_dtype(node_type(2)), 1, "C")
    stats = array(numba.from_dtype(tree_records.stats_type(2)), 1, "C")
    odds, settings = array(numba.float64, 2, "C"), numba.from_dtype(SETTINGS)
    return kernels.build(
        guided_kernel, nodes, INT64S, kernels.stack, odds, FLOATS, stats, numba.int64, RANDOM,
        settings,
    )  # fmt: skip


def prune(kernels: Kernels) -> Callable[..., Any]:
    """The compiled ``prune`` of a game's form for search."""
    nodes = numba.types.Array(numba.from_dtype(node_type(2)), 1, "C")
    return kernels.build(guided_prune_kernel, nodes, numba.int64, nodes)


def odds(kernels: Kernels) -> Callable[..., Any]:
    """The compiled ``fill`` of a game's ``odds``."""
    return kernels.build(odds_kernel, numba.types.Array(numba.float64, 2, "C"))


def luck(kernels: Kernels) -> Callable[..., Any]:
    """The compiled ``fill`` of ``luck``."""
    return kernels.build(luck_kernel, FLOATS)
