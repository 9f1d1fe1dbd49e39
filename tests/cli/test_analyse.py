"""``livestone analyse``: lines, JSON, a picture, Ctrl-C, and what is refused."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import tests.games  # noqa: F401  (registers its games)
from tests.cli.command import Call

from livestone.cli import thinking

GAME = "analyse freedom --option size=4 --moves 'a2 b1 c1 c2 d2 c3 b4'"


def test_for_people(call: Call) -> None:
    out, err = call(f"{GAME} --nodes 30000")
    assert "Freedom, Black to move: 1w2/2b1/w1bw/1bw1 b last=b4 turn=7" in out
    assert "  1. White +0.0, won 0%, drawn 100%, lost 0%, proved: " in out
    assert "  3. " in out
    assert "Will be live, by quick games: " in out
    assert err == ""


def test_a_stream_of_json(call: Call) -> None:
    lines = [
        json.loads(line) for line in call(f"{GAME} --nodes 200 --lines 2 --json").out.splitlines()
    ]
    assert [line["final"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert len(lines[-1]["lines"]) == 2
    assert lines[-1]["survival"]
    assert all(line["survival"] is None for line in lines[:-1])


def test_a_picture(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "board.svg"
    call(f"{GAME} --nodes 5000 --svg", out)
    page = ElementTree.fromstring(out.read_text("utf-8"))
    (hints,) = (node for node in page.iter() if node.get("class") == "hints")
    texts = [node.text or "" for node in hints]
    assert {"#1", "#2", "#3"} <= set(texts)
    assert sum(text.isdigit() for text in texts) == 7


@pytest.mark.usefixtures("ctrl_c_at_first")
def test_ctrl_c_ends_with_the_last_report(call: Call) -> None:
    before = signal.getsignal(signal.SIGINT)
    game = ["analyse", "freedom", "--option", "size=5", "--seconds", "0", "--lines", "2"]
    out, err = call(*game, code=130)
    assert "  2. White " in out
    assert err == ""
    assert signal.getsignal(signal.SIGINT) is before


def test_before_there_is_anything_ctrl_c_ends_at_once() -> None:
    stop = thinking.Stop()
    with pytest.raises(KeyboardInterrupt):
        stop.press()
    stop.ready = True
    stop.press()
    assert stop()
    with pytest.raises(KeyboardInterrupt):
        stop.press()


def test_secrets_are_seen_by_the_player_to_move(call: Call) -> None:
    options = ["players=3", "side=2", "secret=true"]
    game = ["analyse", "twins", *(word for option in options for word in ("--option", option))]
    asked = [*game, "--moves", "heart=a2", "--nodes", "40", "--json"]
    found: Any = json.loads(call(*asked, "--viewer", "1").out.splitlines()[-1])
    assert "a2" not in found["text"]
    assert len(found["lines"][0]["value"]) == 3
    assert "viewer 0 is not to move" in call(*asked, "--viewer", "0", code=2).err
