"""The pages of studies and reviews, read and changed as a browser without scripts does it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from httpx import Client, Response
from tests.server.studies.test_api import game

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record


def begin(client: Client, **form: str) -> str:
    """Make a study by the form; returns its address, without the node."""
    given = form or {"game": "freedom", "size": "4"}
    answer = client.post("/studies", data=given)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].partition("?")[0]


def send(client: Client, page: str, what: str, **form: str) -> Response:
    """Send a form of the page, with the version that the page has."""
    shown = client.get(page).text
    version = re.findall(r'data-version="(\d+)"', shown)[0]
    return client.post(f"{page}/{what}", data={"version": version, **form}, follow_redirects=True)


def current(answer: Response) -> str:
    """The move that is marked in the list, with its sign."""
    (found,) = re.findall(r'aria-current="step">(.*?)</a>', answer.text)
    return re.sub(r"<span.*?</span>|<.*?>", "", found)


def test_playing_writing_and_marking(newcomer: Callable[..., Client]) -> None:
    me = newcomer("Lister")
    at = begin(me)
    for node, move in enumerate(("a1", "b1")):
        answer = send(me, at, "play", node=str(node), move=move)
        assert (answer.status_code, current(answer)) == (200, move)
    answer = send(me, at, "play", node="1", move="b2")
    assert current(answer) == "b2"
    assert 'class="line level-1"' in answer.text
    answer = send(me, at, "note", node="3", comment="<b>Sharp</b>", glyph="!?")
    assert current(answer) == "b2!?"
    assert "&lt;b&gt;Sharp" in answer.text
    assert "<b>Sharp" not in answer.text
    answer = send(me, at, "mark", node="3", colour="red", at="a1", to="b2")
    assert "red arrow from a1 to b2" in answer.text
    assert 'class="ink shaft"' in answer.text
    assert '<option value="red" selected' in answer.text
    answer = send(me, at, "mark", node="3", all="yes")
    assert "red arrow" not in answer.text
    answer = send(me, at, "promote", node="3", wholly="yes")
    assert re.findall(r'id="node-(\d)"', answer.text) == ["0", "1", "3", "2"]
    assert "Delete a1 and everything after it?" in me.get(f"{at}?node=1").text
    answer = send(me, at, "prune", node="2")
    assert current(answer) == "a1"
    answer = send(me, at, "settings", node="1", title="Corners", visibility="private")
    assert "<title>Corners" in answer.text
    assert newcomer().get(at).status_code == 404
    send(me, at, "settings", node="1", title="For all to see", visibility="listed")
    (listed,) = newcomer().get("/api/people/Lister").json()["studies"]
    assert listed["title"] == "For all to see"


def test_a_refusal_is_the_games_own_and_changes_nothing(newcomer: Callable[..., Client]) -> None:
    me = newcomer()
    at = begin(me)
    send(me, at, "play", node="0", move="a1")
    answer = send(me, at, "play", node="1", move="d4")
    assert answer.status_code == 400
    assert "d4 is not next to a1, the last stone" in answer.text
    assert 'role="alert"' in answer.text
    assert current(answer) == "a1"
    assert send(me, at, "play", node="1").status_code == 400
    old = me.post(f"{at}/note", data={"version": "1", "node": "1", "comment": "x"})
    assert old.status_code == 409
    assert "another window" in old.text
    assert send(me, at, "dance").status_code == 404
    assert me.get(f"{at}?node=9").status_code == 404
    assert me.get(f"{at}?node=x").status_code == 400


def test_who_only_reads_gets_no_forms_but_a_copy(newcomer: Callable[..., Client]) -> None:
    me, other = newcomer(), newcomer()
    at = begin(me)
    send(me, at, "play", node="0", move="a1")
    seen = other.get(f"{at}?node=1")
    assert f'action="{at}/play"' not in seen.text
    assert other.post(f"{at}/play", data={"node": "1", "move": "b1"}).status_code == 403
    copied = other.post(f"{at}/copy", data={"node": "1"})
    assert copied.headers["location"] != f"{at}?node=1"
    own = copied.headers["location"]
    assert f'action="{own.partition("?")[0]}/play"' in other.get(own).text


def test_a_finished_game_is_analysed_once(newcomer: Callable[..., Client]) -> None:
    me = newcomer()
    id = game(me, "a1", "b1")
    me.post(f"/api/games/{id}/resign")
    first = me.post("/studies", data={"table": id, "ply": "1"}).headers["location"]
    assert first.endswith("?node=1")
    second = me.post("/studies", data={"table": id, "ply": "2"}).headers["location"]
    assert second == first.replace("node=1", "node=2")


def test_a_list_a_record_and_files(newcomer: Callable[..., Client]) -> None:
    me = newcomer()
    assert "You have no study yet" in me.get("/studies").text
    state = State(load("freedom", size=4))
    state.play("b2")
    at = begin(me, record=Record.of(state).as_text())
    assert at.removeprefix("/studies/") in me.get("/studies").text
    text = me.get(f"{at}/files/txt?node=1")
    assert Record.read(text.text).replay().move_texts == ["b2"]
    assert "attachment" in text.headers["content-disposition"]
    whole = me.get(f"{at}/files/study").text
    assert json.loads(whole)["format"] == "livestone-study"
    assert begin(me, record=whole) != at
    assert me.get(f"{at}/files/png").status_code == 404
    refused = me.post("/studies", data={"record": "This is <none>"})
    assert refused.status_code == 400
    assert "This is &lt;none&gt;" in refused.text
    refused = me.post("/studies", data={"game": "freedom", "size": "4", "opening": "x"})
    assert refused.status_code == 400
    assert "is no position" in refused.text
    assert 'name="size"' in me.get("/studies/new?game=freedom").text
    for nothing in ("/studies/new?game=none", "/studies?page=7"):
        assert me.get(nothing).status_code == 404
    sample = me.post("/studies", data={"sample": "koerier", "ply": "3"})
    assert sample.headers["location"].endswith("?node=3")


@pytest.mark.parametrize("id", ["haalmaa_4", "coy_lips", "trangalla", "straat"])
def test_every_kind_of_game_has_a_page(newcomer: Callable[..., Client], id: str) -> None:
    me = newcomer()
    at = begin(me, game=id)
    study = me.get(f"/api{at}?node=0").json()
    answer = send(me, at, "play", node="0", move=study["position"]["legal"][0])
    assert answer.status_code == 200
    assert 'id="node-1"' in answer.text
