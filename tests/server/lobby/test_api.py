"""The lobby's API over HTTP: who may see a challenge, take it, and watch what comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from httpx import Client
from tests.server.site import bearer

CASUAL = {"game": "freedom", "options": {"size": 4}}


def challenge(client: Client, **more: Any) -> dict[str, Any]:
    """Make a challenge."""
    answer = client.post("/api/challenges", json=CASUAL | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_onlookers_see_a_public_game_and_touch_nothing(newcomer: Callable[[], Client]) -> None:
    host, guest, stranger = newcomer(), newcomer(), newcomer()
    made = challenge(host, side=0, delay=1)
    taken = guest.post(f"/api/challenges/{made['id']}/take").json()
    path = f"/api/games/{taken['table']}"
    for ply, (who, move) in enumerate(((host, "a1"), (guest, "b1"))):
        assert who.post(f"{path}/plies", json={"move": move, "ply": ply}).status_code == 200
    seen = stranger.get(path).json()
    assert seen["onlooker"]
    assert (seen["ply"], seen["last_ply"], seen["mover"]) == (1, 1, 1), "one ply behind"
    assert seen["legal"] == []
    assert "b1" not in json.dumps(seen["turns"])
    assert not any(seen["can"].values())
    assert stranger.get(f"{path}?ply=2").status_code == 400
    assert "b1" not in stranger.get(f"{path}/record.txt").text.split()
    assert len(stranger.get(f"{path}/record").json()["plies"]) == 1
    for action, body in (
        ("plies", {"move": "a2", "ply": 2}),
        ("undo", {"ply": 2}),
        ("takeback", {"ply": 2, "seat": 0, "allow": True}),
        ("resign", None),
        ("rematch", None),
        ("hint", None),
        ("look", {"ply": 2}),
    ):
        assert stranger.post(f"{path}/{action}", json=body).status_code == 403, action
    assert stranger.get(f"{path}/invitations").status_code == 403
    assert host.post(f"{path}/resign").status_code == 200
    assert stranger.get(path).json()["last_ply"] == 2, "nothing is held back once it is over"


def test_a_public_game_has_a_picture_as_spectators_see_it(newcomer: Callable[[], Client]) -> None:
    host, guest, stranger = newcomer(), newcomer(), newcomer()
    made = challenge(host, side=0, delay=1)
    taken = guest.post(f"/api/challenges/{made['id']}/take").json()
    path = f"/api/games/{taken['table']}"
    assert host.post(f"{path}/plies", json={"move": "a1", "ply": 0}).status_code == 200
    for client in (host, stranger):
        picture = client.get(f"{path}/picture.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "piece white disc" not in picture.text, "one ply behind"
    assert guest.post(f"{path}/plies", json={"move": "b1", "ply": 1}).status_code == 200
    assert stranger.get(f"{path}/picture.svg").text.count("piece white disc") == 1


def test_a_private_game_is_nobody_elses_business(newcomer: Callable[[], Client]) -> None:
    host, guest, stranger = newcomer(), newcomer(), newcomer()
    made = challenge(host, audience="link")
    assert made["id"] not in guest.get("/api/lobby").text, "a link is not listed"
    assert guest.get(f"/api/challenges/{made['id']}").json()["why_not"] == ""
    id = guest.post(f"/api/challenges/{made['id']}/take").json()["table"]
    assert stranger.get(f"/api/challenges/{made['id']}").json()["table"] is None
    for path in ("", "/record", "/events", "/picture.svg"):
        assert stranger.get(f"/api/games/{id}{path}").status_code == 403
    assert id not in stranger.get("/api/lobby").text


def test_people_by_name_with_ratings_and_tokens(newcomer: Callable[..., Client]) -> None:
    cleo, guest = newcomer("Cleo"), newcomer()
    newcomer("Dan")
    made = challenge(cleo, audience="person", to="Dan", rated=True)
    assert cleo.get(f"/api/challenges/{made['id']}").json()["to"] == "Dan"
    assert [one["to"] for one in cleo.get("/api/lobby").json()["waiting"]] == ["Dan"]
    assert made["takers"] == [{"name": "Cleo", "bot": False, "rating": 1500, "certain": False}]
    assert guest.get(f"/api/challenges/{made['id']}").status_code == 404
    assert guest.post(f"/api/challenges/{made['id']}/decline").status_code == 404
    read, play = bearer(cleo, "read"), bearer(cleo, "play")
    program = newcomer()
    assert program.get("/api/lobby", headers=read).status_code == 200
    assert program.post("/api/challenges", json=CASUAL, headers=read).status_code == 403
    assert program.post("/api/challenges", json=CASUAL, headers=play).status_code == 201


def test_a_name_is_not_lost(newcomer: Callable[..., Client]) -> None:
    """Who names somebody and asks for anyone is told so, rather than challenging everybody."""
    cy, guest = newcomer("Cyril"), newcomer()
    refused = guest.post("/api/challenges", json={"game": "freedom", "to": "Cyril"})
    assert refused.status_code == 400
    assert "audience 'person'" in refused.json()["message"]
    made = challenge(guest, audience="person", to="Cyril")
    assert [one["id"] for one in cy.get("/api/lobby").json()["for_you"]] == [made["id"]]
    assert [one["id"] for one in cy.get("/api/challenges").json()] == [made["id"]]
    assert guest.get("/api/challenges").json() == []
    assert made["id"] not in newcomer().get("/api/lobby").text
    assert cy.post(f"/api/challenges/{made['id']}/decline").status_code == 200
    assert cy.get("/api/lobby").json()["for_you"] == cy.get("/api/challenges").json() == []


def test_a_link_to_a_challenge_tells_the_game_unless_it_is_for_somebody(
    newcomer: Callable[..., Client],
) -> None:
    host = newcomer("Edith")
    newcomer("Fay")
    by_link, personal = (
        challenge(host, audience="link"),
        challenge(host, audience="person", to="Fay"),
    )
    assert (
        "<title>A challenge to play Freedom - "
        in newcomer().get(f"/challenges/{by_link['id']}").text
    )
    for id in (personal["id"], "nothing"):
        assert "<title>A challenge - " in newcomer().get(f"/challenges/{id}").text


@pytest.mark.parametrize(
    "body", [{}, {"game": "chess"}, CASUAL | {"options": {"size": 99}}, CASUAL | {"more": 1}]
)
def test_what_makes_no_sense_is_refused(
    newcomer: Callable[[], Client], body: dict[str, Any]
) -> None:
    answer = newcomer().post("/api/challenges", json=body)
    assert answer.status_code in (400, 404), answer.text
    assert "\n" not in answer.json()["message"]
    assert newcomer().post("/api/challenges/nothing/take").status_code == 404
