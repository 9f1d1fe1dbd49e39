from __future__ import annotations

import re

from hypothesis import given
from tests.scenes import BLACK, KING, WHITE, scenes, star

from livestone.boards import Piece, hexhex, square
from livestone.draw import plain
from livestone.draw.scene import Scene

SCENE = Scene(
    square(10),
    {44: WHITE, 55: BLACK, 66: WHITE, 0: BLACK},
    marked=frozenset({44, 55}),
    last=(55,),
    targets=frozenset({45, 54, 56}),
)


def test_square_board() -> None:
    assert plain.draw(SCENE).splitlines() == [
        "    a   b   c   d   e   f   g   h   i   j",
        "10  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   10",
        " 9  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   9",
        " 8  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   8",
        " 7  ·   ·   ·   ·   ·   ·   ○   ·   ·   ·   7",
        " 6  ·   ·   ·   ·   •  [●*] •   ·   ·   ·   6",
        " 5  ·   ·   ·   ·   ○*  •   ·   ·   ·   ·   5",
        " 4  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   4",
        " 3  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   3",
        " 2  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   2",
        " 1  ●   ·   ·   ·   ·   ·   ·   ·   ·   ·   1",
        "    a   b   c   d   e   f   g   h   i   j",
        "○ white stone   ● black stone   * live   [ ] last move   • may be played",
    ]


def test_ascii() -> None:
    scene = Scene(square(3, 2), {0: WHITE, 5: KING}, frozenset({5}), (0,), frozenset({1}))
    assert plain.draw(scene, unicode=False).splitlines() == [
        "   a   b   c",
        "2  .   .   k*  2",
        "1 [w]  :   .   1",
        "   a   b   c",
        "w white stone   k king   * live   [ ] last move   : may be played",
    ]


def test_hexagonal_rows_are_indented() -> None:
    scene = Scene(hexhex(2), {0: WHITE, 3: BLACK}, last=(3,))
    assert plain.draw(scene).splitlines() == [
        "  1  ○   ·",
        "2  ·  [●]  ·",
        "  3  ·   ·",
        "   a b c d e",
        "○ white stone   ● black stone   [ ] last move",
    ]


def test_a_board_of_points_keeps_its_shape() -> None:
    assert plain.draw(Scene(star(), {5: KING, 0: WHITE}, last=(5,))).splitlines() == [
        "    [k]",
        "   ·   ·",
        " ○   ·   ·",
        "○ white stone   k king   [ ] last move",
    ]


def test_an_empty_board_has_no_legend() -> None:
    assert plain.draw(Scene(square(2))).splitlines() == [
        "   a   b",
        "2  ·   ·   2",
        "1  ·   ·   1",
        "   a   b",
    ]


def test_a_character_never_depends_on_what_else_stands_there() -> None:
    red, blue = Piece("red", "r", colour="red"), Piece("blue", "b", colour="blue")
    assert "1  r   ·   1" in plain.draw(Scene(square(2), {0: red}))
    text = plain.draw(Scene(square(2), {0: red, 1: blue}))
    assert "1  r   b   1" in text
    assert "b blue stone   r red stone" in text


def test_colour_adds_escape_codes_only() -> None:
    coloured = plain.draw(SCENE, colour=True)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert coloured.count("\x1b[0m") >= 100
    assert bare.splitlines()[5].split() == [*list("6····•"), "[●*]", *list("•···6")]
    assert "38;5;231;1m ●*" in coloured


def test_a_long_legend_is_broken() -> None:
    scene = Scene(square(4), {at: Piece(f"a rather long name {at}", "x") for at in range(16)})
    assert max(map(len, plain.draw(scene).splitlines())) <= 76


@given(scenes())
def test_any_scene_can_be_written(scene: Scene) -> None:
    text = plain.draw(scene, unicode=False)
    assert text.isascii()
    assert text.count("*") - ("* live" in text) == len(scene.marked)
    board = text.splitlines()
    assert not any(line != line.rstrip() for line in board)
    for line, row in zip(
        plain.draw(Scene(scene.board)).splitlines()[1:], scene.board.rows, strict=False
    ):
        if scene.board.kind == "square":
            assert line.count("·") == len(row)
