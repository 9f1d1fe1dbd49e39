"""Settings of the pages and the API."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from livestone.server import parsers
from livestone.server.parsers import Network
from livestone.server.setting import Setting, file, networks, port, switch, whole

_HOST = "Where the server listens: 0.0.0.0 lets others on your network in."
_REQUESTS = "The most requests a second from one address, over ten seconds; 0 is no limit."
_WORK = "The most processor time for one address, in per cent of a core; 0 is no limit."
_TOKEN = "A bearer token whose sender may read /metrics too."
_DRAIN = "Seconds that the server still answers after it is told to end."
_STOP = "Seconds in which requests may finish once it no longer listens."
_HERE = parsers.networks("127.0.0.0/8, ::1")


@dataclass(frozen=True)
class Listening:
    """Where the pages are, and the certificate by which they are https."""

    host: Annotated[str, Setting(parsers.address, _HOST)] = "127.0.0.1"
    port: Annotated[int, port("The pages' port; the next free one if left out, any for 0.")] = 8000
    certificate: Annotated[
        Path | None, file("The TLS certificate (PEM, with its chain); the pages are then https.")
    ] = None
    key: Annotated[Path | None, file("The certificate's private key (PEM, no password).")] = None


@dataclass(frozen=True)
class WebSettings:
    """How the pages are reached: names, base path, believed proxies, TLS, figures, the end.

    ``figures`` says whether any are counted; 0 ``requests`` a second is no limit, nor is 0 per cent
    of a processor for ``address_work``.
    """

    hosts: Annotated[
        tuple[str, ...],
        Setting(parsers.host_names, "Names that it answers to, besides localhost and addresses."),
    ] = ()
    base_path: Annotated[
        str, Setting(parsers.base_path, "The path under which the server is shown: /table.")
    ] = ""
    trusted_proxies: Annotated[
        tuple[Network, ...],
        networks("Addresses whose X-Forwarded-For, -Proto and -Host are believed."),
    ] = ()
    tls: ssl.SSLContext | None = None
    log_requests: Annotated[bool, switch("Whether each request is logged.")] = False
    figures: bool = False
    metrics_from: Annotated[
        tuple[Network, ...], networks("Addresses that may read /metrics.", default=_HERE)
    ] = ()
    metrics_token: Annotated[str, Setting(parsers.secret_word, _TOKEN)] = ""
    drain_seconds: Annotated[float, Setting(parsers.seconds(0, 300), _DRAIN)] = 0.0
    stop_seconds: Annotated[float, Setting(parsers.seconds(1, 300), _STOP, default=5.0)] = 1.0
    requests: Annotated[float, whole(0, 1_000_000, _REQUESTS, default=100)] = 0.0
    address_work: Annotated[float, whole(0, 6400, _WORK, default=50)] = 0.0
    visitor_work: Annotated[
        float, whole(1, 6400, "The most of it for one visitor.", default=25)
    ] = 0.0
