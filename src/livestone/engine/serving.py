"""Serves programs: the first line says which protocol they speak."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.engine.json_session import JsonSession
from livestone.engine.lines import Writer
from livestone.engine.minds import MEGABYTES, Answers, Mind
from livestone.engine.pool import Pool
from livestone.engine.ugi_session import UgiSession

PROTOCOLS = ("ugi", "json")


class Session(Protocol):
    """A conversation in one protocol."""

    def hear(self, line: bytes | None) -> bool:
        """Do what a line says; return False once it says to quit. None is a line too long."""
        ...

    def end(self, patience: float | None = None) -> None:
        """Finish what is begun, in so many seconds, as nothing more will be asked."""
        ...

    def stop(self) -> None:
        """Stop what runs, as nobody waits for it."""
        ...


class Engine(Uncopied):
    """What all conversations share: the game to begin with, and ``workers`` threads for queries.

    What their searches learn takes about so many ``megabytes`` in all. ``protocol`` is the one
    that is spoken; otherwise it is JSON where the first line begins an object, and else UGI.
    """

    def __init__(
        self,
        game: Game,
        *,
        protocol: Literal["ugi", "json"] | None = None,
        workers: int = 1,
        megabytes: int = MEGABYTES,
    ) -> None:
        self._game, self._protocol = game, protocol
        self._answers = Answers()
        self._pool = Pool(workers, lambda: Mind(game, megabytes // workers))

    def converse(
        self, lines: Iterable[bytes | None], write: Writer, patience: float | None = None
    ) -> None:
        """Answer lines until they end, they say to quit, or nobody reads the answers.

        What was asked until then may take ``patience`` seconds more, any time without it.
        """
        session: Session | None = None
        try:
            for line in lines:
                session = session or self._session(line or b"", write)
                if write.lost or not session.hear(line):
                    return
        except BaseException:  # Ctrl-C
            write.lost = True
            raise
        finally:
            if session is not None:
                if write.lost:
                    session.stop()
                session.end(patience)

    def _session(self, line: bytes, write: Writer) -> Session:
        first = "json" if line.lstrip()[:1] == b"{" else "ugi"
        if (self._protocol or first) == "json":
            return JsonSession(write, self._pool, self._answers)
        return UgiSession(write, self._game)
