"""nginx and Caddy with the configurations of deploy/, before servers on this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
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
    """A proxy of a kind, ``nginx`` or ``caddy``, before processes that listen at these ports.

    It answers at ``port``: in the clear, without limits that a test's one address would reach, or
    with a ``certificate`` and its key as the configuration says, but for the ports (Caddy has a
    certificate of its own, for ``localhost``). At ``plain_port`` it leads from http to https.
    """

    def __init__(
        self,
        kind: str,
        folder: Path,
        ports: Sequence[int],
        certificate: tuple[Path, Path] | None = None,
    ) -> None:
        self.port, self.plain_port = free_port(), free_port()
        self._folder, self._certificate = folder, certificate
        text = {"nginx": self._nginx, "caddy": self._caddy}[kind]()
        first, *others = (f"127.0.0.1:{port}" for port in ports)
        text = text.replace(PORTS[0], first)
        text = text.replace(PORTS[1], others[0] if others else first)
        path = folder / f"{kind}.conf"
        path.write_text(text)
        arguments = {
            "nginx": ["-p", str(folder), "-e", str(folder / "nginx.log"), "-c", str(path)],
            "caddy": ["run", "--config", str(path), "--adapter", "caddyfile"],
        }
        domain = "localhost" if certificate else f":{self.port}"
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        self._log = folder / f"{kind}.out"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [program(kind) or kind, *arguments[kind]],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **home, "DOMAIN": domain},
                start_new_session=True,
            )
        self._wait()

    def close(self) -> None:
        """End the proxy."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def protocol(self) -> str | None:
        """What a browser and the proxy agree on, ``h2`` for HTTP/2."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2", "http/1.1"])
        with (
            socket.create_connection(("127.0.0.1", self.port), 5) as plain,
            context.wrap_socket(plain, server_hostname="localhost") as secure,
        ):
            return secure.selected_alpn_protocol()

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                if self._certificate:
                    self.protocol()  # Caddy listens before it has made its certificate
                else:
                    socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                alive = self.process.poll() is None and time.monotonic() < deadline
                assert alive, self._log.read_text()
                time.sleep(0.02)

    def _nginx(self) -> str:
        site = (DEPLOY / "nginx.conf").read_text("utf-8")
        site = re.sub(r"\n    listen \[::\]:[^;]*;", "", site)
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};")
        if self._certificate:
            site = site.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
            names = ("ssl_certificate", "ssl_certificate_key")
            for name, path in zip(names, self._certificate, strict=True):
                site = re.sub(f"{name} [^;]*;", f"{name} {path};", site)
        else:
            site = site.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};")
            site = re.sub(r"\n    (ssl_\w+|limit_req|limit_conn) [^;]*;", "", site)
        return NGINX.format(folder=self._folder, site=site)

    def _caddy(self) -> str:
        site = (DEPLOY / "Caddyfile").read_text("utf-8")
        options = ["admin off", "skip_install_trust", "default_bind 127.0.0.1"]
        options += [f"storage file_system {self._folder}/caddy"]
        if self._certificate:
            options += [f"https_port {self.port}", f"http_port {self.plain_port}"]
        return "\n\t".join(["{", *options]) + f"\n}}\n{site}"
