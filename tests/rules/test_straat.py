"""Straat: the printed example, a second way of counting, both faces, the game of memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.refusing import refuses

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.playouts import random_games
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.draw import plain, svg
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load
from livestone.records.record import Record

NAME = "straat"
# The printed example, top row first; '#' is black. Black has two streets, white one.
EXAMPLE = """
.#..##.#
.#..##.#
#....###
#.##.#..
#.##.#..
#.##.#..
...#####
...#..##
"""
BLOCKS = (
    "a4HE b4F c4f d4HE a3HW b3HS c3HE d3HN a2HW b2f c2HE d2F a1F b1HE c1HN d1f".split()  # noqa: SIM905
)
Cell = tuple[int, int]
# What lies on the board: by column and rank from 0, whose block it is, its face and side.
Laid = dict[Cell, tuple[str, str, str]]


def colours(laid: Laid, face: str) -> dict[Cell, str]:
    """The quarter-cells of the front, or of the back seen through the front."""
    found = {}
    for (column, rank), (owner, up, side) in laid.items():
        for x, y in product(range(2), repeat=2):
            dark = {"N": y == 1, "S": y == 0, "E": x == 1, "W": x == 0}[side]
            split = (up == "H") == (face == "front")
            found[2 * column + x, 2 * rank + y] = "wb"[dark] if split else owner
    return found


def regions(cells: set[Cell]) -> Iterator[set[Cell]]:
    left = set(cells)
    while left:
        region = {left.pop()}
        while True:
            near = {
                (x + dx, y + dy) for x, y in region for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
            }
            if not near & left:
                break
            region |= near & left
            left -= region
        yield region


def streets(quarters: dict[Cell, str], colour: str) -> int:
    total = 0
    for region in regions({at for at, seen in quarters.items() if seen == colour}):
        top = {x // 2 for x, y in region if y == 7}
        bottom = {x // 2 for x, y in region if y == 0}
        left = {y // 2 for x, y in region if x == 0}
        right = {y // 2 for x, y in region if x == 7}
        total += min(len(top), len(bottom)) + min(len(left), len(right))
    return total


def scores(laid: Laid) -> tuple[int, int]:
    faces = [colours(laid, face) for face in ("front", "back")]
    white, black = (sum(streets(face, colour) for face in faces) for colour in "wb")
    return white, black


def setup(game: Game, laid: Laid) -> State:
    s = runtime(game).start()
    for (column, rank), (owner, up, side) in laid.items():
        code = 1 + 8 * "wb".index(owner) + 4 * "FH".index(up) + "NESW".index(side)
        s.cells[game.board.site[f"{'abcd'[column]}{rank + 1}"]] = code
    s.turn = len(laid)
    s.mover = len(laid) % 2
    runtime(game).derive(s)
    return State(game, s)


def example() -> Laid:
    """The blocks of the example; whose its half blocks are is not known: White takes four."""
    laid: Laid = {}
    halves = 0
    for block in BLOCKS:
        at = "abcd".index(block[0]), int(block[1]) - 1
        if block[2] in "Ff":
            laid[at] = ("w" if block[2] == "F" else "b", "F", "N")
        else:
            laid[at] = ("w" if halves < 5 else "b", "H", block[3])
            halves += 1
    return laid


def random_laid(rng: Random, turns: int) -> Laid:
    cells = rng.sample(list(product(range(4), repeat=2)), turns)
    return {
        at: ("wb"[turn % 2], rng.choice("FH"), rng.choice("NESW")) for turn, at in enumerate(cells)
    }


def test_the_printed_example() -> None:
    rows = EXAMPLE.split()
    laid = example()
    quarters = colours(laid, "front")
    shown = ["".join(".#"[quarters[x, 7 - y] == "b"] for x in range(8)) for y in range(8)]
    assert shown == rows
    assert (streets(quarters, "b"), streets(quarters, "w")) == (2, 1)
    state = setup(load(NAME), laid)
    assert state.view().tally[0].startswith("front 1,")
    assert state.view().tally[1].startswith("front 2,")


@given(st.integers(0, 2**32), st.integers(0, 16))
@settings(max_examples=60, deadline=None)
def test_streets_are_counted_as_slowly(seed: int, turns: int) -> None:
    laid = random_laid(Random(seed), turns)
    assert setup(load(NAME), laid).scores == scores(laid)


@pytest.mark.parametrize("options", [{}, {"show_back": False}], ids=str)
def test_games_ply_by_ply(options: dict[str, object]) -> None:
    rng = Random(1)
    for _ in range(8):
        state, laid = State(load(NAME, **options)), {}
        while not state.over:
            assert len(state.legal) == (16 - state.turn) * 8
            text = rng.choice(state.legal_texts)
            laid["abcd".index(text[0]), int(text[1]) - 1] = ("wb"[state.turn % 2], text[2], text[3])
            state.play(text)
            if not options:
                assert state.scores == scores(laid)
        assert state.turn == 16
        assert state.scores == scores(laid)
        white, black = scores(laid)
        assert state.winners == ((0,) if white > black else (1,) if black > white else ())


def test_compiled_games_count_alike() -> None:
    """Every result of many compiled games, as often as the sources' random games suggest."""
    game = load(NAME)
    play = random_games(kernels(game))
    stack, wins = game.layout.array(2), np.zeros(3)
    stack[0] = State(game).position
    assert play(stack, 4000, 16, seeded(1), wins) == 4000 * 16
    white, black, drawn = wins
    # Counted by an independent program: 1609 and 1628 wins, 763 draws.
    assert white + black + drawn == 4000
    assert abs(white - black) < 250
    assert 600 < drawn < 930


