"""What a report says of itself."""

from __future__ import annotations

import json

import pytest

from livestone.games import load
from livestone.search.report import Limits, Line, Report, never


def test_the_best_line_is_the_first() -> None:
    lines = (Line(3, (0.75, 0.25), 9, (3, 4)), Line(5, (0.5, 0.5), 2, (5,)))
    report = Report(lines, nodes=11, seconds=0.5)
    assert report.best is lines[0]
    assert report.move == 3
    assert report.speed == 22


def test_a_report_of_no_time_has_no_speed() -> None:
    assert Report((Line(0, (0.5, 0.5), 0, (0,)),), 0, 0.0).speed == 0


def test_a_report_as_json_speaks_in_move_texts() -> None:
    game = load("freedom", size=4)
    line = Line(0, (1 / 3, 2 / 3), 7, (0, 15), proved=True, points=(4.0, 2.26))
    report = Report((line, Line(1, (0.5, 0.5), 0, (1,))), 7, 0.12345, depth=2, final=True)
    found = json.loads(json.dumps(report.as_json(game)))
    assert found == {
        "nodes": 7,
        "seconds": 0.123,
        "depth": 2,
        "final": True,
        "lines": [
            {
                "move": "a1",
                "value": [0.3333, 0.6667],
                "visits": 7,
                "pv": ["a1", "d4"],
                "proved": True,
                "points": [4, 2.3],
            },
            {
                "move": "b1",
                "value": [0.5, 0.5],
                "visits": 0,
                "pv": ["b1"],
                "proved": False,
                "points": None,
            },
        ],
    }


def test_a_report_cannot_be_changed() -> None:
    report = Report((Line(0, (0.5, 0.5), 0, (0,)),), 0, 0.0)
    with pytest.raises(AttributeError):
        report.nodes = 1  # type: ignore[misc]


def test_without_limits_a_search_has_none() -> None:
    assert Limits() == Limits(seconds=None, nodes=None)
    assert never() is False
