"""The move that cost most: found where it is proved, and nowhere else."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

from livestone.core.state import State
from livestone.freeplay.board import freeplay
from livestone.freeplay.review import costliest
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


def test_nothing_played_nothing_lost() -> None:
    assert costliest(GAME, [], 0) is None
    assert costliest(GAME, ["a1"], 1) is None
