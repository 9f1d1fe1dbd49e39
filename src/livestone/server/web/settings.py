"""Settings of the pages and the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl

    from livestone.server.web.proxies import Network


@dataclass(frozen=True)
class WebSettings:
    """How the pages are reached: names, base path, believed proxies, TLS, figures, the end.

    See :class:`livestone.server.config.Config`. ``figures`` says whether any are counted; 0
    ``requests`` a second is no limit, nor is 0 per cent of a processor for ``address_work``.
    """

    hosts: tuple[str, ...] = ()
    base_path: str = ""
    trusted_proxies: tuple[Network, ...] = ()
    tls: ssl.SSLContext | None = None
    log_requests: bool = False
    figures: bool = False
    metrics_from: tuple[Network, ...] = ()
    metrics_token: str = ""
    drain_seconds: float = 0.0
    stop_seconds: float = 1.0
    requests: float = 0.0
    address_work: float = 0.0
    visitor_work: float = 0.0
