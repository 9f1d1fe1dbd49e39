"""The lobby over HTTP: forms that work with scripts blocked, the API, and who may do what."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from httpx import Client, Response
from tests.server.site import bearer

CASUAL = {"game": "freedom", "options": {"size": 4}}


def led(answer: Response) -> str:
    """Where a form leads."""
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_the_lobby_is_friendly_when_nobody_is_there(newcomer: Callable[[], Client]) -> None:
    page = newcomer().get("/lobby").text
    for words in ("No open challenges", "No game to watch", "As a guest your games are casual"):
        assert words in page
    assert 'http-equiv="refresh"' not in page, "it would forget what is chosen and not yet sent"
    assert '<a class="button" href="/lobby">Show what is new</a>' in page
    assert newcomer().get("/lobby?game=chess").status_code == 404


def test_two_meet_by_a_challenge(newcomer: Callable[[], Client]) -> None:
    host, guest, stranger = newcomer(), newcomer(), newcomer()
    form = {"game": "freedom", "size": "5", "control": "10+5", "side": "0", "public": "yes"}
    assert led(host.post("/challenges/new", data=form)) == "/lobby"
    waits = host.get("/lobby").text
    assert "Open to anyone" in waits
    assert "data-waits" in waits
    assert 'content="5"' in waits, "without scripts they learn of it soon"
    page = guest.get("/lobby").text
    assert "Board size 5" in page
    assert "10 minutes + 5 seconds a turn, casual, plays White" in page
    (action,) = re.findall(r'action="(/challenges/[^"]+/take)"', page)
    assert "your own" in host.post(action).text
    table = led(guest.post(action))
    assert led(guest.post(action)) == table, "asking twice is harmless"
    assert led(host.get("/lobby")) == table
    assert host.get("/lobby").status_code == 200, "once"
    assert "quicker" in stranger.post(action).text
    watched = stranger.get(f"/api{table}").json()
    assert watched["onlooker"]
    assert watched["paths"] == {}


def test_a_friend_by_link(newcomer: Callable[[], Client]) -> None:
    host, friend, stranger = newcomer(), newcomer(), newcomer()
    assert "Get the link" in host.get("/challenges/new?audience=link").text
    form = {"game": "freedom", "audience": "link", "control": "none"}
    at = led(host.post("/challenges/new", data=form))
    assert f"{at}" in host.get(at).text
    assert "wants to play" in friend.get(at).text
    table = led(friend.post(f"{at}/take"))
    assert led(host.get(at)) == table
    assert "is taken" in stranger.get(at).text
    assert stranger.get(f"/api{table}").status_code == 403, "a link's game is private"


def test_what_is_wrong_is_said_on_the_form(newcomer: Callable[[], Client]) -> None:
    client = newcomer()
    for form, words in (
        ({"control": "soon"}, "is no time control"),
        ({"own_control": "0.1"}, "seconds in all"),
        ({"low": "x"}, "is not a number"),
        ({"audience": "all"}, "is no audience"),
        ({"size": "3"}, "size"),
        ({"rated": "yes"}, "needs an account"),
    ):
        answer = client.post("/challenges/new", data={"game": "freedom"} | form)
        assert answer.status_code == 400, form
        assert words in answer.text, form
    assert client.post("/challenges/new", data={"game": "chess"}).status_code == 404
    assert client.get("/challenges/nothing").status_code == 404
    wrong = client.post("/lobby/quick", data={"game": "freedom", "control": "soon"})
    assert wrong.status_code == 400
    assert "is no time control" in wrong.text


def test_quick_pairing_and_cancelling(newcomer: Callable[[], Client]) -> None:
    one, other = newcomer(), newcomer()
    wanted = {"game": "twins", "control": "5+3"}
    assert led(one.post("/lobby/quick", data=wanted)) == "/lobby"
    page = one.get("/lobby").text
    assert "Looking for an opponent" in page
    (cancel,) = re.findall(r'action="(/challenges/[^"]+/cancel)"', page)
    assert led(one.post(cancel)) == "/lobby"
    assert "Looking for" not in one.get("/lobby").text
    assert led(one.post("/lobby/quick", data=wanted | {"game": "any"})) == "/lobby"
    page = other.get("/lobby").text
    assert "Any game" in page[page.index("Waiting for an opponent") :]
    table = led(other.post("/lobby/quick", data=wanted))
    assert led(one.get("/lobby")) == table


def chosen(page: str) -> str:
    """The game that the lobby's form for quick pairing would ask for."""
    form = page[page.index('id="quick-game"') : page.index('class="presets"')]
    (game,) = re.findall(r'value="(\w+)" selected', form)
    return str(game)


