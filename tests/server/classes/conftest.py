"""Classes whose games are played at once, without a process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from tests.patience import PATIENCE
from tests.server.site import NO_TLS, Site

from livestone.freeplay import box
from livestone.server.classes.hosts import Hosts
from livestone.server.classes.setup import ClassSetup, Slips
from livestone.server.main import bind
from livestone.server.tournaments.settings import LinePorts, LineSettings

FAULT = ["failed", "move raised NameError (my_player.py, line 3)"]


async def fall(self: Hosts, job: Mapping[str, Any], tell: Any) -> Mapping[str, Any]:
    """The second player falls in the first move; in a cup the last one by the alphabet.

    The first player has said something at a move.
    """
    await asyncio.sleep(0)
    names = [seat["name"] for seat in job["seats"]]
    loser = names.index(max(names)) if "Cup" in job["words"] else 1
    moves = ["a1"] if job["game"] == "freedom" else []
    common = {"moves": moves, "movers": [0][: len(moves)], "seconds": [0.1][: len(moves)]}
    common |= {"scores": [0, 0], "winners": [1 - loser]}
    common |= {"notes": [{"1": f"{names[0]} thinks"}, {}]}
    report = f"{names[loser]} lost: {FAULT[1]}\nthe board"
    return {**common, "loser": loser, "fault": FAULT, "report": report}


async def look(self: Hosts, text: str) -> Mapping[str, Any]:
    """A file is told by what is written in it."""
    await asyncio.sleep(0)
    if "class" not in text:
        return {"fault": "my_player.py has no player"}
    return {"cells": "GamePlayer" not in text, "engine": "Bot" in text}


class ClassSite(Site):
    """A server with a class of Ana and Жана, which is open too; ``slips`` are theirs."""

    def __init__(self, folder: Path, **more: Any) -> None:
        setup = ClassSetup({"5a": ("Ana", "Жана")}, open=True, **more)
        lines = LineSettings(lambda: LinePorts(bind("127.0.0.1", 0)))
        super().__init__(folder, classes=setup, lines=lines)

    @property
    def slips(self) -> Slips:
        found: Slips = self.app.state.classes.slips[0]
        return found

    @property
    def id(self) -> str:
        (id,) = self.app.state.classes.rooms
        return str(id)

    def join(self, code: str | None, name: str = "") -> Client:
        """Somebody who joins, below the address of the class."""
        with self.newcomer() as client:
            answer = client.post("/api/classes/join", json={"code": code, "name": name})
            assert answer.status_code == 200, answer.text
        address = f"{self.url}/api/classes/{self.id}/"
        return Client(base_url=address, cookies=client.cookies, timeout=PATIENCE, verify=NO_TLS)


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hosts, "play", fall)
    monkeypatch.setattr(Hosts, "check", look)
    monkeypatch.setattr(box, "missing", lambda: None)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[ClassSite]:
    with ClassSite(tmp_path) as made:
        yield made
