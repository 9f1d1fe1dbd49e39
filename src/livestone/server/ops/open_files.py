"""How many files a process may have open: each connection is one."""

from __future__ import annotations

import logging

FEW_FILES = 4096

log = logging.getLogger("livestone")


def allow_files() -> None:
    """Raise the limit of open files to the most allowed; little is logged."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):  # macOS has a lower limit than it says
        hard = soft
    if hard != resource.RLIM_INFINITY and hard < FEW_FILES:
        log.warning(
            "only %d files may be open at once, and each connection is one: allow more with "
            "'ulimit -Hn' or LimitNOFILE=",
            hard,
        )
