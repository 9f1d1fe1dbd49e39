"""What the operator does: tournaments, pauses, settings, and sending a player away."""

from __future__ import annotations

import httpx
from tests.server.classroom import ClassServer, Pupils, telling_fault
from tests.server.site import register, until

from livestone.records.record import Record


def test_the_operator_runs_a_tournament(pupils: Pupils, operator: httpx.Client) -> None:
    asked = {"name": "Spring <cup>", "rounds": 2, "grace": 60.0, "move": 5.0, "game": 60.0}
    asked |= {"options": {"size": 4, "scoring": "stones"}}
    until(lambda: len(operator.get("/api/freeplay").json()["players"]) == 3)
    for wrong, words in (
        ({"options": {"size": 99}}, "option size='99' is not allowed"),
        ({"rounds": -1}, "-1"),
        ({"grace": -1}, "-1 seconds to wait"),
        ({"game": 1}, "1 seconds for a game are less than the 5 for a move"),
    ):
        answer = operator.post("/api/tournaments", json=asked | wrong)
        assert answer.status_code == 400
        assert words in answer.json()["message"]
    answer = operator.post("/api/tournaments", json=asked)
    assert answer.status_code == 201
    at = f"/api/tournaments/{answer.json()['id']}"
    answer = operator.post("/api/tournaments", json=asked)
    if answer.status_code == 409:  # unless it is over already
        assert "goes on: stop it before you start another" in answer.json()["message"]
    until(lambda: operator.get(at).json()["status"] == "finished")
    found = operator.get(at).json()
    score = operator.get(f"{at}/scoreboard").json()
    assert score["said"].startswith("It is over")
    assert score["rules"].startswith("4 by 4, each live stone counts once")
    assert score["standings"] == found["standings"]
    assert len(found["results"]) == score["played"] == 4
    text = operator.get(f"{at}/results.txt").text
    assert text.startswith("Swiss tournament of Freedom.")
    listed = operator.get("/api/tournaments").json()["tournaments"]
    assert [one["players"] for one in listed if one["id"] == found["id"]] == [3]
    paused = operator.post(f"{at}/status", json={"status": "paused"})
    assert paused.status_code == 404  # it is over
    assert operator.get("/api/tournaments/nothing/scoreboard").status_code == 404


def test_pausing_and_settings(pupils: Pupils, operator: httpx.Client) -> None:
    ladder = f"/api/tournaments/{operator.get('/api/freeplay').json()['ladder']}"
    operator.post(f"{ladder}/status", json={"status": "paused"})
    assert operator.get(f"{ladder}/scoreboard").json()["status"] == "paused"
    until(lambda: not operator.get("/api/freeplay").json()["games"])
    rules = {"options": {"size": 5}, "move": 2.5, "game": 60, "grace": 0}
    assert operator.post(f"{ladder}/settings", json=rules).status_code == 200
    score = operator.get(f"{ladder}/scoreboard").json()
    assert score["rules"] == "5 by 5, four points for each live row; 2.5 s a move, 60 s a game"
    assert score["settings"]["options"]["size"] == "5"
    for pupil in pupils.all:
        pupil.seconds = 0.5
    operator.post(f"{ladder}/status", json={"status": "running"})
    game = until(lambda: operator.get("/api/freeplay").json()["games"])[0]
    assert game["options"]["size"] == 5
    # A player is disconnected, comes back, and has lost the game.
    name = game["players"][0]
    (sent,) = [pupil for pupil in pupils.all if pupil.name == name]
    before = sent.logins
    operator.post("/api/freeplay/send-away", json={"name": name})
    until(lambda: sent.logins > before)
    assert operator.post("/api/freeplay/send-away", json={"name": "nobody"}).status_code == 404
    lost = until(
        lambda: [one for one in operator.get("/api/freeplay").json()["results"] if one["words"]]
    )
    for pupil in pupils.all:
        pupil.seconds = 0.01
    assert lost[0]["reason"] == "abandoned"
    at = f"/api/freeplay/games/{lost[0]['record']}"
    assert operator.get(f"{at}/table").json()["result"] == f"{name} lost: it was sent away"
    record = Record.read(operator.get(f"{at}/record.txt").text)
    assert record.tags == {"fault": "it was sent away"}


def test_a_fault_is_for_its_owner_and_the_operator(
    server: ClassServer, operator: httpx.Client, anybody: httpx.Client
) -> None:
    at = "/api/freeplay/faults"
    with server.visitor() as owner:
        register(owner, "Eve")
        token = owner.post("/api/account/freeplay-token", json={}).json()["token"]
        with telling_fault(server.port, "Eve", token.encode(), "line 4"):
            (told,) = until(lambda: owner.get(at).json())
        assert (told["player"], told["text"]) == ("Eve", "line 4")
        assert told in operator.get(at).json()
        assert anybody.get(at).json() == []
