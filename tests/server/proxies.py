"""The proxies that servers are tried behind; tests are skipped where they are not installed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from scripts import proxy


def behind(kind: str, folder: Path, ports: Sequence[int]) -> proxy.Proxy:
    """Start a proxy, or skip the test where there is none, but for CI."""
    if proxy.program(kind) is None and os.environ.get("CI"):
        pytest.fail(f"there is no {kind}: .ci/run installs it")
    if proxy.program(kind) is None:
        pytest.skip(f"there is no {kind} here")
    return proxy.Proxy(kind, folder, ports)
