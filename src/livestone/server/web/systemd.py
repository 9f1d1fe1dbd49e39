"""Tells systemd how far the server is, where it asks (``Type=notify``)."""

from __future__ import annotations

import contextlib
import os
import socket


def notify(words: str) -> None:
    """Send ``READY=1`` or the like to systemd, if it asks for it: see sd_notify(3)."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place or not hasattr(socket, "AF_UNIX"):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(words.encode(), "\0" + place[1:] if place.startswith("@") else place)