def test_who_waits_is_played_by_a_button(newcomer: Callable[[], Client]) -> None:
    one, other, late = newcomer(), newcomer(), newcomer()
    assert led(one.post("/lobby/quick", data={"game": "twins", "control": "5+3"})) == "/lobby"
    assert "Waiting for an opponent" not in one.get("/lobby").text, "your own seek is not listed"
    for page in (other.get("/lobby").text, other.get("/lobby?game=twins").text):
        seek = page[page.index("Waiting for an opponent") : page.index('id="challenges"')]
        for words in ("Twins", "5 minutes + 3 seconds a turn, casual", "against A guest"):
            assert words in seek
    assert "Waiting for an opponent" not in other.get("/lobby?game=freedom").text
    (action,) = re.findall(r'action="(/challenges/[^"]+/take)"', seek)
    table = led(other.post(action))
    assert led(one.get("/lobby")) == table
    gone = late.post(action)
    assert gone.status_code == 409
    assert "Another player was quicker: this guest plays already." in gone.text
    assert "Waiting for an opponent" not in late.get("/lobby").text


def test_whose_game_has_begun_meanwhile_goes_to_it(newcomer: Callable[[], Client]) -> None:
    one, other = newcomer(), newcomer()
    one.post("/lobby/quick", data={"game": "twins", "control": "30+20"})
    other.post("/lobby/quick", data={"game": "freedom", "control": "15+10"})
    actions = []
    for client in (other, one):  # each chooses the other, and one of them is quicker
        page = client.get("/lobby").text
        actions += re.findall(r'action="(/challenges/[^"]+/take)"', page)
    first, second = actions
    table = led(other.post(first))
    assert led(one.post(second)) == table


def test_the_chosen_game_stays_chosen(newcomer: Callable[[], Client]) -> None:
    client = newcomer()
    assert chosen(client.get("/lobby").text) == "freedom"
    assert led(client.post("/lobby/quick", data={"game": "twins", "control": "10+5"})) == "/lobby"
    page = client.get("/lobby").text
    assert chosen(page) == "twins"
    (cancel,) = re.findall(r'action="(/challenges/[^"]+/cancel)"', page)
    led(client.post(cancel))
    assert chosen(client.get("/lobby").text) == "twins"
    assert chosen(client.get("/lobby?game=freedom").text) == "freedom"
    wrong = client.post("/lobby/quick", data={"game": "any", "control": "soon"}).text
    assert chosen(wrong) == "any"
    client.post("/challenges/new", data={"game": "freedom", "control": "2d"})
    wrong = client.post("/lobby/quick", data={"game": "any", "control": "soon"}).text
    assert 'http-equiv="refresh" content="5; url=../lobby"' in wrong
    client.cookies.set("game", "chess")
    assert chosen(client.get("/lobby").text) == "freedom"
    for game, kept in (("twins", "twins"), ("any", "freedom")):
        form = client.get("/challenges/new", params={"game": game, "audience": "link"}).text
        assert f'<input type="hidden" name="game" value="{kept}">' in form


