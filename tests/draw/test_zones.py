from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from livestone.boards import Board, Piece, Zone, hexhex, square, triangular
from livestone.draw import plain, svg
from livestone.draw.ground import ground
from livestone.draw.scene import Scene
from livestone.draw.shapes import COLOURS
from livestone.draw.zones import LOOKS, borders, look


def zoned(board: Board, **zones: Zone) -> Board:
    return replace(board, zones=zones)


CELLS = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]


def moved(x: float, y: float) -> list[tuple[float, float]]:
    return [(a + x, b + y) for a, b in CELLS]


def test_borders_go_around_groups_of_cells() -> None:
    (pair,) = borders([CELLS, moved(100, 0)])
    assert sorted(pair) == sorted({*CELLS, *moved(100, 0)})
    assert len(borders([CELLS, moved(300, 0)])) == 2
    around = [moved(100 * x, 100 * y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert sorted(map(len, borders(around))) == [4, 12]  # the hole, and the outside
    assert set(borders([CELLS[::-1]])[0]) == set(CELLS)


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("colour", ["", *COLOURS])
def test_every_look_draws_on_every_board_it_suits(name: str, colour: str) -> None:
    pointed = name in ("", "corner", "circles", "target")
    boards = [triangular(5)] if pointed else [square(6), hexhex(3)]
    for board in boards:
        shown = zoned(board, home=Zone((0, 1, 5), name, colour))
        picture = svg.draw(Scene(shown))
        ElementTree.fromstring(picture)
        assert (f'class="zone {colour}' in picture if colour else True) or name in ("", "way")
        assert ("zone" in re.sub(r"<style>.*</style>", "", picture)) == (name not in ("", "way"))
        assert "nan" not in picture


def test_what_lies_below_the_lines_comes_first() -> None:
    base = ground(zoned(triangular(5), home=Zone((0, 1), "corner", "red")), True).svg
    assert base.index("patch") < base.index('class="lines"') < base.index("spot")


def test_an_unknown_look_is_named() -> None:
    with pytest.raises(ValueError, match="no zone looks like 'moat': choose wall, fort"):
        look("moat")


def test_zones_are_read_out() -> None:
    board = zoned(square(4), castle=Zone((0, 1), "wall"), White_home=Zone((1,), "row", "white"))
    scene = Scene(board, {1: Piece("white", "w")})
    assert svg.label(scene, 0) == "a1, castle, empty"
    assert svg.label(scene, 1) == "b1, castle, White home, white stone"
    assert svg.label(scene, 2) == "c1, empty"


def test_decoration_is_not_read_out() -> None:
    board = zoned(square(4), oak=Zone((0,), "tree", "green", spoken=False))
    assert svg.label(Scene(board), 0) == "a1, empty"
    assert 'class="tree"' in svg.draw(Scene(board))


def test_zones_in_plain_text() -> None:
    board = zoned(square(3), castle=Zone((0, 1), "wall"), home=Zone((8,), "row", "white"))
    scene = Scene(board, {1: Piece("white", "w")}, targets=frozenset({2}))
    assert plain.draw(scene).splitlines()[3:] == [
        "1  ▫   ○   •   1",
        "   a   b   c",
        "○ white stone   • may be played   ▫ castle",
    ]
    assert "1  _   w   :   1" in plain.draw(scene, unicode=False)
    inner = zoned(square(3), castle=Zone((0, 1), "wall"), goal=Zone((0,), "target", "white"))
    assert plain.draw(Scene(inner)).splitlines()[-1] == "▫ castle   ◇ goal"
    full = replace(scene, pieces={0: Piece("white", "w"), 1: Piece("white", "w")})
    assert "castle" not in plain.draw(full)


def test_turned_pieces_stand_upside_down() -> None:
    letter = Piece("England's E", "E", "disc", "white", "E", turned=True)
    picture = svg.draw(Scene(square(2), {0: letter}))
    assert '<g class="piece white disc" transform="rotate(180)">' in picture
    counted = svg.draw(Scene(square(2), {0: replace(letter, mark="")}, numbers={0: 7}))
    assert counted.count("rotate(180)") == 2  # the number stays upright
    assert "rotate" not in svg.draw(Scene(square(2), {0: replace(letter, turned=False)}))
