"""How many files a process may have open: each connection is one."""

from __future__ import annotations

import logging

SPARE_FILES = 512  # the database, bots, players that log in, what is being read
FEW_FILES = 4096

log = logging.getLogger("livestone")


def allow_files() -> int | None:
    """Have this process open as many files as it ever may, and return how many; None: no limit.

    What it starts may do the same. Where that is little, it is said in the log.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):  # macOS has a lower limit than it says
        hard = soft
    if hard == resource.RLIM_INFINITY:
        return None
    if hard < FEW_FILES:
        log.warning(
            "only %d files may be open at once, and each connection is one: allow more with "
            "'ulimit -Hn' or LimitNOFILE=",
            hard,
        )
    return hard


def connections(wanted: int, allowed: int | None, others: int = 0) -> int:
    """Return how many connections there may be, of those ``wanted``; 0 is as many as there can be.

    ``others`` are those elsewhere.

    >>> connections(0, 20_000), connections(30_000, 20_000, 768), connections(0, None)
    (19488, 18720, 0)
    """
    if allowed is None:
        return wanted
    most = max(16, allowed - min(SPARE_FILES + others, allowed // 2))
    return min(wanted or most, most)
