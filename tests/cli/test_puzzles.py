"""``livestone puzzles``: lists, proves again, finds, goes on, and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.puzzles.puzzle import read_file

FIND = "puzzles kasteel_1 --jobs 1 --out some.jsonl --count"


def test_the_shipped_ones_are_listed(call: Call) -> None:
    lines = call("puzzles freedom --json").out.splitlines()
    puzzle = json.loads(lines[0])
    wanted = {"game", "options", "text", "best", "result", "theme", "rating"}
    assert wanted <= puzzle.keys()
    assert puzzle["game"] == "freedom"
    readable = call("puzzles freedom").out
    assert f"1. {puzzle['theme']}, rated {puzzle['rating']}" in readable
    assert readable.count("rated") == len(lines)


def test_new_ones_are_found_and_a_file_is_gone_on_with(here: Path, call: Call) -> None:
    file = here / "some.jsonl"
    assert call(f"{FIND} 1").out.startswith("Kasteel I: 1 puzzles, 1 of them new; ")
    first = file.read_text("utf-8")
    file.write_text(first + '{"game": "kast', "utf-8")  # as a kill may leave it
    call(f"{FIND} 2")
    assert file.read_text("utf-8").startswith(first)
    one, two = read_file(file)
    assert one.seed < two.seed
    checked = call("puzzles kasteel_1 --check --out some.jsonl").out
    assert checked.endswith("2 puzzles, all proved\n")
    kept = "puzzles kasteel_1 --check --out some.jsonl --jobs 2 --keep kept"
    assert call(kept).out.endswith("2 puzzles, all proved\n")
    again = call(kept)
    assert again.err == "Going on in kept after 2 proofs.\n"
    assert again.out.endswith("2 puzzles, all proved\n")
    # One whose proof fails is named.
    wrong = next(move for move in one.state().legal_texts if move not in one.best)
    file.write_text(json.dumps({**one.as_json(), "best": [wrong]}) + "\n", "utf-8")
    assert "is not proved: " in call("puzzles kasteel_1 --check --out some.jsonl", code=2).err
    told = call(kept, code=2).err
    assert "holds the results of another job" in told
    # So is a file of another game.
    told = call("puzzles freedom --count 1 --out some.jsonl", code=2).err
    assert "has puzzles of kasteel_1, not freedom" in told


@pytest.mark.usefixtures("here")
def test_levels_far_apart_find_puzzles_too(call: Call) -> None:
    call(f"{FIND} 1 --levels 1,4 --nodes 5000")
    call("puzzles kasteel_1 --check --out some.jsonl")


@pytest.mark.usefixtures("ctrl_c_at_first")
def test_ctrl_c_keeps_what_is_found(call: Call) -> None:
    assert call(f"{FIND} 500", code=130).out.startswith("Kasteel I: 0 puzzles, 0 of them new; ")


def test_a_file_without_puzzles_is_refused(here: Path, call: Call) -> None:
    (here / "some.jsonl").write_text("{}\n", "utf-8")
    assert "line 1: '{}' is no puzzle" in call(f"{FIND} 1", code=2).err
    assert "some.jsonl, line 1" in call("puzzles kasteel_1 --out some.jsonl", code=2).err
