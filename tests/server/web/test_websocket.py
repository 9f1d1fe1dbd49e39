"""The API over a WebSocket: the same answers as over HTTP, and nothing that breaks it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.site import PASSWORD, Site
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from livestone.client import Client, Socket
from livestone.errors import IllegalMove, NotAllowed, NotFound, Unreachable
from livestone.server.web import websocket as sockets

SMALL = {"size": 4}


@pytest.fixture
def newcomer(site: Site) -> Iterator[Callable[..., Client]]:
    """Makes people who have never been here."""
    made: list[Client] = []

    def new(**known: str) -> Client:
        made.append(Client(site.url, **known))
        return made[-1]

    yield new
    for client in made:
        client.close()


@contextmanager
def dial(site: Site, **headers: str) -> Iterator[ClientConnection]:
    """A socket without a client."""
    address = site.url.replace("http", "ws") + "/api/socket"
    with connect(address, additional_headers=headers, proxy=None, compression=None) as opened:
        yield opened


def ask(connection: ClientConnection, frame: Any) -> dict[str, Any]:
    """Send a frame and return what comes next."""
    connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))
    return json.loads(connection.recv(60))


def test_a_game_over_two_sockets(newcomer: Callable[..., Client]) -> None:
    one, other = newcomer(), newcomer()
    table = one.new_game("freedom", ["me", "friend"], SMALL)
    (link,) = table.invitations().values()
    with one.socket() as mine, other.socket() as theirs:
        assert theirs.post(dict, f"/invitations/{link}")["status"] == "running"
        path = f"/games/{table.id}"
        games, here = theirs.follow("/events"), theirs.follow(f"{path}/events")
        mine.post(dict, f"{path}/plies", {"move": "b2", "ply": 0})
        events = theirs.events(60)
        seen = {}
        while seen.get(games) != 1 or seen.get(here) != 1:
            number, event = next(events)
            seen[number] = event.data["ply"]
        # A move that is sent twice is played once, here too.
        again = mine.post(dict, f"{path}/plies", {"move": "b2", "ply": 0})
        assert (again["last_ply"], again["my_turn"]) == (1, False)
        assert theirs.get(dict, path, ply=0)["ply"] == 0
        assert "b2" in theirs.get(str, f"{path}/record.txt")
        with pytest.raises(IllegalMove, match="d4"):
            theirs.post(dict, f"{path}/plies", {"move": "d4", "ply": 1})
        with pytest.raises(NotFound):
            mine.get(dict, "/games/nowhere")
        theirs.leave(games)
        mine.post(dict, f"{path}/resign")
        ended = next(number for number, event in events if event.name == "finished")
        assert ended == here


def test_identity_and_permissions(site: Site, newcomer: Callable[..., Client]) -> None:
    person, stranger = newcomer(), newcomer()
    person.register("Sokrates", PASSWORD)
    made = person.read(dict, "/account/tokens", {"label": "test", "scopes": ["read"]})
    game = person.new_game("freedom", ["me", "person"], SMALL)
    with newcomer(token=made["token"]).socket() as reading:
        assert reading.get(dict, "/account")["name"] == "Sokrates"
        with pytest.raises(NotAllowed, match="needs play"):
            reading.post(dict, f"/games/{game.id}/resign")
        stream = reading.follow(f"/games/{game.id}/events")
        events = reading.events(60)
        assert next(events)[1].name == "changed"
        # Every frame is asked for anew: a token that was revoked is good for nothing.
        person.read(dict, "/account/tokens/revoke", {"id": made["id"]})
        assert next(events)[1].name == "end"
        assert stream
        with pytest.raises(Exception, match="token is not known"):
            reading.get(dict, "/account")
    with stranger.socket() as outside:
        with pytest.raises(NotAllowed):
            outside.get(dict, f"/games/{game.id}")
        with pytest.raises(NotAllowed):
            outside.follow(f"/games/{game.id}/events")
        with pytest.raises(Exception, match="do this over HTTP"):
            outside.post(dict, "/login", {"name": "Sokrates", "password": PASSWORD})
    with pytest.raises(Exception, match="token is not known"):
        newcomer(token="ls_wrong").socket()


def test_who_is_let_in(site: Site) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        with pytest.raises(InvalidStatus) as caught, dial(site, **headers):
            pass
        assert caught.value.response.status_code == 403
    with dial(site, Origin=site.url) as connection:
        # Who comes for the first time is given a cookie, and is the same one from then on.
        cookie = connection.response.headers["set-cookie"]
        assert cookie.startswith("livestone=")
        assert "HttpOnly" in cookie
        wanted = {"game": "freedom", "seats": ["me", "person"]}
        answer = ask(connection, {"id": 1, "post": "/games", "data": wanted})
        assert answer["status"] == 201
        assert ask(connection, {"id": 2, "get": "/games"})["data"]["total"] == 1
    with site.newcomer() as client:
        refused = client.get("/api/socket")
        assert (refused.status_code, refused.json()["error"]) == (400, "bad-request")


FRAMES = st.one_of(
    st.text(max_size=40),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["id", "get", "post", "follow", "data"]), inner)
        ),
        max_leaves=6,
    ).map(json.dumps),
    st.builds(
        lambda id, act, path, data: json.dumps({"id": id, act: path, "data": data}),
        st.integers() | st.text(max_size=70),
        st.sampled_from(["get", "post", "follow", "leave", "dance"]),
        st.sampled_from(
            [
                *("/games", "/games/x/plies", "/games/%2e%2e/x", "/../", "/a?b=%", "games"),
                *("/events", "/lobby", "/%0d%0a", "//", "/socket", "/logout/", "/["),
                "/catalogue?x=\ud800",
            ]
        )
        | st.text(max_size=10),
        st.none()
        | st.lists(st.integers(), max_size=2)
        | st.dictionaries(st.sampled_from(["game", "seats", "move", "ply"]), st.text(max_size=5)),
    ),
)


def test_whatever_is_sent_is_answered(site: Site) -> None:
    with dial(site) as connection:

        @settings(max_examples=25, deadline=None)
        @given(st.lists(FRAMES, max_size=6))
        def check(frames: list[str]) -> None:
            for frame in frames:
                connection.send(frame.encode("utf-8", "replace").decode())
            connection.send(json.dumps({"id": "last", "get": "/account"}))
            while True:
                said = json.loads(connection.recv(60))
                if "follow" not in said:
                    assert said["status"] < 500, said
                    assert said["status"] < 400 or said["error"], said
                if said.get("id") == "last":
                    return

        check()
    with site.newcomer() as client:
        assert client.get("/healthz").status_code == 200


def test_what_ends_a_socket(site: Site) -> None:
    for frame, code in ((b"binary", 1003), ("x" * 70_000, 1009)):
        with dial(site) as connection:
            connection.send(frame)
            with pytest.raises(ConnectionClosed):
                connection.recv(60)
            assert connection.close_code == code
    # Bytes that are no frames at all.
    with dial(site) as connection:
        connection.socket.sendall(b"\xff\xff\xff\xff")
        with pytest.raises(ConnectionClosed):
            connection.recv(60)
        assert connection.close_code == 1002


def test_limits(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with dial(site) as connection:
        for number in range(sockets.MOST_FOLLOWED):
            connection.send(json.dumps({"id": number, "follow": "/events"}))
        connection.send(json.dumps({"id": "more", "follow": "/events"}))
        connection.send(json.dumps({"id": 0, "follow": "/events"}))
        connection.send(json.dumps({"id": "no", "leave": "nothing"}))
        answers: dict[Any, Any] = {}
        while "no" not in answers:
            said = json.loads(connection.recv(60))
            answers[said.get("id")] = said
        assert (answers["more"]["status"], answers["more"]["error"]) == (429, "too-many")
        assert answers["no"]["status"] == 400
    monkeypatch.setattr(sockets, "MOST_SOCKETS", 1)
    same = {"Cookie": "livestone=" + "a" * 22}
    with dial(site, **same), pytest.raises(InvalidStatus) as caught, dial(site, **same):
        pass
    assert caught.value.response.status_code == 429
    with dial(site, **same):
        pass


def test_a_server_that_ends_says_so(tmp_path: Any) -> None:
    site = Site(tmp_path)
    with site, Client(site.url) as client, client.socket() as open_one:
        open_one.follow("/events")
        site.__exit__(None, None, None)
        with pytest.raises(Unreachable):
            for _ in open_one.events(60):
                pass
        assert isinstance(open_one, Socket)
