"""The text form: what it looks like, and each way in which a file can be wrong."""

from __future__ import annotations

import re

import pytest
from tests import games  # noqa: F401  (registers the test games)

from livestone.errors import BadRecord
from livestone.records.record import Note, Participant, Record

GOOD = """\
Livestone record 1
Game: freedom
Options: size=4 scoring=stones last_cell=choice
White: Ana (human)
Black: Livestone (bot level 3)
Date: 2026-01-31
Tag event: Friday club

1. b2 {seconds: 1.5} {left: 300} {engine: +2 c3 d4} {a \\{quiet\\} start}
2. c3
3. d4

Result: White wins
Scores: 0 0
Reason: resigned by Black
End
"""


def test_reading_and_writing() -> None:
    record = Record.read(GOOD)
    assert record.players == (Participant("Ana"), Participant("Livestone", "bot", 3))
    assert record.plies[0].note == Note(1.5, 300, "+2 c3 d4", "a {quiet} start")
    assert record.as_text() == GOOD


def test_what_a_person_may_leave_out_or_write_otherwise() -> None:
    text = "\ufeff\r\n".join(["", *GOOD.splitlines()])[3:].replace("\ufeff", "")
    assert Record.read("\ufeff" + text) == Record.read(GOOD)
    short = re.sub(r"Options.*\n|Date.*\n|Tag.*\n| \{.*\}", "", GOOD).replace(" (human)", "")
    found = Record.read(short.replace("\n\n", "\n").replace("Game", "Options: size=4\nGame"))
    assert [ply.move for ply in found.plies] == ["b2", "c3", "d4"]
    assert found.options == {"size": 4, "scoring": "stones", "last_cell": "choice"}


def test_presets() -> None:
    text = GOOD.replace("scoring=stones last_cell=choice", "preset=freeplay")
    assert Record.read(text).options == {"size": 4, "scoring": "rows", "last_cell": "auto"}


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("Livestone record 1", "Livestone record 2", 1, "begins 'Livestone record 1'"),
        ("Game: freedom", "Game: chess", 2, "no game 'chess'"),
        ("Game: freedom\n", "", None, "no 'Game:' line"),
        ("size=4", "size=99", 3, "size='99' is not allowed"),
        ("size=4", "size=4 size=4", 3, "'size' is given twice"),
        ("size=4", "speed=4", 3, "no option 'speed'"),
        ("size=4", "size", 3, "'size' is no option"),
        ("Date:", "Game: freedom\nDate:", 6, "'Game' is given twice"),
        ("Date:", "Datum:", 6, "'Datum' is not known here"),
        ("2026-01-31", "31.1.2026", 6, "is no date"),
        ("White: Ana", "Red: Ana", 4, "'Red' is not known here"),
        ("White: Ana (human)\n", "", None, "no 'White:' line"),
        ("Ana (human)", "", 4, "White has no name"),
        ("Tag event", "Viewer: Green\nTag event", 7, "'Green' is no player"),
        ("Tag event", "Viewer: White\nTag event", 7, "no secrets left out"),
        ("Tag event", "Opening: junk\nTag event", 7, "'junk' is no position"),
        ("1. b2", "1. z9", 9, "ply 1: 'z9' is not a move"),
        ("2. c3", "2. b2", 10, "ply 2: b2 is occupied"),
        ("2. c3", "3. c3", 10, "in turn 3 but belongs to turn 2"),
        ("2. c3", "0. c3", 10, "numbered from 1"),
        ("2. c3", "2. c3 d4", 10, "in turn 2 but belongs to turn 3"),
        ("2. c3", "2.", 10, "turn 2 has no move"),
        ("2. c3", "2. {hm} c3", 10, "must follow a move"),
        ("2. c3", "2. c3 {never closed", 10, "is no move, and no comment"),
        ("2. c3", "2. c3 {seconds: soon}", 10, "'soon' is no number"),
        ("2. c3", "2. c3 {seconds: -1}", None, ">= 0"),
        ("2. c3", "2. c3 {left: 1} {left: 2}", 10, "two comments for 'left'"),
        ("2. c3", "2. c3 {}", 10, "empty"),
        ("2. c3", r"2. c3 {\q}", 10, r"'\\q' in a comment"),
        ("2. c3", "c3", 10, "neither 'Name: value' nor a numbered turn"),
        ("2. c3", "2. c3\x00", 10, r"U\+0000"),
        ("2. c3", "Tag late: x\n2. c3", 10, "must stand above the first turn"),
        ("Result: White wins", "Result: Green wins", 13, "'Green' is no player"),
        ("Result: White wins", "Result: White win", 13, "should read 'White wins'"),
        ("Result: White wins", "Result: Black wins", 15, "a winner"),
        ("Result: White wins", "Result: running", 14, "neither scores nor a reason"),
        ("Result: White wins\n", "", None, "no 'Result:' line"),
        ("Scores: 0 0\n", "", 13, "needs a 'Scores:' line"),
        ("Scores: 0 0", "Scores: 4 0", 13, "scores are 0 0"),
        ("resigned by Black", "finished", 13, "not over after ply 3"),
        ("resigned by Black", "bored by Black", 15, "'bored' is no reason"),
        ("resigned by Black", "resigned", 15, "by whom"),
        ("resigned by Black", "resigned by Green", 15, "'Green' is no player"),
        ("Reason:", "4. a1\nReason:", 15, "cannot follow the result"),
        ("End\n", "", 15, "cut off"),
        ("End\n", "End\nmore\n", 17, "follows the line 'End'"),
    ],
)
def test_bad_files(old: str, new: str, line: int | None, why: str) -> None:
    assert old in GOOD
    with pytest.raises(BadRecord, match=why) as error:
        Record.read(GOOD.replace(old, new))
    assert error.value.line == line


def test_a_result_against_the_moves() -> None:
    text = re.sub(r"\n1\..*\n\n", "\n" + _whole_game() + "\n", GOOD, flags=re.DOTALL)
    ending = "Result: running\n" + "End\n"
    with pytest.raises(BadRecord, match="is over after ply 16"):
        Record.read(re.sub(r"Result.*", ending, text, flags=re.DOTALL))
    with pytest.raises(BadRecord, match="the scores are"):
        Record.read(
            text.replace("Scores: 0 0", "Scores: 16 16").replace("resigned by Black", "finished")
        )


def _whole_game() -> str:
    moves = re.findall("..", "a2b1c1c2d2c3b4b3b2a3a4c4d4d3d1a1")
    return "".join(f"{turn}. {move}\n" for turn, move in enumerate(moves, 1))


def test_a_move_is_its_text_not_its_path() -> None:
    head = "Livestone record 1\nGame: shuttle\nWhite: a\nBlack: b\n"
    Record.read(f"{head}1. b1-c1\nResult: running\nEnd\n")
    with pytest.raises(BadRecord, match="ply 1"):
        Record.read(f"{head}1. b1 c1\nResult: running\nEnd\n")
