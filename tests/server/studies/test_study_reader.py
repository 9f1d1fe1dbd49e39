"""Files of studies: limits come first, each ply is played once, and a process of its own reads."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.server.servers import Servers
from tests.server.site import Site, until

from livestone.core.state import State
from livestone.errors import BadRecord, Busy, TooMany
from livestone.games import load
from livestone.records.record import Record
from livestone.server.quotas.settings import QuotaSettings, Room
from livestone.server.studies import sources, tree
from livestone.server.studies import study_reader as reading
from livestone.server.studies.study_reader import Reader

HEAD = {"format": "livestone-study", "version": 1, "game": "freedom", "options": {"size": 4}}


def file(nodes: list[dict[str, Any]]) -> str:
    return json.dumps({**HEAD, "nodes": nodes})


def played(plies: int) -> State:
    state = State(load("freedom", size=4))
    while state.ply < plies:
        state.play(state.legal[0])
    return state


@pytest.fixture
async def reader() -> AsyncIterator[Reader]:
    made = Reader()
    yield made
    made.close()


# Limits, and what it costs.


def test_nothing_is_played_of_what_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Record.of(played(6)).as_text()
    nodes: list[dict[str, Any]] = [{"id": 0}]
    nodes += ({"id": at, "parent": 0, "move": "a1"} for at in range(1, 7))
    monkeypatch.setattr(tree, "MAX_NODES", 5)
    monkeypatch.delattr(State, "play")
    monkeypatch.delattr(State, "parse")
    for given in (
        text,
        json.dumps(
            Record.of(State(load("freedom"))).as_json()
            | {"plies": [{"turn": at, "move": "a1", "note": {}} for at in range(1, 7)]}
        ),
    ):
        with pytest.raises(BadRecord, match="the game has 6 plies: 5 are possible here"):
            sources.read_text(given)
    with pytest.raises(BadRecord, match="the study has 7 nodes: one has at most 5 moves"):
        sources.read_text(file(nodes))
    with pytest.raises(BadRecord, match="node 2: the id 0 is given twice"):
        sources.read_text(file([{"id": 0}, {"id": 0}]))


def test_each_ply_of_a_file_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the order of the file, and nothing is copied for each node."""
    moves = played(9).move_texts
    nodes: list[dict[str, Any]] = [{"id": 0, "comment": "a start"}]
    nodes += [{"id": at, "parent": at - 1, "move": move} for at, move in enumerate(moves, 1)]
    nodes += [{"id": 10, "parent": 0, "move": "b2", "glyph": "?"}]
    nodes += [{"id": 11, "parent": 0, "move": "b2"}]  # the same once more
    nodes += [{"id": 12, "parent": 11, "move": "b3"}, {"id": 13, "parent": 10, "move": "c3"}]
    done: dict[str, int] = {}

    def counted(name: str) -> None:
        real = getattr(State, name)

        def count(self: State, *given: Any) -> Any:
            done[name] = done.get(name, 0) + 1
            return real(self, *given)

        monkeypatch.setattr(State, name, count)

    for name in ("play", "parse", "copy"):
        counted(name)
    found = sources.read_text(file(nodes)).tree
    assert done["play"] == done["parse"] == 13
    assert done["copy"] <= 3
    assert found.moves(9) == tuple(moves)
    assert len(found.nodes) == 13
    assert found.node(0).comment == "a start"
    (other,) = (id for id in found.children[0] if found.node(id).move == "b2")
    assert found.node(other).glyph == "?"
    assert {found.node(id).move for id in found.children[other]} == {"b3", "c3"}
    assert tree.Tree.of_json(found.as_json()) == found


# Where it is read.


async def test_a_process_of_its_own(reader: Reader) -> None:
    process = await reader.do("me", os.getpid)
    assert process != os.getpid()
    draft = await sources.of_text(reader, "me", Record.of(played(5)).as_text())
    assert draft.game == load("freedom", size=4)
    assert [node.move for node in draft.tree.onward()] == played(5).move_texts
    with pytest.raises(BadRecord, match="line 1: 'nonsense' is no game record") as refused:
        await sources.of_text(reader, "me", "nonsense")
    assert refused.value.line == 1
    assert await reader.do("me", os.getpid) == process


async def test_one_file_of_each_and_few_of_all(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_WAITING", 2)
    first = [asyncio.create_task(reader.do(owner, os.getpid)) for owner in ("me", "you")]
    await asyncio.sleep(0)
    with pytest.raises(TooMany, match="still being read"):
        await reader.do("me", os.getpid)
    with pytest.raises(Busy, match="try again"):
        await reader.do("others", os.getpid)
    await asyncio.gather(*first)
    await reader.do("others", os.getpid)


async def test_a_process_that_dies_is_replaced(reader: Reader) -> None:
    process = await reader.do("me", os.getpid)
    with pytest.raises(Busy, match="could not be read: try again"):
        await reader.do("me", os.kill, process, signal.SIGTERM)
    assert await reader.do("me", os.getpid) != process


def test_who_has_no_room_has_nothing_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    async def of_text(reader: Reader, owner: str, text: str) -> Any:
        read.append(text)

    monkeypatch.setattr(sources, "of_text", of_text)
    room = QuotaSettings(guest=Room(studies=1))
    with Site(tmp_path, quotas=room) as site, site.newcomer() as me:
        assert me.post("/api/studies", json={"game": "freedom"}).status_code == 201
        refused = me.post("/api/studies", json={"record": "a file"})
        assert refused.status_code == 429
        assert "guest keeps at most 1 studies here" in refused.text
    assert not read


def children(parent: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        found += map(int, path.read_text().split())
    return [
        child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def is_there(process: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


LINUX = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")


@LINUX
def test_it_ends_with_its_site(tmp_path: Path) -> None:
    others = children(os.getpid())
    with Site(tmp_path) as site, site.newcomer() as me:
        body = {"record": Record.of(played(5)).as_text()}
        assert me.post("/api/studies", json=body).status_code == 201
        (process,) = set(children(os.getpid())) - set(others)
    until(lambda: not is_there(process))


@LINUX
async def test_it_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with Servers(tmp_path, None, 1) as servers:
        async with servers.newcomer() as me:
            body = {"record": Record.of(played(5)).as_text()}
            made = await me.post("/api/studies", json=body, timeout=PATIENCE)
            assert made.status_code == 201, made.text
        (process,) = children(servers.all[0].process.pid)
        servers.all[0].end()
    until(lambda: not is_there(process))
