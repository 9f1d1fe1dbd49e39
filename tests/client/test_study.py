"""Studies and reviews through the client."""

from __future__ import annotations

import io
import json
import zipfile

import httpx
import pytest
from tests.server.site import NO_TLS, PASSWORD, Site

from livestone.client import Client
from livestone.errors import NotAllowed, NotFound


def test_a_study(client: Client) -> None:
    study = client.new_study(game="freedom", options={"size": 4}, title="Mine")
    study.play("b2", "b3", "c3")
    assert study.line() == ["b2", "b3", "c3"]
    assert study.at(study.node).position is not None
    first = study.nodes[1].id
    study.play("a1", node=first)
    assert study.line() == ["b2", "a1"]
    study.note("Odd,\nvery.", "?!", [{"colour": "red", "at": "a1"}])
    noted = study.find(study.node)
    assert (noted.comment, noted.glyph, noted.marks[0].at) == ("Odd,\nvery.", "?!", "a1")
    again = client.new_study(record=json.dumps(study.file()))
    assert (again.view.title, again.nodes) == (study.view.title, study.nodes)
    study.promote(wholly=True)
    assert "a1" in study.record()
    other = client.study(study.id)
    study.settle(title="Ours", visibility="private")
    with pytest.raises(NotAllowed):
        other.settle(title="Theirs")
    assert other.refresh().title == "Ours"
    study.prune()
    assert (study.line(), len(study.nodes)) == (["b2"], 4)
    copy = study.copy()
    assert client.studies().total == 3
    for one in (copy, again):
        one.delete()
    assert [line.id for line in client.studies().studies] == [study.id]
    with pytest.raises(NotFound):
        client.study(copy.id)
    with pytest.raises(NotFound):
        study.find(99)


def test_of_a_game_and_its_review(client: Client) -> None:
    game = client.new_game("freedom", ["me", "person"], {"size": 4})
    game.play("b2")
    with pytest.raises(NotAllowed):
        game.study()
    game.resign()
    study = game.study(1)
    assert study.line() == ["b2"]
    assert game.review().status == "none"


def test_studies_are_in_the_download(site: Site) -> None:
    with httpx.Client(base_url=site.url, timeout=60, verify=NO_TLS) as one:
        body = {"name": "Keeper", "password": PASSWORD}
        assert one.post("/api/register", json=body).status_code == 201
        wanted = {"game": "freedom", "visibility": "private"}
        id = one.post("/api/studies", json=wanted).json()["id"]
        kept = one.get(f"/api/studies/{id}/file").json()
        answer = one.get("/api/account/games.zip")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            assert json.loads(file.read(f"studies/{id}.json")) == kept
