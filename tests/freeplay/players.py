"""Player files for the tests, good and bad, as texts."""

from __future__ import annotations

HEAD = "import os, sys, time\nfrom livestone import Player\nclass Mine(Player):\n"


def player(move: str, more: str = "") -> str:
    """The text of a file whose player's ``move`` has this body, one line or several."""
    lines = "".join(f"        {line}\n" for line in move.splitlines())
    return f"{HEAD}    def move(self):\n{lines}{more}"


FIRST_FREE = player("return self.board.legal[0]")
