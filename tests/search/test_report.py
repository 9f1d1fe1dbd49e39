"""What a report says of itself."""

from __future__ import annotations

import json

from livestone.games import load
from livestone.search.report import Line, Report


def test_the_best_line_is_the_first() -> None:
    lines = (Line(3, (0.75, 0.25), 9, (3, 4)), Line(5, (0.5, 0.5), 2, (5,)))
    report = Report(lines, nodes=11, seconds=0.5)
    assert report.best is lines[0]
    assert report.move == 3
    assert report.speed == 22
    assert Report(lines, nodes=0, seconds=0.0).speed == 0


def test_a_report_as_json_speaks_in_move_texts() -> None:
    game = load("freedom", size=4)
    line = Line(0, (1 / 3, 2 / 3), 7, (0, 15), proved=True, points=(4.0, 2.26))
    report = Report((line, Line(1, (0.5, 0.5), 0, (1,))), 7, 0.12345, depth=2, final=True)
    found = json.loads(json.dumps(report.as_json(game)))
    first, second = found.pop("lines")
    assert found == {"nodes": 7, "seconds": 0.123, "depth": 2, "final": True}
    assert first == {
        "move": "a1",
        "value": [0.3333, 0.6667],
        "visits": 7,
        "pv": ["a1", "d4"],
        "proved": True,
        "points": [4, 2.3],
    }
    assert (second["move"], second["proved"], second["points"]) == ("b1", False, None)
