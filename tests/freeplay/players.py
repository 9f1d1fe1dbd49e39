"""Player files for the tests, good and bad, as texts."""

from __future__ import annotations

from collections.abc import Callable

from livestone.freeplay.limits import Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat
from livestone.play.baselines import BASELINES

# Generous where a player should be in time, so that a busy machine changes nothing.
LIMITS = Limits(move=60.0, game=600.0, load=60.0)
SHORT = Limits(move=0.2, game=600.0, load=60.0)
Seat = Callable[..., PlayerProcess]

HEAD = "import os, sys, time\nfrom livestone import Player\nclass Mine(Player):\n"
GAME_HEAD = (
    "import os, random, sys, time\nfrom livestone import GamePlayer\nclass Mine(GamePlayer):\n"
)


def player(move: str, more: str = "") -> str:
    """The text of a file whose player's ``move`` has this body, one line or several."""
    return f"{HEAD}    def move(self):\n{_body(move)}{more}"


def game_player(move: str, more: str = "") -> str:
    """The same for a player of any game."""
    return f"{GAME_HEAD}    def move(self, state):\n{_body(move)}{more}"


def _body(move: str) -> str:
    return "".join(f"        {line}\n" for line in move.splitlines())


FIRST_FREE = player("return self.board.legal[0]")
FIRST_LEGAL = game_player("return state.legal[0]")


def house(name: str = "random") -> HouseSeat:
    """A house player's seat."""
    return HouseSeat(name, BASELINES[name])