def test_the_back_is_what_lies_behind() -> None:
    state = State(load(NAME))
    for move in ("a1FE", "b4HN"):
        state.play(move)
    view = state.view()
    assert view.cells == {
        "a1": "white block (half, black left behind)",
        "b4": "half block, black top (black behind)",
    }
    board, pieces, _ = view.faces["back"]
    seen = {board.names[site]: piece.name for site, piece in enumerate(pieces) if piece}
    assert seen == {
        "a1": "half block, black left (white behind)",
        "b4": "black block (half, black top behind)",
    }
    assert [board.names[site] for site in board.rows[0]] == ["d4", "c4", "b4", "a4"]
    picture = scene(view, face="back")
    assert picture.title.startswith("Straat, back, White to move")
    assert "◧" in plain.draw(picture)
    assert "half_left" in svg.draw(picture)


def test_streets_are_drawn_at_the_end() -> None:
    rng = Random(3)
    for _ in range(20):
        laid = random_laid(rng, 16)
        view = setup(load(NAME), laid).view()
        for face, courses, flip in (
            ("front", view.courses, False),
            ("back", view.faces["back"].courses, True),
        ):
            quarters = colours(laid, face)
            for colour, word in (("w", "white"), ("b", "black")):
                drawn = [course.points for course in courses if course.colour == word]
                assert len(drawn) == streets(quarters, colour)
                for points in drawn:
                    assert_street(points, quarters, colour, flip)
    assert State(load(NAME)).view().courses == ()


def test_a_letter_is_read_as_the_first_piece_that_has_it() -> None:
    """Others of that letter are looks of the same block, of which only the front is told."""
    game = load(NAME, show_back=False)
    assert list(game.piece_codes) == [*"ABCDEFGHabcdefghXx"]
    for text in ("4/4/4/E3 b turn=1", "4/4/4/A3 b turn=1"):
        assert State.read(game, text).text == text
    seen = State.read(game, "4/4/4/E3 b turn=1").view()
    assert seen.cells == {"a1": "half block, black top"}
    assert game.piece_codes["E"] == int(seen.position.cells[0])


def assert_street(points: Any, quarters: dict[Cell, str], colour: str, flip: bool) -> None:
    """From edge to opposite edge, step by step over quarter-cells of one colour."""
    way = [(3 - x, y) if flip else (x, y) for x, y in points]
    inner = [(round(2 * x + 0.5), round(2 * y + 0.5)) for x, y in way[1:-1]]
    assert all(quarters[at] == colour for at in inner)
    for (x, y), (u, v) in pairwise(inner):
        assert abs(x - u) + abs(y - v) == 1
    (x, y), (u, v) = inner[0], inner[-1]
    assert {x, u} == {0, 7} or {y, v} == {0, 7}


