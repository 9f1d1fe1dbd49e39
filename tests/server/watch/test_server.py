"""The local server of a command: games in memory, and what is told of changes."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import httpx
import pytest
from litestar import Request, get
from tests.patience import PATIENCE
from tests.server.site import NO_TLS

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.freeplay.board import freeplay
from livestone.games import load
from livestone.server.tables.watched import Watched
from livestone.server.watch import games
from livestone.server.watch.games import NEWEST, Show
from livestone.server.watch.server import LocalServer

GAME = freeplay(size=4)
MOVES = ("a1", "b1", "c1", "d1", "c2")
NAMES = ("ada", "<b>bob</b>")


class Shown:
    """Games that a test adds to, and the server that shows them."""

    def __init__(self) -> None:
        self.games: list[Watched] = []
        show = Show(lambda: tuple(self.games), lambda: f"{len(self.games)} so far", GAME)
        self.server = LocalServer(games.handlers, {"show": show})

    def get(self, path: str, status: int = 200, **headers: str) -> httpx.Response:
        answer = httpx.get(self.server.url + path, headers=headers, timeout=PATIENCE, verify=NO_TLS)
        assert answer.status_code == status, answer.text
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        return answer

    def stream(self) -> AbstractContextManager[httpx.Response]:
        address = f"{self.server.url}/api/freeplay/events"
        return httpx.stream("GET", address, timeout=PATIENCE, verify=NO_TLS)

    def table(self, id: str = NEWEST, ply: int | None = None) -> Any:
        asked = "" if ply is None else f"?ply={ply}"
        return self.get(f"/api/freeplay/games/{id}/table{asked}").json()


@pytest.fixture(scope="module")
def server() -> Iterator[Shown]:
    made = Shown()
    with made.server:
        yield made


@pytest.fixture
def shown(server: Shown) -> Shown:
    """The server before its first game."""
    server.games.clear()
    return server


@pytest.fixture
def running(shown: Shown) -> Shown:
    """The server with a game that goes on."""
    shown.games.append(Watched(GAME, NAMES, MOVES, notes=("(0, 0)", "(1, 0)")))
    return shown


def test_the_app_shows_the_newest_game(shown: Shown) -> None:
    assert shown.get("/", 302).headers["location"] == f"/freeplay/games/{NEWEST}"
    page = shown.get(f"/freeplay/games/{NEWEST}").text
    assert 'data-more="watch"' in page
    for address in re.findall(r'(?:src|href)="(/app/.*?)"', page):
        shown.get(address)


def test_before_the_first_game(shown: Shown) -> None:
    table = shown.table()
    assert (table["status"], table["ply"], table["mover"]) == ("waiting", 0, None)
    assert len(table["picture"]["pieces"]) == 16
    assert shown.get("/api/freeplay/games").json() == []


def test_a_running_game(running: Shown) -> None:
    running.server.changed()
    table = running.table()
    assert table["version"] == running.server.version
    assert (table["id"], table["status"], table["ply"], table["mover"]) == ("1", "running", 5, 1)
    assert [seat["name"] for seat in table["seats"]] == list(NAMES)
    assert table["turns"][1]["plies"][0]["note"] == "(1, 0)"
    assert table["option_words"] == "1 so far"
    assert running.get(table["description"]).json()["id"] == "freedom"
    (game,) = running.get("/api/freeplay/games").json()
    assert game == {"id": "1", "players": list(NAMES), "said": ""}


def test_a_step_back(running: Shown) -> None:
    table = running.table("1", 2)
    assert (table["ply"], table["last_ply"], table["status"]) == (2, 5, "running")
    assert sum(map(bool, table["picture"]["pieces"])) == 2
    assert len(table["turns"]) == 5


def test_a_finished_game_as_its_referee_counts(shown: Shown) -> None:
    shown.games.append(Watched(GAME, NAMES, MOVES, "ada won 7 to 3", (0,), (7, 3), (0, 1)))
    table = shown.table("1")
    assert (table["result"], table["winners"], table["status"]) == (
        "ada won 7 to 3",
        [0],
        "finished",
    )
    assert (table["scores"], table["picture"]["marks"]) == ([7, 3], [0, 1])
    # An earlier position is as the rules have it.
    assert shown.table("1", 3)["scores"] == [0, 0]
    state = State(GAME)
    while not state.over:
        state.play(state.legal_texts[0])
    shown.games.append(Watched(GAME, NAMES, tuple(state.move_texts)))
    table = shown.table()  # the last stone is placed, and nobody has said yet who won
    assert (table["id"], table["status"], table["mover"]) == ("2", "running", None)


def test_the_newest_games_are_listed_first(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MAX_LISTED", 3)
    shown.games += [Watched(GAME, NAMES, MOVES, f"drawn {number}") for number in range(5)]
    assert [game["id"] for game in shown.get("/api/freeplay/games").json()] == ["5", "4", "3"]


@pytest.mark.parametrize("game", [load("straat"), load("haalmaa_5"), load("trangalla")])
def test_any_game(shown: Shown, game: Game) -> None:
    state = State(game)
    for _ in range(6):
        state.play(state.legal_texts[0])
    names = tuple(f"player {seat}" for seat in range(game.players))
    shown.games.append(Watched(game, names, tuple(state.move_texts)))
    table = shown.table()
    assert table["ply"] == 6
    assert [seat["name"] for seat in table["seats"]] == list(names)


def test_what_is_not_there(running: Shown) -> None:
    for path, status in (
        ("0/table", 404),
        ("2/table", 404),
        ("x/table", 404),
        ("1/table?ply=6", 400),
        ("1/table?ply=-1", 400),
        ("elsewhere", 404),
    ):
        assert running.get(f"/api/freeplay/games/{path}", status).json()["message"]
    running.get("/elsewhere", 404)
    running.get("/", 400, host="evil.example")


def test_the_latest_change_is_told(shown: Shown) -> None:
    versions: list[int] = []
    last = shown.server.version + 100
    with shown.stream() as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                versions.append(int(line.removeprefix('data: {"version":').removesuffix("}")))
                if versions[-1] == last:
                    break
                for _ in range(100 if len(versions) == 1 else 0):
                    shown.server.changed()
    assert versions == sorted(set(versions))
    assert len(versions) < 20


def test_the_end_lets_go_of_listeners() -> None:
    made = Shown()
    ended: list[str] = []
    listening = threading.Event()

    def listen() -> None:
        with made.stream() as answer:
            for line in answer.iter_lines():
                listening.set()
                ended.append(line)

    with made.server:
        listener = threading.Thread(target=listen)
        listener.start()
        assert listening.wait(PATIENCE)
    listener.join(PATIENCE)
    assert not listener.is_alive()
    assert made.server.listeners == 0
    with pytest.raises(httpx.ConnectError):
        made.get("/")
    made.server.changed()  # nobody hears it


def test_pages_of_ones_own_and_addresses() -> None:
    @get("/hello", sync_to_thread=False)
    def hello(request: Request[Any, Any, Any]) -> str:
        return request.app.state.word

    with LocalServer([hello], {"word": "good day"}, host="0.0.0.0") as server:
        assert re.fullmatch(r"http://localhost:\d+", server.url)
        name = {"host": socket.gethostname()}
        answer = httpx.get(f"{server.url}/hello", headers=name, verify=NO_TLS)
        assert answer.text == "good day"
    with pytest.raises(BadRequest, match="no address"):
        LocalServer([], host="nowhere.invalid")
