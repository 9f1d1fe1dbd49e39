"""A learner's file, loaded, and a game of Freedom that its player takes part in.

All of it is plain Python without NumPy, for a player's process and for browsers.
"""

from __future__ import annotations

import importlib.util
import logging
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from livestone.freeplay.advice import no_cell, no_player, nothing_returned, wrong_move
from livestone.freeplay.annotations import CellDraw
from livestone.freeplay.blame import blamed, shown
from livestone.freeplay.board import COLOURS, PASS, Board, whole
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import GamePlayer, Player, make

LOGGER = logging.getLogger("player")


class CellTable:
    """A game of Freedom in progress, for a Player."""

    def __init__(self, kind: type[Player], options: Mapping[str, Any], seat: int) -> None:
        self.board = Board(player=COLOURS[seat], **options)
        self.draw = CellDraw(self.board.name)
        with blamed("__init__"):
            self.player = make(kind, board=self.board.copy(), logger=LOGGER, draw=self.draw)

    def move(self, asked: dict[str, Any]) -> Any:
        """Show the player a new board and return their cell. Raises Fault."""
        self.board.follow(asked["moves"])
        self.player.board = self.board.seen_by(self.board.player, asked["seconds"])
        with blamed("move"):
            answer = self.player.move()
        return read_cell(answer, self.player)

    def before(self) -> tuple[int, object]:
        """The number of the move that was asked for last, and the opponent's last cell."""
        return len(self.board.moves) + 1, self.board.last_opponent_move


def find_player(file: Path) -> type[Player] | type[GamePlayer]:
    """Load a file and return the player's class in it. Raises Fault."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Fault("failed", f"{file.name} is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.path.append(str(file.parent))
    sys.modules.setdefault(file.stem, module)
    with blamed(file.name):
        spec.loader.exec_module(module)
    return _the_player(module, file.name)


def _the_player(module: ModuleType, name: str) -> type[Player] | type[GamePlayer]:
    found = [
        value
        for value in dict.fromkeys(v for v in vars(module).values() if isinstance(v, type))
        if issubclass(value, (Player, GamePlayer)) and value.__module__ == module.__name__
    ]
    # A class that another one of the file derives from only helps that one.
    last = [kind for kind in found if not any(kind in other.__mro__[1:] for other in found)]
    if not last:
        raise Fault("failed", f"{name} has no player: {no_player(module)}")
    if len(last) > 1:
        names = ", ".join(kind.__name__ for kind in last)
        raise Fault("failed", f"{name} has {len(last)} players, {names}: keep one in a file")
    if reason := wrong_move(last[0]):
        raise Fault("failed", f"{name} has no move that can be called: {reason}")
    return last[0]


def freedom_only(name: str, title: str) -> str:
    """Why the Player in a file does not play another game."""
    return (
        f"the player in {name} is a Player, who plays Freedom only: "
        f"derive from GamePlayer to play {title}"
    )


def read_cell(answer: Any, player: Player) -> Any:
    """What a Player's ``move`` returned, as ``[x, y]`` or ``"pass"``. Raises Fault."""
    if isinstance(answer, str) and answer == PASS:
        return PASS
    if answer is None:
        raise Fault("illegal", f"move returned None, not (x, y): {nothing_returned(player.move)}")
    with blamed("move"):  # whatever it is may be the player's own
        try:
            x, y = map(whole, answer)
        except (TypeError, ValueError):
            x = y = None
    if x is None or y is None or abs(x) > 10**9 or abs(y) > 10**9:
        hint = no_cell(answer, player.board)
        raise Fault("illegal", f"move returned {shown(answer)}, not (x, y): {hint}")
    return [x, y]
