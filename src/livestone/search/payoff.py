"""What a final or estimated score is worth to each player, between 0 (loss) and 1 (win).

These helpers are compiled into searches; ``score`` and ``value`` are float64 arrays, one entry a
player. The entries of ``value`` add up to 1: one winner takes all, winners share, a draw is
shared by everybody. Where a win may bring more than one point (``game.stake``), a smaller win lies
between a draw and the whole stake, as far as its points go: value grows with the points of a match.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from livestone.core.game import Game
from livestone.core.kernels import KernelContext
from livestone.core.maths import exp

_LOG_2 = math.log(2.0)


class Payoff(NamedTuple):
    """How scores become values.

    - ``result(score, value)``: the value of final scores, the highest winning.
    - ``chance(score, value)``: the value of scores that may still change. For games of points a
      lead of ``spread`` makes a win twice as likely; for others ``score`` is a guess at the final
      scores already.
    - ``settle(s, n, score, value)``: both from a position with ``n`` legal moves.
    """

    result: Callable[..., Any]
    chance: Callable[..., Any]
    settle: Callable[..., Any]


def check_winners(game: Game) -> None:
    """Refuse a game whose ``winners`` is its own: compiled searches know only the highest score.

    Raises TypeError.
    """
    if type(game).winners is not Game.winners:
        raise TypeError(
            f"{type(game).__name__} declares its own winners; searches only know that the highest "
            "score wins: let outcome give the winner the highest score"
        )


def payoff(context: KernelContext) -> Payoff:
    """Build the payoff of a game. Raises TypeError where ``winners`` is the game's own."""
    check_winners(context.game)
    result = _result(context)
    chance = _chance_of_points(context) if context.game.points else _chance_of_guess(context)
    return Payoff(result, chance, _settle(context, result, chance))


def _result(context: KernelContext) -> Any:
    players, stake = context.players, context.game.stake
    shared = 1.0 / players

    @context.jit
    def weigh(best: float, value: Any) -> None:
        """Draw the values together as far as a win falls short of the stake."""
        part = min(best / stake, 1.0)
        for player in range(players):
            value[player] = shared + part * (value[player] - shared)

    @context.jit
    def result(score: Any, value: Any) -> None:
        best, ties = score[0], 1
        for player in range(1, players):
            if score[player] > best:
                best, ties = score[player], 1
            elif score[player] == best:
                ties += 1
        for player in range(players):
            value[player] = 1.0 / ties if score[player] == best else 0.0
        if stake > 1 and ties < players:
            weigh(best, value)

    return result


def _chance_of_points(context: KernelContext) -> Any:
    players = context.players
    rate = _LOG_2 / context.game.knobs.spread

    @context.jit
    def chance(score: Any, value: Any) -> None:
        best = score[0]
        for player in range(1, players):
            best = max(best, score[player])
        total = 0.0
        for player in range(players):
            value[player] = exp((score[player] - best) * rate)
            total += value[player]
        for player in range(players):
            value[player] /= total

    return chance


def _chance_of_guess(context: KernelContext) -> Any:
    players, stake = context.players, context.game.stake
    if stake > 1:

        @context.jit
        def chance_of_points(score: Any, value: Any) -> None:
            mean = 0.0
            for player in range(players):
                mean += score[player] / players
            for player in range(players):
                value[player] = 1.0 / players + (score[player] - mean) / stake

        return chance_of_points

    @context.jit
    def chance(score: Any, value: Any) -> None:
        total = 0.0
        for player in range(players):
            value[player] = min(max(score[player], 0.0), 1.0)
            total += value[player]
        for player in range(players):
            value[player] = value[player] / total if total > 0.0 else 1.0 / players

    return chance


def _settle(context: KernelContext, result: Callable[..., Any], chance: Callable[..., Any]) -> Any:
    players = context.players
    outcome = context.rules.outcome
    # What tells how a running position stands: a guess, or the points so far, or nothing.
    estimate = context.search.evaluate or (outcome if context.game.points else None)

    if estimate is None:

        @context.jit
        def settle_end(s: Any, n: int, score: Any, value: Any) -> None:
            if n == 0:
                outcome(s, score)
                result(score, value)
            else:
                score[:] = 0.0
                value[:] = 1.0 / players

        return settle_end

    @context.jit
    def settle(s: Any, n: int, score: Any, value: Any) -> None:
        if n == 0:
            outcome(s, score)
            result(score, value)
        else:
            estimate(s, score)
            chance(score, value)

    return settle
