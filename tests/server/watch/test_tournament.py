"""The pages of a tournament that a command plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.play.tournament.simulate import make
from tests.server.site import NO_TLS

from livestone.freeplay.arena import Arena
from livestone.freeplay.crew import Crew, Setup
from livestone.freeplay.journal import Journal
from livestone.freeplay.limits import Limits
from livestone.play.match import opening
from livestone.play.tournament import Fixture
from livestone.records.record import Participant, Record
from livestone.server.watch.server import LocalServer
from livestone.server.watch.tournament import handlers


class Played:
    """A tournament whose games a test plays."""

    def __init__(self, folder: Path) -> None:
        self.cup = make("round-robin", ["Ana", "<b>Ben", "Cem"])
        self.crew = Crew(Setup(self.cup.plan, (), Limits(), folder), 1)
        head = {"plan": self.cup.plan.as_json(), "entrants": []}
        self.journal = Journal(folder, head)
        self.arena = Arena(self.cup, self.crew, self.journal)
        self.server = LocalServer(handlers, {"arena": self.arena})

    def begin(self) -> tuple[Fixture, ...]:
        found = self.cup.next_round(self.cup.entrants)
        assert found is not None
        self.cup.begin(found)
        return self.cup.open()

    def get(self, path: str, status: int = 200) -> str:
        answer = httpx.get(self.server.url + path, timeout=60, verify=NO_TLS)
        assert answer.status_code == status, answer.text
        return answer.text


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    made = Played(tmp_path)
    with made.journal, made.server:
        yield made


def test_before_during_and_after_a_game(played: Played) -> None:
    assert "3 players have entered; nobody plays yet." in played.get("/")
    fixture, other = played.begin()
    moves = tuple(opening(played.cup.plan.make_game(), 7, 1).move_texts)
    played.crew.live[fixture.key] = moves
    page = played.get("/")
    assert page.count("<figure") == 1
    assert 'href="/games/1-1-1"' in page
    assert "&lt;b&gt;Ben" in page
    assert "move 8, Black to play" in page
    assert f">{moves[-1]}<" in played.get("/games/1-1-1")
    played.crew.live[fixture.key] = (*moves[:3], "e5")  # played anew, after a mishap
    state = opening(played.cup.plan.make_game(), 100, 2)
    record = Record.of(state, [Participant(name, "bot") for name in fixture.players])
    place = played.journal.keep("1-1-1", record.as_text())
    del played.crew.live[fixture.key]
    lost = fixture.result([0], [3, 2], reason="timeout", loser=1, words="it slept", record=place)
    played.cup.add(lost)
    page = played.get("/")
    assert "No game is being played at this moment." in page
    assert re.search(r"Ben lost: it slept|Cem lost: it slept", page)
    replay = played.get("/games/1-1-1?ply=5")
    assert "Move 5 of" in replay
    assert "Back to the tournament" in replay
    assert played.get(f"/games/1-1-{other.game}")


def test_a_game_that_is_not_there_or_was_not_played(played: Played) -> None:
    fixture, _ = played.begin()
    for name in ("1-1-9", "9-1-1", "x", "1-1", "1-1-1-1", "-1-1-1"):
        assert "There is no game" in played.get(f"/games/{name}", 404)
    played.cup.add(fixture.given_up([fixture.players[0]]))
    assert "This game was not played" in played.get("/games/1-1-1", 404)
