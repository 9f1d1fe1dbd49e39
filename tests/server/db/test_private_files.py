"""What is kept, and copies of it, are readable by their owner only."""

from __future__ import annotations

import io
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.conftest import SMALL
from tests.server.servers import Servers
from tests.server.site import said_here

from livestone.cli.main import run
from livestone.server.db.backup import backup, restore
from livestone.server.db.sqlite_setup import FILE, prepare

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps rights otherwise")


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    """As most machines have it: everybody may read what is new."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(*paths: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in paths}


async def test_a_server_keeps_its_games_private(tmp_path: Path) -> None:
    """The folder is left alone, since the test's log is in it, and that is said."""
    folder = tmp_path / "0"
    with Servers(tmp_path, None, 1) as servers, pytest.MonkeyPatch.context() as patch:
        async with servers.newcomer() as me:
            body = {"game": "freedom", "options": SMALL, "seats": ["me", "person"]}
            assert (await me.post("/api/games", json=body)).status_code == 201
        stored = sorted(folder.glob("livestone.db*"))
        assert modes(*stored) == {FILE + end: "0o600" for end in ("", "-shm", "-wal")}
        assert f"others may look into the folder {folder}" in servers.logged()
        patch.chdir(tmp_path)
        assert run(["backup", "copy.db", "--data", str(folder)]) == 0
        assert modes(tmp_path / "copy.db") == {"copy.db": "0o600"}


def test_what_others_could_read_is_narrowed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    folder, shared = tmp_path / "data", tmp_path / "shared"
    prepare(folder / FILE)
    wal = folder / f"{FILE}-wal"
    wal.touch()
    for path in (folder, folder / FILE, wal):
        path.chmod(0o755)
    prepare(folder / FILE)
    assert modes(folder, folder / FILE) == {"data": "0o700", FILE: "0o700"}
    (folder / FILE).chmod(0o644)
    assert restore(folder, folder_copy(folder, tmp_path)) is not None
    assert set(modes(folder, *folder.glob("*.db")).values()) == {"0o700", "0o600"}
    assert not said_here(caplog)
    shared.mkdir()
    (shared / "letter").touch()
    prepare(shared / FILE)
    assert modes(shared, shared / FILE) == {"shared": "0o755", FILE: "0o600"}
    assert "chmod 700" in caplog.text


def folder_copy(folder: Path, place: Path) -> Path:
    copy = place / "old.db"
    copy.touch(0o644)  # as an older backup has left it
    backup(folder, copy, replace=True)
    assert modes(copy) == {"old.db": "0o600"}
    return copy


def test_games_played_in_the_terminal_are_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data" / "terminal"
    folder.mkdir(parents=True)
    monkeypatch.setattr("sys.stdin", io.StringIO("a1\nquit\n"))
    command = ["play", "--plain", "--option", "size=4", "--side", "both"]
    assert run([*command, "--data", str(folder.parent)]) == 0
    (game,) = folder.glob("*.txt")
    assert list(modes(folder.parent, folder, game).values()) == ["0o700", "0o700", "0o600"]
