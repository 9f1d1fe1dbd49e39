"""Studies over HTTP: what they are made from, who sees and changes them, what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from httpx import Client
from tests.server.site import PASSWORD, Site, begin_game
from tests.server.studies.test_analysis import Puppet

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record

BAD_NAMES = json.dumps(
    {
        "format": "livestone-study",
        "version": 1,
        "game": "freedom",
        "players": [{"name": "a\x00b"}, {"name": "c"}],
        "nodes": [],
    }
)
SMALL = {"game": "freedom", "options": {"size": 4}}


def make(client: Client, **given: Any) -> dict[str, Any]:
    """Make a study, empty unless told otherwise."""
    answer = client.post("/api/studies", json=given or SMALL)
    assert answer.status_code == 201, answer.text
    return answer.json()


def play(client: Client, id: str, node: int, *moves: str) -> dict[str, Any]:
    status, answer = act(client, id, "moves", node=node, moves=list(moves))
    assert status == 200, answer
    return answer


def act(client: Client, id: str, what: str, **given: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api/studies/{id}/{what}", json=given)
    return answer.status_code, answer.json()


def moves(study: dict[str, Any]) -> list[str]:
    return [node["move"] for node in study["nodes"][1:]]


def game(client: Client, *plies: str) -> str:
    """A game that one person plays on both sides, as far as these plies."""
    id: str = client.post("/api/games", json={**SMALL, "seats": ["me", "person"]}).json()["id"]
    for ply, move in enumerate(plies):
        answer = client.post(f"/api/games/{id}/plies", json={"move": move, "ply": ply})
        assert answer.status_code == 200, answer.text
    return id


def test_a_study_of_ones_own_lines(newcomer: Callable[..., Client]) -> None:
    me = newcomer()
    study = make(me)
    id = study["id"]
    assert (study["node"], study["mine"], study["visibility"]) == (0, True, "link")
    assert len(id) == 22
    there = play(me, id, 0, "a1", "b1", "c1")
    assert (there["node"], there["position"]["ply"]) == (3, 3)
    assert there["position"]["paths"]["d1"] == ["d1"]
    assert there["position"]["picture"]["steps"] == [["a1"], ["b1"], ["c1"]]
    assert me.get(f"/api/studies/{id}/position?node=3").json() == there["position"]
    play(me, id, 1, "b2")
    again = play(me, id, 0, "a1", "b2")
    assert again["node"] == 4
    assert moves(again) == ["a1", "b1", "c1", "b2"]
    status, refused = act(me, id, "moves", node=4, moves=["a1"])
    assert (status, refused["error"]) == (400, "illegal-move")
    assert "a1" in refused["message"]
    assert me.get(f"/api/studies/{id}").json()["version"] == again["version"]


def test_notes_and_what_another_window_has_changed(newcomer: Callable[..., Client]) -> None:
    me = newcomer()
    id = make(me)["id"]
    play(me, id, 0, "a1", "b1")
    version = play(me, id, 1, "b2")["version"]
    mark = {"colour": "red", "at": "a1", "to": "b2"}
    note = {"node": 3, "comment": "Better.", "glyph": "!", "marks": [mark, mark]}
    status, noted = act(me, id, "notes", version=version, **note)
    assert status == 200
    assert noted["nodes"][3] == {
        "id": 3, "parent": 1, "move": "b2", "turn": 2, "mover": 1,
        "comment": "Better.", "glyph": "!", "marks": [mark],
    }  # fmt: skip
    status, answer = act(me, id, "promote", version=version, node=3)
    assert (status, answer["error"]) == (409, "not-allowed")
    assert "another window" in answer["message"]
    assert act(me, id, "prune", version=noted["version"], node=2)[0] == 200
    assert me.get(f"/api/studies/{id}?node=2").status_code == 404
    status, answer = act(me, id, "notes", version=noted["version"] + 1, node=3, glyph="#")
    assert (status, answer["field"]) == (400, "glyph")


def test_who_sees_and_changes_a_study(newcomer: Callable[..., Client]) -> None:
    owner, other = newcomer("Studia"), newcomer()
    study = make(owner)
    id, version = study["id"], play(owner, study["id"], 0, "a1")["version"]
    seen = other.get(f"/api/studies/{id}").json()
    assert (seen["mine"], seen["author"]) == (False, "Studia")
    for what, given in (
        ("moves", {"node": 0, "moves": ["a1"]}),
        ("notes", {"node": 1, "version": version, "comment": "No"}),
        ("promote", {"node": 1, "version": version}),
        ("prune", {"node": 1, "version": version}),
        ("settings", {"version": version, "title": "Mine"}),
        ("delete", {}),
    ):
        assert act(other, id, what, **given)[0] == 403, what
    status, private = act(owner, id, "settings", version=version, visibility="private", title="Ha")
    assert (status, private["title"]) == (200, "Ha")
    assert other.get(f"/api/studies/{id}").status_code == 404
    assert act(other, id, "copy")[0] == 404
    listed = act(owner, id, "settings", version=private["version"], visibility="listed")
    assert listed[0] == 200
    profile = other.get("/api/people/Studia").json()
    assert [one["id"] for one in profile["studies"]] == [id]
    copied = other.post(f"/api/studies/{id}/copy")
    assert copied.status_code == 201
    own = copied.json()
    assert (own["mine"], own["visibility"], moves(own)) == (True, "link", ["a1"])
    assert act(owner, id, "delete")[0] == 200
    assert owner.get(f"/api/studies/{id}").status_code == 404
    assert [one["id"] for one in other.get("/api/studies").json()["studies"]] == [own["id"]]


def test_a_guests_studies_go_with_their_account(newcomer: Callable[..., Client]) -> None:
    me, other = newcomer(), newcomer()
    study = make(me)
    refused = act(me, study["id"], "settings", version=1, visibility="listed")
    assert (refused[0], refused[1]["field"]) == (400, "visibility")
    assert me.post("/api/register", json={"name": "Stuwent", "password": PASSWORD}).is_success
    assert me.get(f"/api/studies/{study['id']}").json()["mine"]
    assert other.get(f"/api/studies/{study['id']}").json()["author"] == "Stuwent"
    assert me.post("/api/account/delete", json={"password": PASSWORD}).is_success
    assert other.get(f"/api/studies/{study['id']}").status_code == 404


def test_a_finished_game_can_be_studied_by_its_players(newcomer: Callable[..., Client]) -> None:
    me, other = newcomer(), newcomer()
    id = game(me, "a1", "b1", "c1")
    refused = me.post("/api/studies", json={"table": id})
    assert (refused.status_code, "when it is over" in refused.json()["message"]) == (409, True)
    assert me.post(f"/api/games/{id}/resign").is_success
    study = make(me, table=id, ply=2)
    assert (study["node"], moves(study)) == (2, ["a1", "b1", "c1"])
    assert study["title"] == "Freedom: Player 1 - Player 2"
    again = me.post("/api/studies", json={"table": id, "ply": 1, "reuse": True}).json()
    assert (again["id"], again["node"]) == (study["id"], 1)
    assert make(me, table=id)["id"] != study["id"]
    assert other.post("/api/studies", json={"table": id}).status_code == 403
    assert me.post("/api/studies", json={"table": id, "ply": 4}).status_code == 400
    assert other.get(f"/api/studies/{study['id']}").status_code == 200


def test_players_cannot_study_their_running_game(newcomer: Callable[..., Client]) -> None:
    host, guest, onlooker = newcomer(), newcomer(), newcomer()
    id = begin_game(host, guest, public=True, delay=1)
    for ply, (client, move) in enumerate(((host, "a1"), (guest, "b1"))):
        assert client.post(f"/api/games/{id}/plies", json={"move": move, "ply": ply}).is_success
    study = make(onlooker, table=id)
    assert moves(study) == ["a1"]  # onlookers are a move behind
    for player in (host, guest):
        assert player.post("/api/studies", json={"table": id}).status_code == 409
        assert player.get(f"/api/studies/{study['id']}").status_code == 409
        assert act(player, study["id"], "copy")[0] == 409
    assert guest.post(f"/api/games/{id}/resign").is_success
    assert host.get(f"/api/studies/{study['id']}").status_code == 200


def test_the_engine_helps_nobody_who_plays_the_game(newcomer: Callable[..., Client]) -> None:
    host, guest = newcomer(), newcomer()
    address = f"/api/studies/{make(host)['id']}/position"
    assert host.get(address).json()["engine_refusal"] == ""
    begin_game(host, guest)
    assert "available when it is over" in host.get(address).json()["engine_refusal"]
    assert newcomer().get(address).json()["engine_refusal"] == ""


def test_only_readers_are_told_the_title_by_the_page(newcomer: Callable[..., Client]) -> None:
    owner, other = newcomer(), newcomer()
    id = make(owner, **SMALL, title="<Corners>", visibility="private")["id"]
    page = owner.get(f"/studies/{id}?node=0")
    assert (page.status_code, "<title>&lt;Corners&gt; - " in page.text) == (200, True)
    hidden = other.get(f"/studies/{id}")
    assert (hidden.status_code, "Corners" in hidden.text) == (404, False)
    act(owner, id, "settings", version=1, visibility="link")
    assert "A study of Freedom: 0 moves." in other.get(f"/studies/{id}").text


def test_hidden_games_are_studied_when_they_are_over(newcomer: Callable[..., Client]) -> None:
    host, guest, onlooker = newcomer(), newcomer(), newcomer()
    id = begin_game(host, guest, game="trangalla", options={}, public=True)
    refused = onlooker.post("/api/studies", json={"table": id})
    assert (refused.status_code, "hides" in refused.json()["message"]) == (409, True)
    assert host.post(f"/api/games/{id}/resign").is_success
    assert onlooker.post("/api/studies", json={"table": id}).status_code == 201


def test_records_positions_samples_and_files(newcomer: Callable[..., Client]) -> None:
    me = newcomer()
    state = State(load("freedom", size=4))
    for move in ("b2", "c3"):
        state.play(move)
    record = Record.of(state)
    for text in (record.as_text(), json.dumps(record.as_json())):
        assert moves(make(me, record=text)) == ["b2", "c3"]
    study = make(me, **SMALL, opening=state.text, title="From here")
    assert (study["title"], study["opening"]) == ("From here", state.text)
    assert play(me, study["id"], 0, "d4")["position"]["cells"]["b2"] == "white"
    sample = make(me, sample="koerier", ply=5)
    assert sample["node"] == 5
    assert len(sample["players"]) == 2
    text = me.get(f"/api/studies/{study['id']}/record.txt").text
    assert Record.read(text).replay().move_texts == ["d4"]
    assert Record.from_json(me.get(f"/api/studies/{study['id']}/record").json()).opening


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({}, 400, "bad-request"),
        ({"game": "freedom", "sample": "koerier"}, 400, "bad-request"),
        ({"game": "none"}, 404, "unknown-game"),
        ({"game": "freedom", "options": {"size": 1}}, 400, "bad-option"),
        ({"game": "freedom", "opening": "no"}, 400, "bad-position"),
        ({"record": "no"}, 400, "bad-record"),
        ({"record": '{"format": "livestone-study", "version": 1, "game": 3}'}, 400, "bad-record"),
        ({"record": BAD_NAMES}, 400, "bad-record"),
        ({"table": "none"}, 404, "not-found"),
        ({"sample": "twins"}, 404, "not-found"),
        ({"game": "freedom", "title": "\u202e"}, 400, "bad-field"),
        ({"game": "freedom", "visibility": "listed"}, 400, "bad-field"),
    ],
)
def test_what_no_study_is_made_from(
    newcomer: Callable[..., Client], given: dict[str, Any], status: int, code: str
) -> None:
    answer = newcomer().post("/api/studies", json=given)
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text


def test_a_program_reads_studies_and_changes_them(newcomer: Callable[..., Client]) -> None:
    me, program = newcomer("Programa"), newcomer()
    study = make(me)
    for scopes, status in ((["read"], 403), (["play"], 200)):
        token = me.post("/api/account/tokens", json={"label": "x", "scopes": scopes}).json()
        program.headers["Authorization"] = f"Bearer {token['token']}"
        assert program.get("/api/studies").json()["total"] == 1
        assert act(program, study["id"], "moves", node=0, moves=["a1"])[0] == status


def test_the_engine_speaks_in_events(newcomer: Callable[..., Client], site: Site) -> None:
    me, other = newcomer(), newcomer()
    id = make(me)["id"]
    play(me, id, 0, "a1")
    analyses = site.app.state.analyses
    room = next(one for one in analyses.queue._rooms if "analysis" in one.kinds)
    before, room.engine = room.engine, Puppet()
    try:
        for client in (me, other):
            with client.stream("GET", f"/api/studies/{id}/engine?node=1&seconds=1") as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                names = re.findall("event: ([a-z]+)", "".join(answer.iter_text()))
                assert names == ["queued", "analysis", "analysis", "done"]
        assert me.get(f"/api/studies/{id}/engine?node=9").status_code == 404
        assert me.get(f"/api/studies/{id}/engine?node=1&seconds=99").status_code == 400
    finally:
        room.engine = before
