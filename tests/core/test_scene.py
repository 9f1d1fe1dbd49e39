from __future__ import annotations

from functools import partial

from tests.positions import state_after

from livestone.core.scene import arrivals, description, scene
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.draw import plain, png, svg
from livestone.games import load

FREEDOM = load("freedom", size=4)


def test_the_opening() -> None:
    picture = scene(state_after(FREEDOM).view())
    assert picture.pieces == {}
    assert picture.targets == frozenset(range(16))
    assert picture.last == ()
    assert picture.title == "Freedom, White to move (White 0, Black 0)"
    assert picture.description == "White to move (White 0, Black 0). The board is empty."


def test_stones_last_move_and_targets() -> None:
    state = state_after(FREEDOM, "b2", "c3")
    site = state.game.board.site
    picture = scene(state.view())
    assert {at: piece.name for at, piece in picture.pieces.items()} == {
        site["b2"]: "white",
        site["c3"]: "black",
    }
    assert picture.last == (site["c3"],)
    targets = {state.game.board.names[at] for at in picture.targets}
    assert targets == {"b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    assert picture.numbers == {}
    assert scene(state.view(), targets=False).targets == frozenset()
    assert scene(state.view(), numbers=True).numbers == {site["b2"]: 1, site["c3"]: 2}


def test_a_position_read_from_text_remembers_its_last_stone() -> None:
    state = state_after(FREEDOM, "b2", "c3")
    read = State.read(state.game, state.text)
    assert scene(read.view()).last == scene(state.view()).last
    assert scene(read.view(), numbers=True).numbers == {}


def test_live_stones_are_marked_and_named() -> None:
    state = State.read(load("freedom", size=4), "wwww/bbb1/4/4 b last=d4 turn=7")
    picture = scene(state.view())
    names = state.game.board.names
    assert sorted(names[at] for at in picture.marked) == ["a4", "b4", "c4", "d4"]
    assert picture.description == (
        "Black to move (White 4, Black 0). 3 black: a3, b3, c3. 4 white: a4, b4, c4, d4. "
        "Live: a4, b4, c4, d4."
    )
    assert description(state.view()) == picture.description


def test_numbers_follow_pieces_that_move() -> None:
    state = State(load("shuttle"))
    for _ in range(6):
        if state.over:
            break
        state.play(state.legal[0])
        found = arrivals(state.view())
        site = state.game.board.site
        ends = [site[token] for token in state.view().steps[-1] if token in site]
        if ends:
            assert found[ends[-1]] == state.ply
        pieces = scene(state.view()).pieces
        assert found.keys() <= pieces.keys()


def test_a_notebook_shows_a_state() -> None:
    picture = state_after(FREEDOM, "b2")._repr_svg_()
    assert picture.startswith("<svg")
    assert "<title>Freedom, Black to move (White 0, Black 0)</title>" in picture
    assert "<style>" in picture


def test_the_whole_last_turn_is_marked() -> None:
    state = state_after(load("line_sauce"), "e5", "d4", "f4", "e3")
    site = state.game.board.site
    assert scene(state.view()).last == (site["e3"],)
    state.undo()
    drawn = scene(state.view())
    assert drawn.last == (site["d4"], site["f4"])
    assert "Last move d4 f4." in drawn.description


def test_how_players_stand_is_told_in_words() -> None:
    state = state_after(load("line_sauce"), "e5", "d4", "d5")
    assert description(state.view()).startswith("X to move. X: no lines. O: 2. Last move d4 d5.")


def test_a_state_and_what_is_seen_of_it_are_drawn_as_they_are() -> None:
    """Nobody has to know what a scene is."""
    state = State(load("freedom", size=4))
    state.play("b2")
    whole = scene(state.view())
    for draw in (svg.draw, plain.draw, partial(png.draw, width=80)):
        assert draw(state) == draw(state.view()) == draw(whole)
    spectator = state.view(ONLOOKER)
    assert svg.draw(spectator) == svg.draw(scene(spectator)) != svg.draw(whole)
