"""``livestone review`` on a short game: text, JSON, a graph, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.cli.command import Call

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Participant, Record

MOVES = "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3 a4 c4 d4 d3 d1 a1"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    state = State(load("freedom", size=4))
    for move in MOVES.split():
        state.play(move)
    file = tmp_path_factory.mktemp("review") / "game.txt"
    players = [Participant("Ana"), Participant("Bo")]
    file.write_text(Record.of(state, players).as_text(), "utf-8")
    return str(file)


def test_for_people(record: str, call: Call) -> None:
    out, err = call("review", record, "--nodes", "2000")
    assert out.startswith("Freedom: Ana - Bo, Black won 0–4\nCosts are in live stones.\n")
    assert "\n  16. Black    a1 " in out
    assert "proved: " in out
    assert "\nWhite (Ana): accuracy " in out
    assert "\nBlack (Bo): accuracy " in out
    assert "better " in out
    assert err == ""


def test_json_and_the_graph(record: str, tmp_path: Path, call: Call) -> None:
    graph = tmp_path / "graph.svg"
    found: Any = call("review", record, "--nodes", "2000", "--json", "--svg", graph).json
    assert list(found) == ["players", "game", "options", "unit", "sides", "plies", "final"]
    assert (found["players"], found["unit"]) == (["Ana", "Bo"], "live stones")
    assert (len(found["plies"]), found["final"]) == (16, [-4, 4])
    assert found["plies"][-1]["proved"]
    # What one side loses the other wins: costs lead from the first value to the end.
    proved = [ply for ply in found["plies"] if ply["proved"]]
    lost = sum((1 - 2 * ply["mover"]) * ply["cost"] for ply in proved)
    assert proved[0]["worth"][0] - lost == found["final"][0]
    page = ElementTree.fromstring(graph.read_text("utf-8"))
    assert sum(node.get("class") == "curve" for node in page.iter()) == 2


@pytest.mark.usefixtures("ctrl_c_at_first")
def test_a_review_tells_how_much_it_has_judged(record: str, tmp_path: Path, call: Call) -> None:
    graph = tmp_path / "graph.svg"
    out = call("review", record, "--nodes", "500", "--svg", graph, code=130).out
    assert "\nStopped: this rests on the last 1 of 16 plies.\n" in out
    # The last move was forced, so no choice could be judged.
    assert "accuracy" not in out
    assert out.count("no choice judged") == 2
    assert "the last 1 of 16 plies" in graph.read_text("utf-8")
    found = call("review", record, "--nodes", "500", "--json", code=130).json
    assert found["interrupted"] == {"done": 1, "of": 16}
    assert [side["accuracy"] for side in found["sides"]] == [None, None]
