from __future__ import annotations

import pytest
from tests.cli.command import Call

from livestone.play.bench import Benchmark

FOUND = Benchmark("freedom", 250_000.4, 25e6, 180_000.0, 250_000.0, None, 3.456, 0.7)


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command without the minute of measuring, which has tests of its own."""
    monkeypatch.setattr("livestone.play.bench.measure", lambda game, seconds, progress: FOUND)


def test_for_people(call: Call) -> None:
    out = call("bench freedom --option size=8").out
    assert "Freedom (size 8, " in out
    assert "     250,000  complete random games a second" in out
    assert "           -  solver nodes a second" in out


def test_options_are_told_as_they_are_typed(call: Call) -> None:
    assert "adjacent_only true" in call("bench brainline --option adjacent_only=true").out


def test_json(call: Call) -> None:
    found = call("bench --json").json
    assert (found["game"], found["random_games"], found["nodes"]) == ("freedom", 250_000, None)
    assert found["options"]["size"] == 10
