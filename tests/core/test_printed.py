"""Printed games: the four that come with their games, and what else may stand in such a text."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import games  # noqa: F401  (registers the test games)

from livestone.core.state import State
from livestone.errors import BadRecord
from livestone.games import catalogue, data_file, find, load
from livestone.records.printed import read, write
from livestone.records.record import Participant, Record, Result

PRINTED = Path(__file__).parents[1] / "data" / "printed"
REORDERED = "line 5: 'g5 f2c5' was read as 'f2c5 g5', the order that is legal"
# What has to be said of each of them; Radius Y is printed with a slip in its eighth row.
REMARKS = {
    "crunching_quax": (),
    "coy_lips": ("line 16: the diagram has 'o' on n6, where the moves leave nothing",),
    "line_sauce": (),
    "radius_y": (REORDERED,),
}
SLIP, RIGHT = "j2l4 m5", "j2m5 l4"
TWO = [kind.id for kind in catalogue().values() if kind().players == 2]


def printed(game: str) -> str:
    return (PRINTED / f"{game}.txt").read_text("utf-8").replace(SLIP, RIGHT)


@pytest.mark.parametrize("game", REMARKS)
def test_the_printed_games(game: str) -> None:
    found = read(printed(game), load(game))
    sample = Record.read(data_file(find(game), "sample.txt").read_text())
    assert [ply.move for ply in found.record.plies] == [ply.move for ply in sample.plies]
    assert found.record.result == sample.result
    assert found.remarks == REMARKS[game]


def test_the_slip_in_radius_y_is_refused_where_it_stands() -> None:
    text = (PRINTED / "radius_y.txt").read_text("utf-8")
    with pytest.raises(BadRecord) as caught:
        read(text, load("radius_y"))
    assert caught.value.line == 9
    assert "row 8, 'j2l4 m5'" in str(caught.value)
    assert "j2 is 3 from the centre: it moves exactly 3" in str(caught.value)


def test_a_swap_stands_where_the_first_stone_would() -> None:
    for text in ("1. swapped   i5 (#)", "1. i5   swaps", "1. i5   swap"):
        record = read(text, load("radius_y")).record
        assert [ply.move for ply in record.plies] == ["i5", "swap"]
    assert "1. swapped   i5 (#)" in write(record)


def test_both_parts_in_either_order() -> None:
    head = "1. i5   d2\n2. g7   -- f4\n"
    moves = {}
    for turn in ("g7e5 h4", "h4 g7e5", "-- h4", "h4 --", "g7e5 --", "-- g7e5", "-- --"):
        record = read(f"{head}3. {turn}    -- --", load("radius_y")).record
        moves[turn] = " ".join(ply.move for ply in record.plies if ply.turn == 5)
    assert list(moves.values()) == [*["g7e5 h4"] * 2, *["- h4"] * 2, *["g7e5 -"] * 2, "- -"]


@pytest.mark.parametrize("game", TWO)
def test_what_is_written_is_read_again(game: str) -> None:
    kind = load(game)
    for seed in range(4):
        rng, state = Random(seed), State(kind)
        for _ in range(rng.choice((0, 1, 2, 9, 30))):
            if not state.over:
                state.play(rng.choice(state.unsorted))
        result = None
        if not state.over and rng.random() < 0.5:
            result = Result.of(state, "resigned", rng.randrange(2))
        players = [Participant("Ana María"), Participant("livestone-3")] if seed % 2 else None
        record = Record.of(state, players, result=result)
        if not record.plies and result is None:
            continue  # nothing at all to print
        found = read(write(record), kind)
        assert found.record == record
        assert all("goes on" in remark for remark in found.remarks)


def test_columns_without_names() -> None:
    game = load("freedom", size=4)
    for text in (
        "1. a1 a2\n2. a3 a4",
        "  1.  a1      a2\r\n  2.  a3      a4\n",
        "1.\ta1\ta2\n2.\ta3\ta4",
    ):
        assert [ply.move for ply in read(text, game).record.plies] == ["a1", "a2", "a3", "a4"]


def test_diagrams_with_letters_numbers_and_strokes() -> None:
    game, rows = load("line_sauce"), printed("line_sauce").splitlines()
    turns, cells = rows[:14], rows[15:]
    head = "|  a b c d e f g h i"
    framed = [f"| {row.strip()}   {number}" for number, row in enumerate(cells, 1)]
    assert read("\n".join([head, *framed, head, "", *turns]), game).remarks == ()
    framed[4] = framed[4].replace(". o", ". .", 1)
    (remark,) = read("\n".join([head, *framed, head, "", *turns]), game).remarks
    assert remark == "line 6: the diagram has nothing on b5, where the moves leave 'o'"


def test_prose_is_left_out_and_that_is_said() -> None:
    text = "A game of 1971.\n\nX X\n1. a1 a2\n\nThe end."
    assert read(text, load("freedom", size=4)).remarks == (
        "left out, being neither turns nor a diagram: lines 1, 3, 6",
    )


def test_an_unfinished_last_turn() -> None:
    found = read("1. .. e6 n3   h7 k6", load("crunching_quax"))
    assert found.remarks == ("line 1: the last turn goes on, and so does the game",)
    assert [ply.turn for ply in found.record.plies] == [1, 1, 2, 2]
    assert found.record.result is None


@pytest.mark.parametrize(
    ("game", "text", "line", "why"),
    [
        ("line_sauce", "nothing", None, "no row of turns: the first begins with '1.'"),
        ("line_sauce", "1. e5   a1 a2\n3. b1 b2", 2, "has the number 3: it should be 2"),
        ("line_sauce", "1. e5   a1 a2\n2.", 2, "'2.' has no turn"),
        ("line_sauce", "1. e5   a1 a2\nb3 b4\n2. c1 c2", 2, "'b3 b4' stands between turns"),
        ("line_sauce", "XXX OOO\n1. e5   e5 a2", 2, "row 1, 'e5 a2': e5 is occupied"),
        ("line_sauce", "OOO XXX\n1. e5   a1 a2", 1, "the first column is X's, who begins"),
        ("line_sauce", "1. e5 a1 a2\n2. b1 b2 c1 c2", 1, "where the second column begins"),
        ("line_sauce", "1. e5   a1\n2. c1 c2   b1 b2", 1, "row 1, 'a1': O's turn goes on after"),
        ("line_sauce", "1. e5   a1 a2 a3\n2. c1 c2   b1 b2", 1, "the turn is over before 'a3'"),
        ("line_sauce", "1. e5   a1 --\n2. c1 c2   b1 b2", 1, "O's turn goes on"),
        ("line_sauce", "1. e5   resigns\n2. c1 c2   b1 b2", 2, "a player has resigned before"),
        ("line_sauce", "1. e5\n2. a1   b1 b2", 2, "stands in X's column, but it is O's turn"),
        ("line_sauce", "1. e5   a1 wow", 1, "'wow' is not a move of this game"),
        ("line_sauce", "1. e5 \x07", 1, "U+0007"),
        ("coy_lips", "1. h2 r12  p2 d6\n2. a7  c7", 1, "write -- for what X passes"),
        ("crunching_quax", "1. .. e6 n3   h7 k6 --", 1, "X's turn goes on after that"),
        ("haalmaa_1", "1. a1 a2", None, "printed games have two columns"),
    ],
)
def test_what_cannot_be_is_refused(game: str, text: str, line: int | None, why: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(text, load(game))
    assert why in str(caught.value)
    assert caught.value.line == line


@given(st.lists(st.sampled_from(["1.", "2.", "3.", "a1", "a2", "--", "resigns", *" \n_|.(#)w"])))
def test_anything_is_read_or_refused(parts: list[str]) -> None:
    game = load("freedom", size=4)
    try:
        record = read(" ".join(parts), game).record
    except BadRecord:
        return
    assert read(write(record), game).record == record


def test_what_cannot_be_printed() -> None:
    state = State(load("freedom", size=4))
    state.play("a1")
    plain = Record.of(state)
    later = State.read(state.game, state.text)
    later.play("a2")
    for record, why in (
        (Record.of(state, result=Result.of(state, "timeout", 0)), "no word for 'timeout'"),
        (Record.of(later), "begins at the game's own opening"),
        (Record.of(state, [Participant("a__b"), Participant("c")]), "'a__b' cannot be printed"),
        (Record.of(State(load("haalmaa_1"))), "two columns"),
    ):
        with pytest.raises(BadRecord, match=why):
            write(record)
    assert read(write(plain), state.game).record == plain
