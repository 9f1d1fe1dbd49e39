"""Who sits where: what is understood and what is not."""

from __future__ import annotations

import pytest

from livestone.errors import BadRequest
from livestone.games import load
from livestone.server.tables.seats import seat_rows


def test_names() -> None:
    three = load("twins", players=3)
    rows = seat_rows(three, ("person", "bot:10", "me"), "v")
    assert [(row.seat, row.kind, row.person, row.level, row.name) for row in rows] == [
        (0, "person", "v", None, "Player 1"),
        (1, "bot", None, 10, "Bot, level 10"),
        (2, "person", "v", None, "Player 2"),
    ]
    assert seat_rows(load("freedom"), ("bot:1", "me"), "v")[1].name == "Guest"


@pytest.mark.parametrize(
    "seat",
    ["", "ME", " me", "bot", "bot:", "bot:-1", "bot:0", "bot:11", "bot:1.0", "bot:٣", "open"],
)
def test_nobody_to_play_with(seat: str) -> None:
    with pytest.raises(BadRequest, match="nobody to play with"):
        seat_rows(load("freedom"), ("me", seat), "v")
