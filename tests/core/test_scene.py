from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from livestone.core.scene import arrivals, description, scene, status
from livestone.core.state import State
from livestone.draw import plain, svg
from livestone.games import load


def freedom(*moves: str, **options: object) -> State:
    state = State(load("freedom", **options))
    for move in moves:
        state.play(move)
    return state


def test_the_opening() -> None:
    picture = scene(freedom(size=4).view())
    assert picture.pieces == {}
    assert picture.targets == frozenset(range(16))
    assert picture.last == ()
    assert picture.title == "Freedom, White to move (White 0, Black 0)"
    assert picture.description == "White to move (White 0, Black 0). The board is empty."


def test_stones_last_move_and_targets() -> None:
    state = freedom("b2", "c3", size=4)
    site = state.game.board.site
    picture = scene(state.view())
    assert {at: piece.name for at, piece in picture.pieces.items()} == {
        site["b2"]: "white",
        site["c3"]: "black",
    }
    assert picture.last == (site["c3"],)
    assert {state.game.board.names[at] for at in picture.targets} == {
        "b3",
        "b4",
        "c2",
        "c4",
        "d2",
        "d3",
        "d4",
    }
    assert picture.numbers == {}
    assert scene(state.view(), targets=False).targets == frozenset()
    assert scene(state.view(), numbers=True).numbers == {site["b2"]: 1, site["c3"]: 2}


def test_a_position_read_from_text_remembers_its_last_stone() -> None:
    state = freedom("b2", "c3", size=4)
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


@given(st.sampled_from(("twins", "shuttle", "freedom")), st.integers(0, 2**32), st.integers(0, 40))
def test_every_view_of_every_game_can_be_drawn(game: str, seed: int, plies: int) -> None:
    options = {"secret": True} if game == "twins" else {}
    state = State(load(game, **options))
    for ply in range(plies):
        if state.over:
            break
        state.play(state.legal[(seed + 7 * ply) % len(state.legal)])
    for viewer in (None, *range(state.game.players)):
        view = state.view(viewer)
        picture = scene(view, numbers=True)
        assert {
            state.game.board.names[at]: p.name for at, p in picture.pieces.items()
        } == view.cells
        assert picture.title == f"{state.game.title}, {status(view)}"
        assert svg.draw(picture).startswith("<svg")
        assert plain.draw(picture)


def test_scenes_hide_secrets() -> None:
    state = State(load("twins", secret=True))
    move = next(move for move in state.legal if state.game.secret(state.position, move))
    state.play(move)
    own, other = scene(state.view(0)), scene(state.view(1))
    assert state.view(0).moves[-1] in own.description
    assert state.view(0).moves[-1] not in other.description
    assert "Last move chosen." in other.description
    assert other.last == ()


def test_a_notebook_shows_a_state() -> None:
    picture = freedom("b2", size=4)._repr_svg_()
    assert picture.startswith("<svg")
    assert "<title>Freedom, Black to move (White 0, Black 0)</title>" in picture
    assert "<style>" in picture


def test_the_whole_last_turn_is_marked() -> None:
    state = State(load("line_sauce"))
    for move in ("e5", "d4", "f4", "e3"):
        state.play(move)
    site = state.game.board.site
    assert scene(state.view()).last == (site["e3"],)
    state.undo()
    drawn = scene(state.view())
    assert drawn.last == (site["d4"], site["f4"])
    assert "Last move d4 f4." in drawn.description


def test_how_players_stand_is_told_in_words() -> None:
    state = State(load("line_sauce"))
    for move in ("e5", "d4", "d5"):
        state.play(move)
    assert description(state.view()).startswith("X to move. X: no lines. O: 2. Last move d4 d5.")
