"""The page of a record that the server was started with."""

from __future__ import annotations

from pathlib import Path

from tests.server.site import Site

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Note, Participant, Record


def test_a_record_is_shown_ply_by_ply(tmp_path: Path) -> None:
    state = State(load("freedom", size=4))
    for move in ("b2", "c3"):
        state.play(move)
    players = [Participant("my_player", "bot"), Participant("greedy", "bot")]
    record = Record.of(state, players, notes=[Note(comment="Cost about 4 points.")])
    with Site(tmp_path, replay=record) as site, site.newcomer() as client:
        page = client.get("/replay?ply=1").text
        assert "my_player" in page
        assert "greedy" in page
        assert "Move 1 of 2: b2. Cost about 4 points." in page
        assert "Move 2 of 2: c3." in client.get("/replay").text
        assert client.get("/replay?ply=3").status_code == 400
