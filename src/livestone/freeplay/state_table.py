"""A game of any kind in progress, for a GamePlayer."""

from __future__ import annotations

import importlib
import time
from typing import Any

import numpy as np

from livestone.core.game import Game, Position
from livestone.core.game_files import games_in
from livestone.core.state import State
from livestone.freeplay.advice import nothing_returned
from livestone.freeplay.annotations import SiteDraw
from livestone.freeplay.blame import MAX_WORDS, blamed, shown
from livestone.freeplay.board import whole
from livestone.freeplay.cell_table import LOGGER
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import GamePlayer, make
from livestone.games import find


class StateTable:
    """A game of any kind, for a GamePlayer."""

    def __init__(self, kind: type[GamePlayer], game: Game, seat: int) -> None:
        self.state = State(game)
        self.draw = SiteDraw(game.board.site.__contains__)
        with blamed("__init__"):
            self.player = make(kind, game=game, seat=seat, logger=LOGGER, draw=self.draw)

    def move(self, asked: dict[str, Any]) -> str:
        """Give the player a state and return the text of their move. Raises Fault."""
        self._follow(asked)
        known = asked["moves"] if "position" in asked else self.state.move_texts
        self.player.moves = list(known)
        self.player.deadline = time.monotonic() + asked["seconds"]
        with blamed("move"):
            answer = self.player.move(self.state.copy())
        return read_move(answer, self.state, self.player)

    def before(self) -> tuple[int, object]:
        """The number of the move that was asked for last, and the text of the ply before it."""
        moves = self.player.moves
        return len(moves) + 1, moves[-1] if moves else None

    def _follow(self, asked: dict[str, Any]) -> None:
        """Bring the state up to date."""
        if "position" not in asked:
            for text in asked["moves"]:
                self.state.play(text)
            return
        game = self.state.game
        history = [bytes.fromhex(row) for row in asked["history"]]
        self.state = State(game, _position(game, asked["position"]), history)


def kind_of(asked: dict[str, Any]) -> type[Game]:
    """The game that is to be played."""
    if asked["rules"]:
        return next(kind for kind in games_in(asked["rules"]) if kind.id == asked["game"])
    importlib.import_module(asked["module"])  # a game from elsewhere registers itself
    return find(asked["game"])


def _position(game: Game, text: str) -> Position:
    """The position that was written so by our side."""
    return np.frombuffer(bytearray.fromhex(text), game.layout.dtype).view(np.recarray)[0]


def read_move(answer: Any, state: State, player: GamePlayer) -> str:
    """What a GamePlayer's ``move`` returned, as text; the rules have not judged it. Raises Fault.

    A number must be one of ``state.legal``.
    """
    if answer is None:
        raise Fault("illegal", f"move returned None, not a move: {nothing_returned(player.move)}")
    if isinstance(answer, str) and len(answer) <= MAX_WORDS:
        return str(answer)
    with blamed("move"):
        number = whole(answer)
    if number in state.legal:
        return state.game.wording.move_text(number)
    right = "one of state.legal, or its text"
    raise Fault("illegal", f"move returned {shown(answer)}, not a legal move: return {right}")
