"""The names under which a server answers: another site could have a name of its own lead to ours.

It imports nothing slow, since what is served first asks it too.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

from livestone.languages.words import t

# A name, an IPv4 address or an IPv6 address in brackets, then perhaps a port.
_HOST = re.compile(r"([a-z0-9.-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?", re.ASCII)


def names_of(hosts: Iterable[str]) -> frozenset[str]:
    """The names of a server that was given these."""
    return frozenset(host.lower() for host in ("localhost", *hosts))


def refusal(hosts: frozenset[str], host: str) -> str:
    """What is said of a host that is none of the names."""
    return t(
        "this server is not called {host}: call it {hosts} or by its IP address, "
        "perhaps with a port",
        host=repr(host[:80]),
        hosts=", ".join(sorted(hosts)),
    )


@lru_cache(1024)
def answers_to(hosts: frozenset[str], host: str) -> bool:
    """Whether a request's host is one of these or an address; asked with every request."""
    found = _HOST.fullmatch(host.lower())
    if found is None or not 1 <= int(found[2] or 1) <= 65535:
        return False
    name = found[1].strip("[]")
    try:
        return name in hosts or ipaddress.ip_address(name) is not None
    except ValueError:
        return False
