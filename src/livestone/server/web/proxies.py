"""The client's address, host and scheme, also behind trusted proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from litestar.datastructures import Headers

from livestone.server.parsers import Network

_FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded")


def within(address: str, networks: Sequence[Network]) -> bool:
    """Whether an address lies in one of the networks; IPv4 in IPv6's clothes is IPv4.

    >>> within("::ffff:10.1.2.3", [ipaddress.ip_network("10.0.0.0/8")])
    True
    """
    read = _read(address)
    return read is not None and any(read in network for network in networks)


def seen_through(scope: Any, proxies: Sequence[Network]) -> dict[str, Any]:
    """Return a scope as a trusted proxy names it; state ``forwarded``: an untrusted one does."""
    seen = {**scope, "state": dict(scope.get("state") or {})}
    client = (scope.get("client") or ("", 0))[0]
    if not within(client, proxies):
        seen["state"]["forwarded"] = any(name in _FORWARDED for name, _ in scope["headers"])
        return seen
    headers = Headers(scope["headers"])
    # The nearest proxy wrote last: the last address that is no proxy of ours is the client.
    chain = ",".join(headers.getall("x-forwarded-for", [])).split(",")
    for hop in reversed([_bare(hop.strip()) for hop in chain if hop.strip()]):
        seen["client"] = (hop, 0)
        if not within(hop, proxies):
            break
    scheme = _last(headers, "x-forwarded-proto").lower()
    if scheme in ("http", "https"):
        seen["scheme"] = scheme
    if host := _last(headers, "x-forwarded-host"):
        kept = [pair for pair in scope["headers"] if pair[0] != b"host"]
        seen["headers"] = [*kept, (b"host", host.encode("latin-1"))]
    return seen


def _last(headers: Headers, name: str) -> str:
    """The last value of a header; one that is sent twice is one with both values."""
    return ",".join(headers.getall(name, [])).rpartition(",")[2].strip()


def _bare(hop: str) -> str:
    """An address without its port.

    >>> _bare("[2001:db8::7]:4711"), _bare("192.0.2.7:80"), _bare("2001:db8::7")
    ('2001:db8::7', '192.0.2.7', '2001:db8::7')
    """
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


@lru_cache(1024)  # of who has come lately
def origin(address: str) -> str:
    """Whom an address stands for: itself, or by IPv6 the network, of which one person has all.

    >>> origin("192.0.2.7"), origin("::ffff:192.0.2.7"), origin("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    read = _read(address)
    if isinstance(read, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(read), 64), strict=False))
    return address if read is None else str(read)


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, that of IPv4 in IPv6's clothes as IPv4; None for what is none."""
    try:
        read = ipaddress.ip_address(address.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read
