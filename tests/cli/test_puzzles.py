"""``livestone puzzles``: lists, proves again, finds, goes on, and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.puzzles.puzzle import read_file

SMALL = ["puzzles", "kasteel_1", "--jobs", "1"]


def found(out: Path, count: int) -> int:
    return run([*SMALL, "--count", str(count), "--out", str(out)])


def test_the_shipped_ones_are_listed(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["puzzles", "freedom", "--json"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    puzzle = json.loads(lines[0])
    wanted = {"game", "options", "text", "best", "result", "theme", "rating"}
    assert wanted <= puzzle.keys()
    assert puzzle["game"] == "freedom"
    assert run(["puzzles", "freedom"]) == 0
    readable = capfdbinary.readouterr().out.decode()
    assert f"1. {puzzle['theme']}, rated {puzzle['rating']}" in readable
    assert readable.count("rated") == len(lines)


def test_new_ones_are_found_and_a_file_is_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "some.jsonl"
    assert found(out, 1) == 0
    assert capsys.readouterr().out.startswith("Kasteel I: 1 puzzles, 1 of them new; ")
    first = out.read_text("utf-8")
    out.write_text(first + '{"game": "kast', "utf-8")  # as a kill may leave it
    assert found(out, 2) == 0
    assert out.read_text("utf-8").startswith(first)
    one, two = read_file(out)
    assert one.seed < two.seed
    assert run(["puzzles", "kasteel_1", "--check", "--out", str(out)]) == 0
    assert capsys.readouterr().out.endswith("2 puzzles, all proved\n")


def test_a_puzzle_whose_proof_fails_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "wrong.jsonl"
    assert found(out, 1) == 0
    (puzzle,) = read_file(out)
    wrong = next(move for move in puzzle.state().legal_texts if move not in puzzle.best)
    damaged = {**puzzle.as_json(), "best": [wrong]}
    out.write_text(json.dumps(damaged) + "\n", "utf-8")
    assert run(["puzzles", "kasteel_1", "--check", "--out", str(out)]) == 2
    assert "is not proved: " in capsys.readouterr().err


def test_levels_far_apart_find_puzzles_too(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    assert (
        run([*SMALL, "--count", "1", "--levels", "1,4", "--nodes", "5000", "--out", str(out)]) == 0
    )
    assert run(["puzzles", "kasteel_1", "--check", "--out", str(out)]) == 0


@pytest.mark.usefixtures("ctrl_c_at_first")
def test_ctrl_c_keeps_what_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "some.jsonl"
    assert found(out, 500) == 130
    assert capsys.readouterr().out.startswith("Kasteel I: 0 puzzles, 0 of them new; ")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["chess"], "there is no game 'chess'"),
        (["twins"], "Twins has no puzzles here"),
        (["freedom", "--option", "size=5"], "Freedom has no puzzles here"),
        (["freedom", "--option", "size=99"], "size"),
        (["freedom", "--count", "0"], "--count 0 makes no sense"),
        (["freedom", "--count", "1", "--check"], "choose one"),
        (["freedom", "--count", "1", "--out", "some.txt"], "is no file of puzzles"),
        (["freedom", "--count", "1", "--levels", "2,11"], "--levels '2,11': '11' is none"),
        (["freedom", "--count", "1", "--nodes", "0"], "--nodes 0 makes no sense"),
    ],
)
def test_what_cannot_be_done_is_refused(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["puzzles", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_a_file_of_another_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "some.jsonl"
    assert found(out, 1) == 0
    assert run(["puzzles", "freedom", "--count", "1", "--out", str(out)]) == 2
    assert "has puzzles of kasteel_1, not freedom" in capsys.readouterr().err
    out.write_text("{}\n", "utf-8")
    assert found(out, 1) == 2
    assert "line 1: '{}' is no puzzle" in capsys.readouterr().err
    assert run(["puzzles", "kasteel_1", "--out", str(out)]) == 2
    assert "some.jsonl, line 1" in capsys.readouterr().err
