"""The server under load: started for the occasion, and what its processes have used (Linux)."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from load_wire import Site
from proxy import Proxy, program

from livestone.processors import available_processors

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
READY = re.compile(r"ready at http://([^/]+):(\d+)/")
STOP_SECONDS = 30.0
# Runs livestone and writes what its main thread has spent processor time on into a file.
PROFILED = """
import cProfile, runpy, sys, time
path, profile = sys.argv.pop(1), cProfile.Profile(time.thread_time)
try:
    profile.runcall(runpy.run_module, "livestone", run_name="__main__", alter_sys=True)
finally:
    profile.dump_stats(path)
"""


class Failed(Exception):
    """The server cannot be measured, and why."""


@dataclass(frozen=True)
class Used:
    """What processes have used so far: processor seconds, and the most memory in MB."""

    seconds: float
    megabytes: float

    def since(self, before: Used) -> float:
        """Processor seconds since then."""
        return self.seconds - before.seconds


class Server:
    """Running processes of ``livestone serve``, several of them behind nginx."""

    def __init__(
        self, processes: list[subprocess.Popen[str]], site: Site, folder: Path, proxy: Proxy | None
    ) -> None:
        self.site = site
        self._processes, self._folder, self._proxy = processes, folder, proxy

    @property
    def alive(self) -> bool:
        """Whether all still run."""
        return all(process.poll() is None for process in self._processes)

    def said(self) -> list[str]:
        """What they have logged."""
        logs = sorted(self._folder.glob("*/log"))
        return [line for log in logs for line in log.read_text("utf-8", "replace").splitlines()]

    def used(self) -> Used:
        """What all processes have used, without nginx."""
        return used([pid for process in self._processes for pid in family(process.pid)])

    def proxy_used(self) -> Used:
        """What nginx has used."""
        return used([] if self._proxy is None else family(self._proxy.process.pid))


@contextlib.contextmanager
def serving(
    database: str | None, jobs: int, settings: list[str], profile: Path | None
) -> Iterator[Server]:
    """Have servers with nothing in their store answer until the end of the block. Raises Failed."""
    if jobs > 1 and program("nginx") is None:
        raise Failed("several processes are measured behind nginx, which is not installed")
    with tempfile.TemporaryDirectory(prefix="livestone-load-") as name:
        folder, proxy = Path(name), None
        processes: list[subprocess.Popen[str]] = []
        try:
            sites = []
            for number in range(jobs):
                place = folder / str(number)
                place.mkdir()
                with _unbroken():
                    processes.append(_start(place, _options(database, settings), profile))
                sites.append(_site(processes[-1], place / "log"))
            if jobs > 1:
                proxy = Proxy("nginx", folder, [site.port for site in sites])
            site = sites[0] if proxy is None else Site(sites[0].host, proxy.port)
            yield Server(processes, site, folder, proxy)
        finally:
            if proxy is not None:
                proxy.close()
            for process in processes:
                _stop(process)


@contextlib.contextmanager
def _unbroken() -> Iterator[None]:
    """Put Ctrl-C off until the end of the block, or it could leave a server that nobody knows."""
    came: list[int] = []
    ours = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda number, _: came.append(number)) for number in ours]
    try:
        yield
    finally:
        for number, handler in zip(ours, before, strict=True):
            signal.signal(number, handler)
    if came:
        raise KeyboardInterrupt


def _options(database: str | None, settings: list[str]) -> list[str]:
    options = ["--port", "0", "--lines", "0", "--set", "trusted_proxies=127.0.0.1"]
    # All of it comes from one address.
    limits = ("requests", "address_games", "address_megabytes")
    for limit in (*limits, "all_guests_games", "all_guests_megabytes"):
        options += ["--set", f"{limit}=0"]
    options += ["--set", "address_work=6400"]  # with 0 no work would be counted, which costs too
    options += [] if database is None else ["--database", database]
    return options + [part for setting in settings for part in ("--set", setting)]


def _start(folder: Path, options: list[str], profile: Path | None) -> subprocess.Popen[str]:
    program = ["-m", "livestone"] if profile is None else ["-c", PROFILED, str(profile)]
    command = [sys.executable, *program, "serve", "--data", str(folder)]
    with (folder / "log").open("w") as errors:
        return subprocess.Popen(
            command + options,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=_environment(),
            text=True,
            process_group=0,  # Ctrl-C is ours: the server is told in its turn
        )


def _environment() -> dict[str, str]:
    """Ours without settings that are meant for another server, and its database."""
    kept = {name: value for name, value in os.environ.items() if name not in _settings()}
    return kept | {"LIVESTONE_WARM_UP": "false", "PYTHONUNBUFFERED": "1"}


def _settings() -> set[str]:
    from livestone.server.config import Config

    return {f"LIVESTONE_{entry.name.upper()}" for entry in fields(Config)} | {"LIVESTONE_CONFIG"}


def _site(process: subprocess.Popen[str], log: Path) -> Site:
    assert process.stdout is not None
    for line in process.stdout:
        if found := READY.search(line):
            return Site(found[1], int(found[2]))
    raise Failed(f"the server did not start: {log.read_text('utf-8', 'replace').strip()[-500:]}")


def _stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    found = [pid]
    for parent in found:
        for path in Path(f"/proc/{parent}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(child) for child in path.read_text().split()]
    return found


def named(name: str) -> list[int]:
    """The processes of this name on the machine."""
    found = []
    for path in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if path.read_text().strip() == name:
                found.append(int(path.parent.name))
    return found


def used(processes: list[int]) -> Used:
    """What processes have used; those that have ended meanwhile are left out."""
    ticks, kilobytes = 0, 0
    for pid in processes:
        with contextlib.suppress(OSError):
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(stat[11]) + int(stat[12])
            peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
            kilobytes += 0 if peak is None else int(peak[1])
    return Used(ticks / TICKS, kilobytes / 1024)


def machine_seconds() -> float:
    """Processor seconds that everything on the machine has used since it started."""
    spent = [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(spent) - spent[3] - spent[4]) / TICKS  # but idle, and waiting for the disk


def machine() -> str:
    """The machine in words."""
    with contextlib.suppress(OSError):
        found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
        if found is not None:
            return f"{available_processors()} x {found[1].strip()}"
    return f"{available_processors()} processors"
