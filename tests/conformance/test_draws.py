"""A draw scores nobody anything, in every game that counts no points."""

from __future__ import annotations

from random import Random

import pytest
from tests.conformance.test_endings import ENDS

from livestone.conformance.cases import MAX_PLIES, quick
from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.games import catalogue
from livestone.records.record import Record

# Games that end drawn only by what nobody does at random: the text of such an end.
UNUSUAL = ("crunching_quax", "line_sauce", "radius_y")
DRAWN = {game: text for game, text, _, _ in ENDS if game in UNUSUAL}
GAMES = [kind for kind in catalogue().values() if not kind().points]


def drawn(game: Game) -> State:
    """A state at which the game is drawn."""
    if game.id in DRAWN:
        return State.read(game, DRAWN[game.id])
    for seed in range(100):
        state, dice = State(game), Random(seed)
        while not state.over and state.ply < MAX_PLIES:
            state.play(dice.choice(state.unsorted))
        if state.over and not state.winners:
            return state
    raise AssertionError("no random game was drawn: give the text of one that is")


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_nobody_scores_in_a_draw(kind: type[Game]) -> None:
    game = quick(kind, {})
    state = drawn(game)
    assert state.over
    assert state.winners == ()
    assert state.scores == (0.0,) * game.players
    assert state.view().as_json()["scores"] == [0] * game.players
    assert runtime(game).scores(state.position) == state.scores or state.repeated
    assert Record.of(state).result.scores == state.scores  # type: ignore[union-attr]
    assert not state.view().courses, "nothing is drawn over the board"


def test_a_record_with_half_a_point_for_a_draw_is_read() -> None:
    """Records of some games had that once."""
    text = Record.of(drawn(catalogue()["radius_y"]())).as_text()
    assert "Scores: 0 0" in text
    old = Record.read(text.replace("Scores: 0 0", "Scores: 0.5 0.5"))
    assert old.replay().winners == ()
