"""The move that cost most: found where it is proved, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import cast

import pytest
import tests.games  # noqa: F401  (registers its games)

from livestone.core.state import State
from livestone.freeplay.board import freeplay
from livestone.games import load
from livestone.play.review import Mistake, costliest
from livestone.search.report import Limits, Line, Report, never
from livestone.search.strongest import Strongest

GAME = freeplay(size=4)


@cache
def worth(text: str) -> float:
    """White's lead with best play from a position, by trying everything."""
    state = State.read(GAME, text)
    if state.over:
        return state.scores[0] - state.scores[1]
    found = []
    for move in state.legal:
        state.play(move)
        found.append(worth(state.text))
        state.undo()
    return max(found) if state.position.mover == 0 else min(found)


def test_it_finds_what_brute_force_finds() -> None:
    search, dice, found = Strongest(GAME), random.Random(3), 0
    for _ in range(16):
        state, late = State(GAME), []
        while not state.over:
            if state.ply >= 10:
                late.append((state.ply, state.mover, worth(state.text)))
            state.play(dice.choice(state.legal))
        late.append((state.ply, None, worth(state.text)))
        for player in (0, 1):
            sign = 1 - 2 * player
            costs = {
                ply + 1: sign * (before - after)
                for (ply, mover, before), (_, _, after) in pairwise(late)
                if mover == player
            }
            mistake = costliest(GAME, state.move_texts, player, search)
            if mistake is None:
                assert max(costs.values()) == 0
            elif mistake.ply in costs:
                # Values this late are exact; earlier ones may hide a greater mistake.
                assert costs[mistake.ply] == mistake.cost
                assert mistake.cost >= max(costs.values())
                assert mistake.move == state.move_texts[mistake.ply - 1] != mistake.better
                found += 1
    assert found >= 4


def test_the_same_answer_again() -> None:
    dice = random.Random(1)
    state = State(GAME)
    while not state.over:
        state.play(dice.choice(state.legal))
    assert costliest(GAME, state.move_texts, 1) == costliest(GAME, state.move_texts, 1)


class Exact:
    """A search that tries everything where little is left, and else finds all moves alike."""

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        lines = []
        for move in state.legal:
            state.play(move)
            lines.append(Line(move, self.value(state), 1, (move,)))
            state.undo()
        mover = int(state.position.mover)
        lines.sort(key=lambda line: -line.value[mover])
        yield Report(tuple(lines), limits.nodes or 0, 0.0, final=True)

    def value(self, state: State) -> tuple[float, ...]:
        players = state.game.players
        if state.over:
            winners = state.winners or tuple(range(players))
            return tuple((seat in winners) / len(winners) for seat in range(players))
        if len(state.legal) > 4:
            return (1 / players,) * players
        return next(self.search(state, Limits())).best.value


@pytest.mark.parametrize("players", [2, 3])
def test_a_lost_win_is_a_part_of_one(players: int) -> None:
    """Where no points are guessed the cost is in parts of a win, for any number of players."""
    game = load("twins", players=players, side=2)
    dice, search, costs = random.Random(2), Exact(), []
    for _ in range(4):
        state, values = State(game), []
        while not state.over:
            values.append((int(state.position.mover), search.value(state)))
            state.play(dice.choice(state.legal))
        values.append((-1, search.value(state)))
        for seat in range(players):
            lost = [
                before[seat] - after[seat]
                for (mover, before), (_, after) in pairwise(values)
                if mover == seat
            ]
            mistake = costliest(game, state.move_texts, seat, cast("Strongest", search))
            assert (mistake.cost if mistake else 0.0) == pytest.approx(max(lost, default=0.0))
            if mistake is not None:
                assert not mistake.points
                assert state.move_texts[mistake.ply - 1] == mistake.move != mistake.better
                costs.append(mistake.cost)
    assert costs


def test_costs_in_words() -> None:
    assert Mistake(1, "a1", "a2", 4.2).words == "about 4 points"
    assert Mistake(1, "a1", "a2", 1.0).words == "about 1 point"
    assert Mistake(1, "a1", "a2", 0.304, points=False).words == "about 30% of a win"


def test_nothing_played_nothing_lost() -> None:
    assert costliest(GAME, [], 0) is None
    assert costliest(GAME, ["a1"], 1) is None
