"""The load generator measures what a server really does, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.docs.scripts import load_script
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "load.py"

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux")


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start it with its temporary files in a folder."""
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *options],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def servers(folder: Path) -> list[str]:
    """The servers that keep their games under a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            command = path.read_text()
            found += [command] if str(folder) in command and "serve" in command else []
    return found


def test_it_measures_moves(tmp_path: Path) -> None:
    options = ["--games", "2", "--watchers", "1", "--every", "0.5", "--show", "table"]
    running = start(tmp_path, *options, "--settle", "0", "--seconds", "3", "--json")
    said, faults = running.communicate(timeout=300)
    assert running.returncode == 0, faults
    found = json.loads(said)
    assert found["errors"] == {}
    assert found["streams"] == 5
    assert 0 < found["moves"] <= 13
    for name in ("acknowledged", "told", "shown", "watched"):
        times = found["milliseconds"][name]
        assert 0 < times["median"] <= times["most"] <= times["worst"]
    assert found["server"]["megabytes"] > 10
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_the_server_too(tmp_path: Path) -> None:
    running = start(tmp_path, "--games", "2")
    while not servers(tmp_path):
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    said, faults = running.communicate(timeout=PATIENCE)
    assert (running.returncode, said, faults) == (130, "", "")
    assert servers(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [("--games", "0"), ("--game", "haalmaa_3")])
def test_what_makes_no_sense_is_refused(
    options: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["load", *options])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit, match=r"^load: "):
        load_script("load").main()


def test_percentiles() -> None:
    script: Any = load_script("load_report")
    found = script.percentiles([number / 1000 for number in range(1, 201)])
    assert found == {"median": 100.5, "most": 198.0, "worst": 200.0}
    assert script.percentiles([]) is None


REFUSAL = (
    b"""HTTP/1.1 429 Too Many Requests\r\ncontent-length: 25\r\n\r\n{"error":"too-much-work"}"""
)


@pytest.mark.parametrize(
    ("said", "told"), [(REFUSAL, "429 too-much-work"), (b"", "ended")], ids=["refused", "ended"]
)
async def test_a_stream_that_is_refused_or_ends_is_not_waited_for(said: bytes, told: str) -> None:
    wire = load_script("load_wire")

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        writer.close()

    async with (
        await asyncio.start_server(refuse, "127.0.0.1", 0) as server,
        asyncio.timeout(PATIENCE),
    ):
        client = wire.Client(wire.Site(*server.sockets[0].getsockname()))
        with pytest.raises((wire.Refused, ConnectionError), match=told):
            await client.listen("some-game")
        with pytest.raises((wire.Refused, ConnectionError), match=told):
            await client.hears(1)
        client.close()
