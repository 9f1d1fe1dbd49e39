"""Whatever is typed: accepted positions lead to such as can be read again; no move is invented."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.cases import SOME

from livestone.conformance.cases import as_bytes, looks
from livestone.core.game import MAX_TURNS, Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError

EXAMPLES = 25
MAX_PLIES = 6
# Numbers at which counters end, and some between.
NUMBERS = (0, 1, 2, 3, 4, 7, 32, 50, 99, 126, 127, 200, 32767, MAX_TURNS - 1, MAX_TURNS)
GAMES = [
    pytest.param(*case.values, id=case.id)
    for case in SOME
    if not case.marks and (case.id.endswith("-default") or case.values[0].plain.observe)
]


def altered(game: Game, text: str, other: str, dice: Random) -> str:
    """A text with something else in one or several places, which may make sense or not."""
    rows, mover, *fields = text.split(" ")
    named = {field.partition("=")[0]: field.partition("=")[2] for field in fields}
    known = [*game.layout.placement, *game.layout.identity, "turn"]
    for _ in range(dice.choice((1, 1, 2, 3))):
        change = dice.randrange(6)
        if change == 0:
            at = dice.randrange(len(rows))
            letter = dice.choice(game.pieces).letter
            rows = rows[:at] + (letter if rows[at].isalpha() else rows[at]) + rows[at + 1 :]
        elif change == 1:
            rows = other.split(" ")[0]
        elif change == 2:
            mover = dice.choice(game.seats).name[0].lower()
        elif change == 3 and named:
            del named[dice.choice(sorted(named))]
        else:
            name = "turn" if change == 4 else dice.choice(sorted({*known} - {"mover", "cells"}))
            old = named.get(name, ",".join("0" * game.layout.dtype[name].itemsize))
            size = max(1, game.layout.new()[name].size)
            values = [*old.split(","), *"0" * size][:size]
            places = [*game.board.names, "-"] if name in game.site_fields else NUMBERS
            values[dice.randrange(size)] = str(dice.choice(places))
            named[name] = ",".join(values)
    parts = [f"{name}={named[name]}" for name in known if name in named]
    return " ".join([rows, mover, *parts])


@pytest.mark.parametrize("game", GAMES)
@given(dice=st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_is_read_can_be_read_after_every_move(game: Game, dice: Random) -> None:
    texts = [state.text for state in looks(game)]
    try:
        state = State.read(game, altered(game, dice.choice(texts), dice.choice(texts), dice))
    except BadPosition:
        return
    for _ in range(MAX_PLIES):
        again = State.read(game, state.text)
        assert as_bytes(again.position) == as_bytes(state.position)
        assert again.legal == State(game, state.position).legal
        for viewer in (ONLOOKER, *range(game.players)) if game.plain.observe else ():
            seen = state.view(viewer).text
            assert State.read(game, seen, viewer).view(viewer).text == seen
        if state.over:
            return
        state.play(dice.choice(state.unsorted))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_a_text_is_a_move_or_changes_nothing(game: Game, data: st.DataObject) -> None:
    letters = sorted({*"".join((*game.wording.tokens, *State(game).legal_texts)), *" -x"})
    text, state = data.draw(st.text(letters, max_size=8)), State(game)
    try:
        state.play(text)
    except (IllegalMove, MoveSyntaxError):
        assert state == State(game)
    else:
        path = State(game).paths[state.moves[0]]
        assert text.split() in (state.move_texts, [*path])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_end_ends(game: Game) -> None:
    """The last turn that a text may name is the last one there is."""
    for state in looks(game)[:-1]:
        last = state.position.copy()
        last.turn = MAX_TURNS - 1
        ending = State(game, last)
        while not ending.over and ending.ply < MAX_PLIES:
            ending.play(ending.legal[0])
        assert ending.over
        assert ending.winners is not None
        assert ending.turn <= MAX_TURNS
