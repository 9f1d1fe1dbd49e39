"""The fixed contract of ``livestone position``, byte for byte where it says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from livestone.cli.main import run

GOLDEN = (
    '{"game":"freedom","options":{"size":4,"scoring":"stones","last_cell":"choice"},"ply":2,'
    '"mover":0,"players":["White","Black"],"legal":["b2","b3","c1","c3","d1","d2","d3"],'
    '"over":false,"scores":[0,0],"winners":null,"cells":{"b1":"white","c2":"black"},'
    '"tally":[],"text":"4/4/2b1/1w2 w last=c2 turn=2"}\n'
)


def answer(capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> Any:
    """What ``position ... --json`` prints."""
    assert run(["position", *arguments, "--json"]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    assert out.count(b"\n") == 1
    return json.loads(out)


def test_the_contract(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    game = ["position", "freedom", "--option", "size=4", "--json"]
    assert run([*game, "--moves", "b1 c2"]) == 0
    assert capfdbinary.readouterr().out.decode() == GOLDEN
    assert run([*game, "--from", "4/4/2b1/1w2 w last=c2 turn=2"]) == 0
    assert capfdbinary.readouterr().out.decode() == GOLDEN.replace('"ply":2', '"ply":0')


def test_scores_are_whole_and_a_finished_game_has_no_mover(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    moves = "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3 a4 c4 d4 d3 d1 a1"
    assert run(["position", "freedom", "--option", "size=4", "--moves", moves, "--json"]) == 0
    out = capfdbinary.readouterr().out
    found = json.loads(out)
    assert b'"scores":[0,4]' in out
    assert (found["over"], found["mover"], found["winners"]) == (True, None, [1])
    assert (found["ply"], found["legal"]) == (16, [])


def test_a_preset(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = answer(capfdbinary, "freedom", "--option", "preset=freeplay")
    assert found["options"] == {"size": 10, "scoring": "rows", "last_cell": "auto"}


def test_legal_is_sorted_by_code_point(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    legal = answer(capfdbinary, "freedom")["legal"]
    assert legal == sorted(legal)
    assert legal[:3] == ["a1", "a10", "a2"]


def test_a_stone_placed_by_itself_is_no_ply(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    moves = "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3 a4 c4 d4 d3 d1"
    found = answer(
        capfdbinary, "freedom", "--option=size=4", "--option=last_cell=auto", "--moves", moves
    )
    assert (found["ply"], found["over"]) == (15, True)


def test_a_viewer_sees_no_secrets(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    game = ("twins", "--option", "secret=true", "--moves", "heart=a3")
    everything = answer(capfdbinary, *game)
    mine = answer(capfdbinary, *game, "--viewer", "0")
    theirs = answer(capfdbinary, *game, "--viewer", "1")
    assert "a3" in everything["text"]
    assert "a3" in mine["text"]
    assert "a3" not in json.dumps({**theirs, "legal": None})
    assert mine["legal"] == []
    assert theirs["legal"]


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["position", "freedom", "--option", "size=4", "--moves", "b1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Freedom, Black to move")
    assert "Legal moves (5): a1 a2 b2 c1 c2" in out
    assert "Position: 4/4/4/1w2 b last=b1 turn=1" in out
