"""One server uses the store in a folder, or those of one person at their machine share it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tests.server.servers import Command, Server

from livestone.server.db.file_lock import InUse, serving


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    """It says so in one line; after the first is killed it starts."""
    server = Server(tmp_path / "data", None, {})
    server.wait()
    log = tmp_path / "second"
    command = ["serve", "--data", str(server.folder), "--port", "0", "--lines", "0"]
    second = Command(command, log, {"LIVESTONE_WARM_UP": "false"})
    assert second.wait() != 0
    said = [line for line in log.read_text().splitlines() if "another Livestone uses" in line]
    assert len(said) == 1
    assert str(server.folder) in said[0]
    assert "--data" in said[0]
    assert "Traceback" not in log.read_text()
    server.end()
    server.start()
    assert server.end(signal.SIGTERM) == 0


def test_who_may_share_a_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path, alone=True):
        for alone in (True, False):
            with pytest.raises(InUse, match="another Livestone uses"), serving(tmp_path, alone):
                pass
    assert not caplog.messages
    with serving(tmp_path, alone=False), serving(tmp_path, alone=False):
        assert any("another Livestone uses" in said for said in caplog.messages)
        with pytest.raises(InUse), serving(tmp_path, alone=True):
            pass
    with serving(tmp_path, alone=True):
        pass
