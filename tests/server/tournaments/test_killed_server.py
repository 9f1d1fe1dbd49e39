"""A class plays a Swiss tournament while its server is killed and started again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.server.classroom import ClassServer, Pupils
from tests.server.site import until

SLOW = pytest.mark.slow
TERMS = {"options": {"size": 4}, "move": 60, "game": 600}


@pytest.mark.parametrize(
    ("players", "rounds", "kills"),
    [(8, 3, 1), pytest.param(40, 6, 2, marks=SLOW), pytest.param(7, 4, 2, marks=SLOW)],
)
def test_no_game_is_lost_or_counted_twice(
    tmp_path: Path, players: int, rounds: int, kills: int
) -> None:
    names = [f"pupil {number}" for number in range(1, players + 1)]
    with ClassServer(tmp_path, names) as server, Pupils(names, server.port) as pupils:
        with server.operator() as operator:
            ladder = operator.get("/api/freeplay").json()["ladder"]
            paused = operator.post(f"/api/tournaments/{ladder}/status", json={"status": "paused"})
            assert paused.status_code == 200
            until(lambda: len(operator.get("/api/freeplay").json()["players"]) == players)
            until(lambda: not operator.get("/api/freeplay").json()["games"])
            order = {"name": "Class", "kind": "swiss", "rounds": rounds, "grace": 3600, **TERMS}
            answer = operator.post("/api/tournaments", json=order)
            assert answer.status_code == 201, answer.text
            id = answer.json()["id"]
        count = f"SELECT count(*) FROM results WHERE tournament_id = '{id}'"
        meetings = players // 2
        total = rounds * meetings * 2
        for kill in range(1, kills + 1):
            # In the middle of a round, whenever that is.
            until(lambda kill=kill: server.ask(count)[0][0] > total * kill // 4)
            server.kill()
            assert server.ask(count)[0][0] < total, "too late: the tournament is over"
            server.start()
        status = f"SELECT status FROM tournaments WHERE id = '{id}'"
        until(lambda: server.ask(status) == [("finished",)])
        check(server, pupils, id, rounds, meetings, kills)


def check(
    server: ClassServer, pupils: Pupils, id: str, rounds: int, meetings: int, kills: int
) -> None:
    """Compare what was planned, what is kept, and what the pupils were told."""
    keys = server.ask(f"SELECT round, meeting, game FROM results WHERE tournament_id = '{id}'")
    planned = {
        (round, meeting, game)
        for round in range(1, rounds + 1)
        for meeting in range(1, meetings + 1)
        for game in (1, 2)
    }
    assert len(keys) == len(set(keys)) == len(planned)
    assert set(keys) == planned
    # Every result is of one game that was played to its end, and no game is kept without one.
    reasons = server.ask(f"SELECT DISTINCT reason FROM results WHERE tournament_id = '{id}'")
    assert reasons == [("finished",)]
    assert server.ask(
        "SELECT count(*) FROM games WHERE id NOT IN (SELECT game_id FROM results)"
    ) == [(0,)]
    assert server.ask("SELECT count(DISTINCT game_id) FROM results") == server.ask(
        "SELECT count(*) FROM games"
    )
    kept: Counter[str] = Counter()
    with server.operator() as operator:
        found = operator.get(f"/api/tournaments/{id}").json()
        for result in found["results"]:
            kept.update(result["players"])
        points = sum(standing["points"] for standing in found["standings"])
        byes = sum(standing["byes"] for standing in found["standings"])
        assert points == len(planned) + 2 * byes
        for result in found["results"][:3]:
            game = operator.get(f"/api/freeplay/games/{result['record']}").json()
            assert game["players"] == result["players"]
            text = operator.get(f"/api/freeplay/games/{result['record']}/record.txt").text
            assert text.startswith("Livestone record 1")
    for pupil in pupils.all:
        assert pupil.logins >= 1 + kills
        told = sum(title.startswith("Class, round ") for title in pupil.told)
        # What a pupil was told is kept; a kill may come between the keeping and the telling.
        assert kept[pupil.name] - kills <= told <= kept[pupil.name]
