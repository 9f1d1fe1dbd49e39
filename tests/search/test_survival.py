"""What becomes of a position: certain where it is certain, likely where it is likely."""

from __future__ import annotations

import random

from tests.positions import random_state

from livestone.core.state import State
from livestone.games import load
from livestone.search.survival import SurvivalEstimator

GAME = load("freedom", size=4)
# White's four in row 4 is closed; white a1 has no line left in which it could become live.
CLOSED = "wwww/bbwb/bwb1/w3 b last=b2 turn=12"


def test_at_the_end_it_is_what_is_marked() -> None:
    state, dice = State(GAME), random.Random(4)
    while len(state.legal) > 1 or state.ply < 15:
        state.play(dice.choice(state.unsorted))
    scout = SurvivalEstimator(GAME, games=8)
    survival = scout.look(state)
    assert survival.plies == 1
    state.play(state.legal[0])
    assert {(site, piece) for site, pieces in survival.marked.items() for piece in pieces} == {
        (site, GAME.pieces[int(state.position.cells[site]) - 1].name) for site in state.marks
    }
    assert all(set(pieces.values()) == {1.0} for pieces in survival.marked.values())


def test_every_line_of_play_agrees_with_it() -> None:
    """What happens in all the quick games happens however it goes on, and the other way round."""
    state = random_state(GAME, 2, 11)
    ends = list(_ends(state))
    survival = SurvivalEstimator(GAME, games=400).look(state)
    sure = {
        (site, piece)
        for site, pieces in survival.marked.items()
        for piece, chance in pieces.items()
        if chance == 1
    }
    seen = {(site, piece) for site, pieces in survival.marked.items() for piece in pieces}
    assert set.intersection(*ends) <= sure
    assert seen <= set.union(*ends)


def _ends(state: State) -> list[set[tuple[int, str]]]:
    if state.over:
        cells = state.position.cells
        return [{(site, GAME.pieces[int(cells[site]) - 1].name) for site in state.marks}]
    found = []
    for move in state.legal:
        state.play(move)
        found += _ends(state)
        state.undo()
    return found


def test_the_same_seed_has_the_same_result() -> None:
    state = State(GAME)
    state.play("b2")
    first, again, other = (
        SurvivalEstimator(GAME, seed=seed, games=16).look(state) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert first.plies == 15
