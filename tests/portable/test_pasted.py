"""Records as people paste them: read by Python and JavaScript alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.portable.javascript import JS, run_node

from livestone.core.game import Game
from livestone.errors import BadRecord
from livestone.games import load
from livestone.portable.compile import Compiled
from livestone.records import pasted
from livestone.records.record import Record

GAME = load("freedom", size=6)
RECORD = """Livestone record 1
Game: freedom
Options: size=6
White: A
Black: B

1. c3
2. c4

Result: running
End
"""
# What is pasted, the moves in it, and what is said of it.
READ: dict[str, tuple[str, list[str]]] = {
    "1. c3 c4 2. d4 d5 *": ("c3 c4 d4 d5", ["left out: the result '*'"]),
    "1.C3! c4?? {why not}\n2. d4 (2. b4) $6 ; quiet\n": (
        "c3 c4 d4",
        ["left out: 2 comments, 1 variation, 3 signs", "'C3' was read as 'c3'"],
    ),
    '> [Event "A"]\n> White: Me\n>\n> c3 c4 1-0': (
        "c3 c4",
        ["left out: 2 lines, the result '1-0'"],
    ),
    "```\n1... c3\r\n2... {a\nb} c4\n```": ("c3 c4", ["left out: 1 comment"]),
    f"look:\n\n```\n{RECORD}```\nnice!": (
        "c3 c4",
        ["left out, being no part of the record: 2 lines"],
    ),
    "".join(f"> {line}\n" for line in RECORD.splitlines()): ("c3 c4", []),
}
REFUSED = {
    "1. c3 2. c9": "line 1: move 2, 'c9'",
    "c3 c3": "line 1: move 2, 'c3'",
    "{only words} *": "there are no moves in it",
    RECORD.replace("End\n", "and so on"): "neither 'Name: value' nor a numbered turn",
    RECORD.replace("End\n", ""): "the record is cut off",
    "c3\x07": "line 1: ",
}


def test_what_is_pasted_is_read_and_what_is_left_out_is_said() -> None:
    for text, (moves, remarks) in READ.items():
        record, said = pasted.read(text, GAME)
        assert [ply.move for ply in record.plies] == moves.split(), text
        assert list(said) == remarks
    for text, why in REFUSED.items():
        with pytest.raises(BadRecord, match=why.replace(".", "\\.")):
            pasted.read(text, GAME)


def test_javascript_reads_the_same(compiled: Callable[[Game], Compiled]) -> None:
    texts = [*READ, *REFUSED]
    answers = run_node([str(JS / "test" / "pasted.mjs"), str(compiled(GAME).manifest)], *texts)
    for text, answer in zip(texts, answers, strict=True):
        try:
            found = pasted.record_in(text)
            if found is None:
                record, said = pasted.read_moves(text, GAME)
            else:
                record, said = Record.read(found[0]), found[1]
            expected = {"record": record.as_text(), "remarks": list(said)}
        except BadRecord as error:
            expected = {"error": str(error)}
        assert answer == expected, text
