"""``livestone solve``: what it proves, what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.cli.solve import solvable
from livestone.games import find

FIVE = ["solve", "freedom", "--option", "size=5"]
NEAR_THE_END = "a1 b1 a2 a3 b2 c1 d1 e1 e2 d2 c2 b3 a4 a5 b5 b4 c3"


def test_a_position_for_people(call: Call) -> None:
    out = call(*FIVE, "--moves", NEAR_THE_END).out
    assert out.startswith("proved: a draw\nBest play: ")
    assert "nodes in" in out


def test_every_move_for_programs(call: Call) -> None:
    found = call(*FIVE, "--moves", NEAR_THE_END, "--every", "--json").json
    assert found["finished"]
    assert (found["least"], found["most"], found["result"]) == (0, 0, "draw")
    assert len(found["line"]) == 8
    leads = [move["least"] for move in found["moves"].values()]
    assert min(leads) == 0, "Black, who is to move, keeps the draw"


def test_moves_are_proved_side_by_side(tmp_path: Path, call: Call) -> None:
    """The same is proved as in one process, and kept."""
    kept = tmp_path / "kept.jsonl"
    asked = [*FIVE, "--moves", NEAR_THE_END, "--every", "--json"]
    alone = call(*asked).json
    beside = call(*asked, "--jobs", "2", "--checkpoint", kept).json
    assert len(beside.pop("line")) == len(alone.pop("line"))
    assert {**beside, "nodes": 0, "seconds": 0} == {**alone, "nodes": 0, "seconds": 0}
    again = call(*asked, "--jobs", "2", "--checkpoint", kept).json
    assert again["nodes"] < beside["nodes"]
    told = call(*FIVE, "--jobs", "2", code=2).err
    assert "--jobs and --ray prove moves side by side: ask for --every too" in told


def test_who_wins(call: Call) -> None:
    assert call(*FIVE, "--moves", NEAR_THE_END, "--winner", "--json").json["result"] == "draw"


def test_it_goes_on_from_a_checkpoint_and_writes_a_proof(tmp_path: Path, call: Call) -> None:
    kept, proof = tmp_path / "kept.jsonl", tmp_path / "proof.json"
    asked = [*FIVE, "--moves", NEAR_THE_END, "--json", "--checkpoint", str(kept)]
    assert not call(*asked, "--seconds", "0.000001").json["finished"]
    first = call(*asked, "--proof", proof, "--plies", "2").json
    assert first["finished"]
    assert json.loads(proof.read_text())["lead"] == 0
    size = kept.stat().st_size
    again = call(*asked).json
    assert {**again, "nodes": 0, "seconds": 0} == {**first, "nodes": 0, "seconds": 0}
    assert kept.stat().st_size == size, "there was nothing to add"


@pytest.mark.usefixtures("ctrl_c_at_first")
def test_ctrl_c_ends_with_what_is_known(tmp_path: Path, call: Call) -> None:
    kept = tmp_path / "kept.jsonl"
    out, err = call("solve freedom --option size=6 --checkpoint", kept, code=130)
    assert out.startswith("open: White leads by -")
    assert (
        f"Not finished: it was stopped.\nThe same command goes on from what is proved in '{kept}'."
        in out
    )
    assert err == ""


def test_it_says_which_games_it_solves(call: Call) -> None:
    shipped = [id_ for id_ in solvable() if find(id_).__module__.startswith("livestone.games.")]
    assert "freedom" in shipped
    page = call("help solve").out
    assert all(find(id_).title in page for id_ in shipped)
    for game in ("straat", "haalmaa_1", "line_sauce"):
        err = call("solve", game, code=2).err
        assert f"{find(game).title} cannot be solved: " in err
        assert f"It works for {', '.join(solvable())}" in err
