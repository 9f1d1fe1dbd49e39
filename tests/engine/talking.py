"""Conversations with an engine that are kept as text: ``> line`` is said, ``< line`` is heard.

In what is heard ``*`` stands for anything; ``info`` of a search and ``#`` comments are passed over.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from fnmatch import fnmatchcase

PATIENCE = 120.0


class Heard:
    """What an engine says, a line at a time."""

    lost = False

    def __init__(self) -> None:
        self._lines: queue.Queue[str] = queue.Queue()

    def __call__(self, *lines: str | bytes) -> None:
        """Hear lines."""
        for line in lines:
            self._lines.put(line if isinstance(line, str) else line.decode())

    def next(self) -> str:
        """Return the next line, which is awaited."""
        return self._lines.get(timeout=PATIENCE)

    def until(self, start: str) -> list[str]:
        """Return the lines up to the first that begins so."""
        found = [self.next()]
        while not found[-1].startswith(start):
            found.append(self.next())
        return found

    @property
    def rest(self) -> list[str]:
        """What else has been said."""
        return [self._lines.get() for _ in range(self._lines.qsize())]


def follow(script: str, say: Callable[[bytes], object], hear: Callable[[], str]) -> None:
    """Hold a conversation as it is written."""
    for line in script.strip().splitlines():
        kind, _, text = line.strip().partition(" ")
        if kind == ">":
            say(text.encode())
        elif kind == "<":
            heard = hear()
            while heard.startswith("info depth") and not text.startswith("info depth"):
                heard = hear()
            pattern = text.replace("[", "[[]")
            assert fnmatchcase(heard, pattern), f"heard {heard!r}, not {text!r}"
