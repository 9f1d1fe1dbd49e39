"""Two servers whose games differ only in what a visitor may not see tell the visitor the same.

Every route that can be read is asked, every stream of events is followed while
the moves are made, and the engine of studies is asked about positions that may be the game's.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from httpx import Client
from tests.patience import PATIENCE
from tests.server.site import Site, begin_game
from tests.server.tables.readable import addresses

WHITE, BLACK, ONLOOKER = 0, 1, -1
PLIES = 4


@dataclass(frozen=True)
class Pair:
    """A game with two ways of playing it that look the same to a viewer."""

    game: str
    options: dict[str, Any]
    viewers: tuple[int, ...]
    ours: str
    theirs: str

    def __str__(self) -> str:
        viewers = ("white", "black", "onlooker")
        return "-".join([self.game, *(viewers[who] for who in self.viewers)])


ALL = (WHITE, BLACK, ONLOOKER)
MOVES = "3a-4b 7a-6b"
PAIRS = [
    Pair("straat", {"show_back": False}, ALL, "a1FN b1FE c1HN d1FS", "a1FS b1FW c1HN d1FN"),
    Pair("trangalla", {}, (WHITE,), f"K=3b K=7b {MOVES}", f"K=3b K=8a {MOVES}"),
    Pair("trangalla", {}, (BLACK,), f"K=3b K=7b {MOVES}", f"K=2a K=7b {MOVES}"),
    Pair("trangalla", {}, (ONLOOKER,), f"K=3b K=7b {MOVES}", f"K=2a K=8a {MOVES}"),
]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site]]:
    """Two servers on which the same is done, but for what is hidden."""
    with Site(tmp_path_factory.mktemp("one")) as one, Site(tmp_path_factory.mktemp("two")) as two:
        yield one, two


def told(site: Site, pair: Pair, moves: str) -> dict[str, str]:
    """Play on a server, and return all that viewers are told, less what is random or a time."""
    with ExitStack() as stack:
        players = [stack.enter_context(closing(site.newcomer())) for _ in range(2)]
        onlooker = stack.enter_context(closing(site.newcomer()))
        for client in (*players, onlooker):
            client.get("/api/account")
        viewers = {who: [*players, onlooker][who] for who in pair.viewers}
        spec = {"game": pair.game, "options": pair.options, "public": True, "control": "3d"}
        id = begin_game(*players, **spec)
        found = {}
        with ExitStack() as listening:
            heard = [listening.enter_context(following(who, id)) for who in viewers.values()]
            for ply, move in enumerate(moves.split()):
                body = {"move": move, "ply": ply}
                assert players[ply % 2].post(f"/api/games/{id}/plies", json=body).is_success
        site.app.state.lobby.snapshots.stale(games=True)
        for viewer, client in viewers.items():
            seen = heard.pop(0)
            for address in addresses(id, len(moves.split()) - 1):
                answer = client.get(address)
                assert answer.status_code < 500, address
                seen[address] = f"{answer.status_code} {answer.text}"
            seen["study"] = client.post("/api/studies", json={"table": id}).text
            if viewer != ONLOOKER:
                seen |= studied(client, pair)
            found |= {f"{viewer} {name}": text for name, text in seen.items()}
        return {plain(name, id): plain(text, id) for name, text in found.items()}


@contextmanager
def following(viewer: Client, id: str) -> Iterator[dict[str, str]]:
    """A context in which the viewer listens until four plies are made: what was heard."""
    said: dict[str, str] = {}
    heard: dict[str, list[str]] = {"stream": [], "page's stream": []}
    listening = {name: threading.Event() for name in heard}

    def stream(name: str, path: str) -> None:
        with viewer.stream("GET", path) as answer:
            for line in answer.iter_lines():
                listening[name].set()
                heard[name].append(line)
                if "data" in line and json.loads(line[5:]).get("ply") == PLIES:
                    return

    works = [
        threading.Thread(target=stream, args=("stream", f"/api/games/{id}/events")),
        threading.Thread(target=stream, args=("page's stream", f"/games/{id}/events")),
    ]
    for work in works:
        work.start()
    for ready in listening.values():
        assert ready.wait(PATIENCE)
    yield said
    for work in works:
        work.join(PATIENCE)
        assert not work.is_alive()
    said |= {name: "\n".join(lines) for name, lines in heard.items()}


def studied(viewer: Client, pair: Pair) -> dict[str, str]:
    """What the engine refuses to say of positions, one of which is that of the viewer's game."""
    found = {}
    for number, moves in enumerate((pair.ours, pair.theirs)):
        new = {"game": pair.game, "options": pair.options, "title": "A guess"}
        study = viewer.post("/api/studies", json=new).json()["id"]
        body = {"node": 0, "moves": moves.split()}
        node = viewer.post(f"/api/studies/{study}/moves", json=body).json()["node"]
        with viewer.stream("GET", f"/api/studies/{study}/engine?node={node}&seconds=0.1") as answer:
            refused = answer.read().decode() if answer.status_code >= 400 else ""
            found[f"engine {number}"] = f"{answer.status_code} {refused}"
    return found


def plain(text: str, id: str) -> str:
    """A text without what is random, a time, or how busy the server is."""
    text = re.sub(r"http://127\.0\.0\.1:\d+", "SERVER", text.replace(id, "ID"))
    text = re.sub(r'"device_games":"[0-9a-f]+"', "OWNER", text)
    text = re.sub(r"\b[A-Za-z0-9_-]{20,}\b", "SECRET", text)  # before the digits in it
    text = re.sub(r"\d+ (second|minute|hour)s? ago|just now|right now", "ago", text)
    text = re.sub(r"[12]\d{9,12}(\.\d+)?", "TIME", text)
    text = re.sub(r'"?(seconds|left|due|abort)"?:\s?[\d.]+', "TIME", text)
    text = re.sub(r"\b2\d{5}\.\d+|\b25\d{4}\b", "TIME", text)
    return re.sub(r'"(guests|watchers)":\d+|\d+ guests?', "GUESTS", text)


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_nothing_hidden_leaves_the_server(sites: tuple[Site, Site], pair: Pair) -> None:
    one, two = sites
    ours, theirs = told(one, pair, pair.ours), told(two, pair, pair.theirs)
    assert ours.keys() == theirs.keys()
    differ = {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}
    assert not differ, {name: first_difference(*texts) for name, texts in differ.items()}


def first_difference(one: str, two: str) -> tuple[str, str]:
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), -40)
    return one[max(0, at - 40) : at + 60], two[max(0, at - 40) : at + 60]