def test_somebody_by_name(newcomer: Callable[..., Client]) -> None:
    ada, bo = newcomer("Ada"), newcomer("Bo")
    assert 'value="Bo"' in ada.get("/challenges/new?to=Bo").text
    form = {"game": "freedom", "audience": "person", "to": "Bo", "rated": "yes"}
    assert led(ada.post("/challenges/new", data=form)) == "/lobby"
    page = bo.get("/lobby").text
    assert "challenges you" in page
    (decline,) = re.findall(r'action="(/challenges/[^"]+/decline)"', page)
    assert led(bo.post(decline)) == "/lobby"
    assert "challenges you" not in bo.get("/lobby").text


def test_a_name_in_the_address_is_not_lost(newcomer: Callable[..., Client]) -> None:
    """A guest who follows a link to challenge somebody challenges them, and nobody else."""
    cy, guest = newcomer("Cyril"), newcomer()
    open_before = newcomer().get("/api/lobby").json()["challenges"]
    page = guest.get("/challenges/new?game=freedom&to=Cyril").text
    assert 'value="Cyril"' in page
    assert re.search('name="audience" value="person" checked', page)
    assert "A player by name" not in guest.get("/challenges/new").text
    form = {"game": "freedom", "audience": "person", "to": "Cyril"}
    assert led(guest.post("/challenges/new", data=form)) == "/lobby"
    assert "challenges you" in cy.get("/lobby").text
    assert newcomer().get("/api/lobby").json()["challenges"] == open_before
    refused = guest.post("/challenges/new", data=form | {"audience": "anyone"})
    assert refused.status_code == 400
    assert "To challenge &#39;Cyril&#39;, choose a player by name" in refused.text
    refused = guest.post("/api/challenges", json={"game": "freedom", "to": "Cyril"})
    assert refused.status_code == 400
    assert "audience 'person'" in refused.json()["message"]


def test_house_bots_of_every_level(newcomer: Callable[[], Client]) -> None:
    client = newcomer()
    page = client.get("/lobby").text
    levels = re.findall(r'<option value="(\d+)"[^>]*>\d+: ', page)
    assert levels == [str(number) for number in range(1, 11)]
    table = led(client.post("/lobby/bot", data={"game": "freedom", "level": "1"}))
    assert "Bot, level 1" in client.get(f"/api{table}").text
    assert client.post("/lobby/bot", data={"game": "freedom", "level": "0"}).status_code == 400


# The API ----------------------------------------------------------------------------------------


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


def test_a_private_game_is_nobody_elses_business(newcomer: Callable[[], Client]) -> None:
    host, guest, stranger = newcomer(), newcomer(), newcomer()
    made = challenge(host, audience="link")
    assert made["id"] not in guest.get("/api/lobby").text, "a link is not listed"
    assert guest.get(f"/api/challenges/{made['id']}").json()["why_not"] == ""
    id = guest.post(f"/api/challenges/{made['id']}/take").json()["table"]
    assert stranger.get(f"/api/challenges/{made['id']}").json()["table"] is None
    for path in ("", "/record", "/events"):
        assert stranger.get(f"/api/games/{id}{path}").status_code == 403
    assert id not in stranger.get("/api/lobby").text


def test_people_by_name_with_ratings_and_tokens(newcomer: Callable[..., Client]) -> None:
    cleo, guest = newcomer("Cleo"), newcomer()
    newcomer("Dan")
    made = challenge(cleo, audience="person", to="Dan", rated=True)
    assert made["takers"] == [{"name": "Cleo", "bot": False, "rating": 1500, "certain": False}]
    assert guest.get(f"/api/challenges/{made['id']}").status_code == 404
    assert guest.post(f"/api/challenges/{made['id']}/decline").status_code == 404
    read, play = bearer(cleo, "read"), bearer(cleo, "play")
    program = newcomer()
    assert program.get("/api/lobby", headers=read).status_code == 200
    assert program.post("/api/challenges", json=CASUAL, headers=read).status_code == 403
    assert program.post("/api/challenges", json=CASUAL, headers=play).status_code == 201


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