@pytest.mark.parametrize("viewer", [0, 1, ONLOOKER])
@pytest.mark.parametrize("cap", [0, 8])
def test_memory_hides_the_back_until_the_end(cap: int, viewer: int) -> None:
    state = State(load(NAME, show_back=False, ply_cap=cap))
    state.play("a1FE")
    state.play("b4HN")
    assert not state.reveals(0)
    assert not state.reveals(1)
    view = state.view(viewer)
    assert view.moves == ("a1F", "b4HN")
    assert view.steps == (("a1",), ("b4", "H", "N"))
    assert view.text == "1e2/4/4/X3 w turn=2"
    assert view.cells == {"a1": "white block", "b4": "half block, black top"}
    assert view.faces == {}
    assert view.tally == ()
    assert view.scores == (0, 0)
    assert "behind" not in scene(view).description
    assert "E" not in scene(view).description.split("a1")[1][:3]
    while not state.over:
        state.play(state.legal[0])
    assert state.turn == (cap or 16)
    assert state.winners == () or not cap
    view = state.view(viewer)
    assert view.moves[0] == "a1FE"
    assert view.steps[0] == ("a1", "F", "E")
    assert view.cells["a1"] == "white block (half, black left behind)"
    assert list(view.faces) == ["back"]
    assert len(view.tally) == 2


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("a1HN", IllegalMove, "a1 is taken"),
        ("a1", IllegalMove, "a1 is taken, and nothing is moved in this game"),
        ("b1", IllegalMove, "b1 is the beginning of a move: say how it goes on"),
        ("b1H", IllegalMove, "b1H is not possible: say on which side its black half is"),
        ("b1 c1", IllegalMove, "b1 c1 is not possible: say which face of the block on b1 is up"),
        ("b1 N", IllegalMove, "b1 N is not possible: say which face of the block on b1 is up"),
        ("b1HF", IllegalMove, "b1HF is not possible: say on which side its black half is"),
        ("HN", IllegalMove, "HN is not possible: a move begins with the cell"),
        ("b1HX", MoveSyntaxError, "is not a move"),
        ("e1HN", MoveSyntaxError, "is not a move"),
    ],
)
def test_refusals(move: str, error: type[Exception], reason: str) -> None:
    state = State(load(NAME))
    state.play("a1 F N")
    refuses(state, move, error, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4/4/4/A3 b", "after 0 turns it is not Black's turn"),
        ("4/4/4/A3 b turn=3", "White has laid 1 blocks, not 2, after 3 turns"),
        ("4/4/4/a3 b turn=1", "White has laid 0 blocks, not 1, after 1 turns"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load(NAME), text)


def test_memory_shows_everything_to_viewers_who_may_see_it() -> None:
    """After a resignation everybody sees the whole position of a game that could go on."""
    state = State(load(NAME, show_back=False))
    state.play("a1FE")
    view = state.view()
    assert view.cells == {"a1": "white block (half, black left behind)"}
    assert list(view.faces) == ["back"]
    assert view.moves == ("a1FE",)


def test_what_lies_behind_may_be_left_out_for_a_viewer_only() -> None:
    game, text = load(NAME, show_back=False), "4/4/4/X3 b turn=1"
    assert State.read(game, text, viewer=1).view(1).text == text
    with pytest.raises(BadPosition, match="X and x say nothing of what lies behind"):
        State.read(game, text)
    with pytest.raises(BadPosition, match="'X' in row"):
        State.read(load(NAME), text)


def test_a_record_of_the_game_of_memory_can_be_read() -> None:
    state = State(load(NAME, show_back=False))
    state.play("a1FE")
    assert Record.read(Record.of(state).as_text()).replay().move_texts == ["a1FE"]
    for viewer in (0, 1, ONLOOKER):
        record = Record.read(Record.of(state, viewer=viewer).as_text())
        assert [ply.move for ply in record.plies] == ["a1F"]
        assert record.viewer == viewer
