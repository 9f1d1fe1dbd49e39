"""A class is killed in the middle of its games, and the same command goes on with everything."""

from __future__ import annotations

import csv
import io
import re
import signal
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import httpx
import pypdf
import pytest
from tests.patience import PATIENCE
from tests.server.servers import Command
from tests.server.site import NO_TLS, until

from livestone.freeplay import box

TEXT = """from livestone import Player


class Mine(Player):
    def move(self):
        return self.board.legal[-1]
"""


NAMES = ("Ana Petrović", "Жана")


def start(
    folder: Path, names: Sequence[str] = NAMES, *more: str, port: int = 0, **environment: str
) -> tuple[Command, str]:
    """The command for a class, and what it has said."""
    (folder / "5a.txt").write_text("\n".join(names), "utf-8")
    file, sheet = str(folder / "5a.txt"), str(folder / "slips.pdf")
    asked = ["class", file, "--sheet", sheet, "--data", str(folder / "data"), *more]
    asked += ["--host", "127.0.0.1", "--port", str(port)]
    ran = Command(asked, folder / "log", environment)
    said = ""
    while "Ctrl-C ends" not in said:
        line = ran.said.readline()
        assert line, (folder / "log").read_text()
        said += line
    return ran, said


def codes(folder: Path) -> list[str]:
    """The codes on the slips."""
    pages = pypdf.PdfReader(folder / "slips.pdf").pages
    return re.findall(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", "".join(map(_text, pages)))


def _text(page: pypdf.PageObject) -> str:
    return page.extract_text()


def joined(said: str, code: str) -> httpx.Client:
    (address,) = re.findall(r"Students open  (\S+)/join", said)
    base = f"{address}/api/classes/"
    with httpx.Client(base_url=base, timeout=PATIENCE, verify=NO_TLS) as client:
        id = client.post("join", json={"code": code}).json()["id"]
    more = {"cookies": client.cookies, "timeout": PATIENCE, "verify": NO_TLS}
    return httpx.Client(base_url=f"{base}{id}/", **more)


def played(teacher: httpx.Client) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(teacher.get("results.csv").text)))


@pytest.mark.slow
@pytest.mark.skipif(box.missing() is not None, reason=f"no sandbox: {box.missing()}")
def test_a_killed_class_goes_on_and_nothing_counts_twice(tmp_path: Path) -> None:
    ran, said = start(tmp_path)
    (code,) = re.findall(r"/join#(\S+)", said)
    assert "Ana Petrović" in _text(pypdf.PdfReader(tmp_path / "slips.pdf").pages[0])
    (slip, _) = codes(tmp_path)
    with joined(said, slip) as ana, joined(said, code) as teacher:
        assert ana.post("versions", json={"text": TEXT}).is_success
        until(lambda: len(played(teacher)) >= 3)
        cookies = dict(ana.cookies)
    ran.end(signal.SIGKILL)
    ran.wait()
    ran, said = start(tmp_path)
    try:
        (code,) = re.findall(r"/join#(\S+)", said)
        with joined(said, code) as teacher:
            before = played(teacher)
            assert len(before) >= 3
            until(lambda: len(played(teacher)) >= len(before) + 3)
            games = Counter((row["round"], row["meeting"], row["game"]) for row in played(teacher))
            assert set(games.values()) == {1}
            assert any("1" in row["versions"] for row in played(teacher)[len(before) :])
            teacher.cookies.clear()
            teacher.cookies.update(cookies)
            assert teacher.get("").json()["name"] == "5a"
    finally:
        ran.end(signal.SIGTERM)
        assert ran.wait() == 0
