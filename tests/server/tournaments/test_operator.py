"""What the operator does: tournaments, pauses, settings, and sending a player away."""

from __future__ import annotations

import httpx
from tests.server.classroom import Pupils
from tests.server.site import said, until

from livestone.records.record import Record


def test_the_operator_runs_a_tournament(pupils: Pupils, operator: httpx.Client) -> None:
    form = {"name": "Spring <cup>", "kind": "swiss", "rounds": "2", "games": "2", "size": "4"}
    form |= {"scoring": "stones", "move": "5", "game": "60", "grace": "60"}
    here = "3 players are here and will take part: Ada, Ben, Dan."
    until(lambda: here in said(operator.get("/freeplay/new")))
    for wrong, words in (
        ({"size": "99"}, "Option size='99' is not allowed"),
        ({"move": "soon"}, "'soon' is no number of seconds"),
        ({"rounds": "-1"}, "Rounds '-1' is not a number"),
        ({"grace": "nan"}, "Nan seconds to wait"),
    ):
        page = operator.post("/freeplay/new", data=form | wrong)
        assert page.status_code == 400
        assert words in said(page)
        assert 'value="Spring &lt;cup&gt;"' in page.text
    page = operator.post("/freeplay/new", data=form)
    assert page.status_code == 200
    at = page.url.path
    id = at.rpartition("/")[2]
    assert "Spring <cup>" in said(page)
    page = operator.post("/freeplay/new", data=form)
    if page.status_code == 409:  # unless it is over already
        assert "goes on: stop it before you start another" in said(page)
    until(lambda: operator.get(f"/api/tournaments/{id}").json()["status"] == "finished")
    page = operator.get(at)
    assert "It is over" in said(page)
    assert "4 by 4, each live stone counts once" in said(page)
    found = operator.get(f"/api/tournaments/{id}").json()
    assert len(found["results"]) == 4
    text = operator.get(f"{at}/results/txt")
    assert text.text.startswith("Spring <cup>\nSwiss tournament of Freedom.")
    assert operator.get(f"{at}/results/json").json() == found
    assert operator.get(f"/api/tournaments/{id}/results.txt").text in text.text
    listed = operator.get("/api/tournaments").json()
    assert id in [one["id"] for one in listed["tournaments"]]
    assert "Spring <cup>" in said(operator.get("/tournaments"))
    assert operator.post(f"{at}/pause").status_code == 404  # it is over
    assert operator.get("/tournaments/nothing").status_code == 404


def test_pausing_and_settings(pupils: Pupils, operator: httpx.Client) -> None:
    ladder = operator.get("/api/freeplay").json()["ladder"]
    page = operator.post(f"/tournaments/{ladder}/pause")
    assert "Paused." in said(page)
    until(lambda: not operator.get("/api/freeplay").json()["games"])
    assert operator.post(f"/tournaments/{ladder}/dance").status_code == 404
    page = operator.get(f"/tournaments/{ladder}/settings")
    assert '<option value="4" selected>' in page.text
    form = {"size": "5", "scoring": "rows", "move": "2,5", "game": "60", "grace": "0"}
    page = operator.post(f"/tournaments/{ladder}/settings", data=form)
    assert "5 by 5, four points for each live row; 2.5 s a move, 60 s a game" in said(page)
    page = operator.post(f"/tournaments/{ladder}/settings", data=form | {"game": "1"})
    assert page.status_code == 400
    assert "1 seconds for a game are less than the 2.5 for a move" in said(page)
    for pupil in pupils.all:
        pupil.seconds = 0.5
    operator.post(f"/tournaments/{ladder}/resume")
    game = until(lambda: operator.get("/api/freeplay").json()["games"])[0]
    assert game["options"]["size"] == 5
    # A player is disconnected, comes back, and has lost the game.
    name = game["players"][0]
    (sent,) = [pupil for pupil in pupils.all if pupil.name == name]
    before = sent.logins
    operator.post("/freeplay/send-away", data={"name": name})
    until(lambda: sent.logins > before)
    assert operator.post("/freeplay/send-away", data={"name": "nobody"}).status_code == 404
    lost = until(
        lambda: [one for one in operator.get("/api/freeplay").json()["results"] if one["words"]]
    )
    for pupil in pupils.all:
        pupil.seconds = 0.01
    assert lost[0]["reason"] == "abandoned"
    page = operator.get(f"/freeplay/games/{lost[0]['record']}")
    assert f"{name} lost: it was sent away." in said(page)
    record = Record.read(operator.get(f"/freeplay/games/{lost[0]['record']}/record/txt").text)
    assert record.tags == {"fault": "it was sent away"}
