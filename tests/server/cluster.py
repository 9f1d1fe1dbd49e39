"""A PostgreSQL server of a test's own, which may be killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

import pytest

START_SECONDS = 60.0


def programs() -> Path:
    """The folder of PostgreSQL's programs; skips the test where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    path = shutil.which("initdb")
    if path is None and not found:
        pytest.skip("there is no PostgreSQL here")
    return Path(path).resolve().parent if path is not None else found[-1]


class Cluster:
    """A context in which PostgreSQL answers at ``url``, unless it has been killed."""

    def __enter__(self) -> Self:
        self._programs = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="livestone-cluster-"))
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self._run("initdb", "-D", "data", "-A", "trust", "-U", "livestone", "-E", "UTF8", "-N")
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self._port), "-U", "livestone", "games")
        self.url = f"postgresql://livestone@127.0.0.1:{self._port}/games"
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        """Start it, for the first time or again, as soon as the last of the old ones has ended."""
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        command = ("pg_ctl", "-D", "data", "-l", "log", "-o", options, "-w", "-t", "120", "start")
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self._run(*command)
            except subprocess.CalledProcessError:  # it still holds the memory that they shared
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def kill(self) -> None:
        """Kill the server's first process; those it has started end by themselves."""
        number = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        with contextlib.suppress(ProcessLookupError):  # it was killed before
            os.kill(number, signal.SIGKILL)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            cwd=self._folder,
            user=self._user,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
