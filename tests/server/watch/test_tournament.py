"""What the app is told of a tournament that a command plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.play.tournament.simulate import make
from tests.server.site import NO_TLS

from livestone.freeplay.arena import Arena
from livestone.freeplay.journal import Journal
from livestone.play.match import opening
from livestone.play.tournament import Fixture
from livestone.records.record import Note, Participant, Record
from livestone.server.watch.server import LocalServer
from livestone.server.watch.tournament import handlers


class Played:
    """A tournament whose games a test plays."""

    def __init__(self, folder: Path) -> None:
        self.cup = make("round-robin", ["Ana", "<b>Ben", "Cem"])
        head = {"plan": self.cup.plan.as_json(), "entrants": []}
        self.journal = Journal(folder, head)
        self.arena = Arena(self.cup, self.journal)
        self.server = LocalServer(handlers, {"arena": self.arena})

    def begin(self) -> tuple[Fixture, ...]:
        found = self.cup.next_round(self.cup.entrants)
        assert found is not None
        self.cup.begin(found)
        return self.cup.open()

    def get(self, path: str, status: int = 200) -> Any:
        answer = httpx.get(self.server.url + path, timeout=PATIENCE, verify=NO_TLS)
        assert answer.status_code == status, answer.text
        return answer.json()

    def score(self) -> Any:
        return self.get("/api/tournaments/here/scoreboard")

    def game(self, name: str, status: int = 200) -> Any:
        return self.get(f"/api/freeplay/games/{name}/table", status)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    made = Played(tmp_path)
    with made.journal, made.server:
        yield made


def test_before_during_and_after_a_game(played: Played) -> None:
    answer = httpx.get(played.server.url, verify=NO_TLS, follow_redirects=True)
    assert answer.url.path == "/tournaments/here"
    assert 'data-more="watch"' in answer.text
    assert played.score()["said"] == "3 players have entered; nobody plays yet."
    fixture, other = played.begin()
    moves = tuple(opening(played.cup.plan.make_game(), 7, 1).move_texts)
    played.arena.live[fixture.key] = moves
    (board,) = played.score()["boards"]
    assert board["players"] == list(fixture.players)
    assert (board["id"], board["ply"], board["mover"]) == ("1-1-1", 7, 1)
    table = played.game("1-1-1")
    assert table["turns"][-1]["plies"][0]["text"] == moves[-1]
    assert (table["status"], table["tournament"]) == ("running", "here")
    again = opening(played.cup.plan.make_game(), 4, 2)  # played anew, after a mishap
    played.arena.live[fixture.key] = tuple(again.move_texts)
    assert played.score()["boards"][0]["ply"] == 4
    state = opening(played.cup.plan.make_game(), 100, 2)
    record = Record.of(
        state, [Participant(name, "bot") for name in fixture.players], notes=[Note(engine="hm")]
    )
    place = played.journal.keep("1-1-1", record.as_text())
    del played.arena.live[fixture.key]
    lost = fixture.result([0], [3, 2], reason="timeout", loser=1, words="it slept", record=place)
    played.cup.add(lost)
    score = played.score()
    assert score["boards"] == []
    (result,) = score["results"]
    assert result["note"] == f"{fixture.players[1]} lost: it slept"
    assert result["game"] == "1-1-1"
    table = played.game("1-1-1")
    assert table["result"] == result["note"]
    assert [ply["note"] for turn in table["turns"][:2] for ply in turn["plies"]] == ["hm", ""]
    assert played.game(f"1-1-{other.game}")["ply"] == 0


def test_a_game_that_is_not_there_or_was_not_played(played: Played) -> None:
    fixture, _ = played.begin()
    for name in ("1-1-9", "9-1-1", "x", "1-1", "1-1-1-1", "-1-1-1"):
        assert "there is no game" in played.game(name, 404)["message"]
    played.cup.add(fixture.given_up([fixture.players[0]]))
    assert "this game was not played" in played.game("1-1-1", 404)["message"]
