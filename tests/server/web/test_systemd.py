"""The service manager is told, where there is one."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from livestone.server.web.systemd import notify


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd's way")
def test_the_manager_is_notified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "s"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "s"))
        notify("READY=1")
        assert manager.recv(100) == b"READY=1"
    for address in ("", str(tmp_path / "nowhere")):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        notify("READY=1")  # nothing happens
