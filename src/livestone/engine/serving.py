"""Serves programs at pipes: the first line says which protocol they speak."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from livestone.core.game import Game
from livestone.engine.lines import Writer
from livestone.engine.ugi_session import UgiSession


class Session(Protocol):
    """A conversation in one protocol."""

    def hear(self, line: bytes | None) -> bool:
        """Do what a line says; return False once it says to quit. None is a line too long."""
        ...

    def end(self) -> None:
        """Finish what is begun, as nothing more will be asked."""
        ...


@dataclass(frozen=True)
class Setup:
    """What all conversations have in common: the game to begin with."""

    game: Game


def converse(lines: Iterable[bytes | None], write: Writer, setup: Setup) -> None:
    """Answer lines until they end, somebody says to quit, or nobody reads the answers."""
    session = UgiSession(write, setup.game)
    try:
        for line in lines:
            if write.lost or not session.hear(line):
                return
    finally:
        session.end()
