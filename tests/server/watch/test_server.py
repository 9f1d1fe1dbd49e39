"""The local server of a command: games in memory, and pages that are updated at changes."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar import Request, get
from tests.server.site import NO_TLS

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.freeplay.board import freeplay
from livestone.games import load
from livestone.server.tables.pages.watched import Watched
from livestone.server.watch import games
from livestone.server.watch.games import Show
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

    def get(self, path: str, status: int = 200, **headers: str) -> str:
        answer = httpx.get(self.server.url + path, headers=headers, timeout=60, verify=NO_TLS)
        assert answer.status_code == status, answer.text
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        return answer.text


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


def said(html: str) -> str:
    found = re.search(r'id="said">(.*?)</p>', html)
    return re.sub(r"<.*?>", "", found[1])


def test_before_the_first_game(shown: Shown) -> None:
    html = shown.get("/")
    assert said(html).endswith("Waiting for the first game.")
    assert html.count('class="site"') == 16
    assert 'data-ply="0"' in html
    assert "My games" not in html


def test_a_running_game(running: Shown) -> None:
    running.server.changed()
    html = running.get("/")
    assert f'data-version="{running.server.version}"' in html
    assert "&lt;b&gt;bob&lt;/b&gt; (Black) to move." in html
    assert "<b>" not in html
    assert "White played c2. Points: White 0, Black 0." in said(html)
    assert 'aria-label="c2, white stone, move 5, last move"' in html
    assert 'data-events="/events"' in html
    assert 'href="/games/1?ply=2"' in html
    assert 'title="(1, 0)"' in html
    assert re.search(r'class="mover">\s*<svg class="chip black"', html)
    assert '<a href="/" aria-current="page">' in html
    assert "1 so far" in html


def test_a_script_reads_the_game_and_what_stands_beside_it(running: Shown) -> None:
    told = json.loads(running.get("/games/1?ply=2", **{"x-part": "table"}))
    assert (told["ply"], told["last_ply"], told["status"]) == (2, 5, "running")
    assert [seat["name"] for seat in told["seats"]] == list(NAMES)
    assert sum(map(bool, told["picture"]["pieces"])) == 2
    assert f'data-description="{told["description"].replace("&", "&amp;")}"' in running.get("/")
    assert running.get(told["description"]).startswith('{"id":"freedom"')
    beside = running.get("/", **{"x-part": "beside"})
    assert 'id="game-1"' in beside
    assert "<livestone-table" not in beside


def test_a_step_back(running: Shown) -> None:
    html = running.get("/games/1?ply=2")
    assert said(html).endswith("Move 2 of 5: b1. (1, 0)")
    assert 'class="mover"' not in html
    assert "move 3" not in html
    assert said(running.get("/games/1?ply=0")).endswith("The opening position.")


def test_a_finished_game_as_its_referee_counts(shown: Shown) -> None:
    over = Watched(GAME, NAMES, MOVES, "ada won 7 to 3", (0,), (7, 3), (0, 1))
    shown.games.append(over)
    html = shown.get("/games/1")
    assert said(html).endswith("ada won 7 to 3.")
    assert "White, winner" in html
    assert '<span class="score">7 ' in html
    assert 'aria-label="a1, white stone, live, move 1"' in html
    assert "<title>ada won 7 to 3. Freedom - Livestone</title>" in html
    assert 'http-equiv="refresh"' not in html
    # An earlier position is as the rules have it.
    assert '<span class="score">0 ' in shown.get("/games/1?ply=3")
    state = State(GAME)
    while not state.over:
        state.play(state.legal_texts[0])
    shown.games.append(Watched(GAME, NAMES, tuple(state.move_texts)))
    assert said(shown.get("/")).endswith("The last stone is placed; waiting for the result.")


def test_the_newest_games_are_listed_first(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_LISTED", 3)
    shown.games += [Watched(GAME, NAMES, MOVES, f"drawn {number}") for number in range(5)]
    html = shown.get("/")
    assert re.findall(r'id="game-(\d)"', html) == ["5", "4", "3"]
    assert 'And 2 before: <a href="/games/2">' in html


@pytest.mark.parametrize("game", [load("straat"), load("haalmaa_5"), load("trangalla")])
def test_any_game(shown: Shown, game: Game) -> None:
    state = State(game)
    for _ in range(6):
        state.play(state.legal_texts[0])
    names = tuple(f"player {seat}" for seat in range(game.players))
    shown.games.append(Watched(game, names, tuple(state.move_texts)))
    html = shown.get("/")
    assert 'data-ply="6"' in html
    assert all(name in html for name in names)


def test_what_is_not_there(running: Shown) -> None:
    for path, status in (
        ("/games/0", 404),
        ("/games/2", 404),
        ("/games/x", 400),
        ("/games/1?ply=6", 400),
        ("/games/1?ply=-1", 400),
        ("/elsewhere", 404),
    ):
        html = running.get(path, status)
        assert '<a class="button main" href="/">Back</a>' in html
        assert "My games" not in html
    running.get("/", 400, host="evil.example")


def test_the_latest_change_is_told(shown: Shown) -> None:
    versions: list[int] = []
    last = shown.server.version + 100
    with httpx.stream("GET", shown.server.url + "/events", timeout=60, verify=NO_TLS) as answer:
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
        with httpx.stream("GET", made.server.url + "/events", timeout=60, verify=NO_TLS) as answer:
            for line in answer.iter_lines():
                listening.set()
                ended.append(line)

    with made.server:
        listener = threading.Thread(target=listen)
        listener.start()
        assert listening.wait(60)
    listener.join(60)
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
