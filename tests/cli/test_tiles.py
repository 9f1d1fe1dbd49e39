"""Boards as tiles: everything has its place at every size, with and without colours."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from tests import games  # noqa: F401  (registers the test games)

from livestone.boards import Piece, Zone, square
from livestone.cli.tiles import COLOURS, Look, draw, plan, towards
from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.draw.scene import Scene
from livestone.games import catalogue, load

SIZES = [(200, 60), (80, 24), (48, 23), (40, 12), (10, 5)]


@pytest.mark.parametrize(
    "game", [*(kind() for kind in catalogue().values()), load("freedom", size=16)], ids=repr
)
def test_every_site_is_drawn_once(game: Game) -> None:
    board = game.board
    for size in [*SIZES, *((width, 60) for width in (20, 50, 80))]:
        found = plan(board, *size)
        wide, high = found.size
        for site, (column, line) in enumerate(found.places):
            assert found.site(column, line) == site
            assert found.site(column + wide - 1, line + high - 1) == site
        assert found.site(0, 0) is None
        for row in board.rows:
            gaps = [round(board.centres[b][0] - board.centres[a][0], 3) for a, b in pairwise(row)]
            columns = [found.places[b][0] - found.places[a][0] for a, b in pairwise(row)]
            assert len(set(zip(gaps, columns, strict=True))) == len(set(gaps))  # none is jagged


@pytest.mark.parametrize("game", [kind() for kind in catalogue().values()], ids=repr)
def test_letters_of_ascii_tell_all_pieces_apart(game: Game) -> None:
    state, dice = State(game), Random(1)
    while not state.over and state.ply < 12:
        state.play(dice.choice(state.legal))
    picture = scene(state.view())
    for size, colour in product(SIZES, (True, False)):
        placed = plan(game.board, *size)
        cells = draw(picture, placed, Look(0, colour, unicode=False))
        assert "".join(cell.text for row in cells for cell in row).isascii()
        high, wide = placed.size[1], placed.size[0]
        shown: dict[Piece, set[str]] = {}
        for site, piece in picture.pieces.items():
            column, line = placed.places[site]
            sign = cells[line + (high - 1) // 2][column + (wide - 1) // 2].text
            shown.setdefault(piece, set()).add(sign)
        assert all(len(signs) == 1 for signs in shown.values())
        assert len(set.union(*shown.values())) == len(shown)


def test_the_board_of_80_columns() -> None:
    assert plan(load("freedom").board, 48, 23).size == (4, 2)
    assert plan(load("freedom", size=16).board, 48, 23).size == (2, 1)


@pytest.mark.parametrize("size", SIZES)
def test_without_colours_the_signs_say_it_all(size: tuple[int, int]) -> None:
    state, dice = State(load("freedom", size=5)), Random(4)
    while not state.marks:
        state.play(dice.choice(state.unsorted))
    picture = scene(state.view())
    found = plan(state.game.board, *size)
    cells = [cell for row in draw(picture, found, Look(None, False)) for cell in row]
    signs = "".join(cell.text for cell in cells)
    assert {cell.ink + cell.paper for cell in cells} == {""}
    white = sum(piece.name == "white" for piece in picture.pieces.values())
    assert (signs.count("○"), signs.count("●")) == (white, len(picture.pieces) - white)
    assert signs.count("•") == len(picture.targets)
    if found.size[0] > 2:
        assert signs.count("*") == len(picture.marked)


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_the_cursor_can_be_seen(size: tuple[int, int], colour: bool) -> None:
    game = load("freedom", size=5)
    picture, found = scene(State(game).view()), plan(game.board, *size)
    assert draw(picture, found, Look(12, colour)) != draw(picture, found, Look(None, colour))


def test_walking() -> None:
    board = load("freedom", size=4).board
    site = board.site
    assert towards(board, site["b2"], 1, 0) == site["c2"]
    assert towards(board, site["b2"], 0, 1) == site["b3"]
    assert towards(board, site["a1"], -1, 0) == site["a1"]
    assert towards(board, site["d4"], 0, 1) == site["d4"]


@pytest.mark.parametrize("game", [load("twins", side=4), load("freedom"), load("shuttle")])
def test_every_site_can_be_walked_to(game: object) -> None:
    board = game.board  # type: ignore[attr-defined]
    seen, todo = {0}, [0]
    while todo:
        site = todo.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = towards(board, site, dx, dy)
            if there not in seen:
                seen.add(there)
                todo.append(there)
    assert len(seen) == len(board)


def test_places_with_names_of_their_own_are_named_beside_their_row() -> None:
    board = load("trangalla").board
    laid = plan(board, 80, 40)
    assert {text for _, _, text in laid.labels} == {
        *("9a", "8a", "8b", "7a", "7c", "6a", "6d", "5a", "5c"),
        *("4a", "4d", "3a", "3c", "2a", "2b", "1a"),
    }
    for _, line, text in laid.labels:
        top = laid.places[board.site[text]][1]
        assert top <= line < top + laid.size[1]


def test_blocks_fill_their_tiles() -> None:
    pieces = {
        0: Piece("n", "n", "half_top"),
        1: Piece("e", "e", "half_right"),
        2: Piece("f", "f", "tile"),
    }
    picture = Scene(square(3, 1), pieces)
    placed = plan(picture.board, 80, 24)
    cells = draw(picture, placed, Look())
    wide, high = placed.size

    def halves(site: int) -> list[list[tuple[str, str]]]:
        column, line = placed.places[site]
        return [
            [(cell.ink, cell.paper) for cell in row[column : column + wide]]
            for row in cells[line : line + high]
        ]

    white, black = COLOURS["white"], COLOURS["black"]
    lines = [half for row in halves(0) for half in (row[0][0], row[0][1])]
    assert lines == [black] * high + [white] * high
    assert [pair[0] for pair in halves(1)[0]] == [white] * (wide // 2) + [black] * (wide // 2)
    assert {colour for row in halves(2) for pair in row for colour in pair} == {white}


def test_zones_show_on_empty_sites() -> None:
    board = replace(square(3), zones={"home": Zone((4,), "target", "white")})
    placed = plan(board, 80, 24)
    shown = draw(Scene(board), placed, Look())
    assert any(cell.text == "◇" for row in shown for cell in row)
    occupied = draw(Scene(board, targets=frozenset({4})), placed, Look())
    assert not any(cell.text == "◇" for row in occupied for cell in row)
