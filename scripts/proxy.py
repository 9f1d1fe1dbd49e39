"""nginx and Caddy with the configurations of deploy/, before servers on this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
PORTS = ("127.0.0.1:8001", "127.0.0.1:8002")  # of the processes, in both configurations
START_SECONDS = 20.0
NGINX = """
daemon off;
worker_processes 1;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def program(name: str) -> str | None:
    """The path of a proxy's program; None where there is none."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Proxy:
    """A proxy of a kind, ``nginx`` or ``caddy``, before processes that listen at these ports."""

    def __init__(self, kind: str, folder: Path, ports: Sequence[int]) -> None:
        self.port = free_port()
        text = {"nginx": _nginx, "caddy": _caddy}[kind](folder, self.port)
        first, *others = (f"127.0.0.1:{port}" for port in ports)
        text = text.replace(PORTS[0], first)
        text = text.replace(PORTS[1], others[0] if others else first)
        path = folder / f"{kind}.conf"
        path.write_text(text)
        arguments = {
            "nginx": ["-p", str(folder), "-e", str(folder / "nginx.log"), "-c", str(path)],
            "caddy": ["run", "--config", str(path), "--adapter", "caddyfile"],
        }
        self._log = folder / f"{kind}.out"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [program(kind) or kind, *arguments[kind]],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
                start_new_session=True,
            )
        self._wait()

    def close(self) -> None:
        """End the proxy."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                alive = self.process.poll() is None and time.monotonic() < deadline
                assert alive, self._log.read_text()
                time.sleep(0.02)


def _nginx(folder: Path, port: int) -> str:
    """The configuration, in the clear, without limits that a test's one address would reach."""
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    site = re.sub(r"\n    (ssl_certificate|limit_req|limit_conn)\w* [^;]*;", "", site)
    return NGINX.format(folder=folder, site=site)


def _caddy(folder: Path, port: int) -> str:
    site = (DEPLOY / "Caddyfile").read_text("utf-8").replace("play.example.org", f":{port}")
    return f"{{\n\tadmin off\n\tstorage file_system {folder}/caddy\n}}\n{site}"
