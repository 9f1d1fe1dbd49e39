"""A game of any kind in progress, for a GamePlayer.

As :mod:`livestone.freeplay.cell_table`, all of it is plain Python without NumPy.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

from livestone.freeplay.advice import nothing_returned
from livestone.freeplay.annotations import SiteDraw
from livestone.freeplay.blame import MAX_WORDS, blamed, shown
from livestone.freeplay.board import whole
from livestone.freeplay.cell_table import LOGGER
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import GamePlayer, make

if TYPE_CHECKING:
    from livestone.core.state import State


class Rules(Protocol):
    """What makes the states of a game."""

    def start(self) -> State:
        """The state at the opening."""
        ...

    def at(self, position: str, history: list[str]) -> State:
        """The state at a position as it is sent, with its history."""
        ...

    def guessed(self, state: State, seat: int, seed: int) -> State:
        """Return a copy in which what a seat cannot see is guessed; the same seed repeats it."""
        ...


class StateTable:
    """A game of any kind, for a GamePlayer.

    ``rules`` make its states: :class:`livestone.freeplay.told_game.ToldGame`, or a browser's.
    """

    def __init__(self, kind: type[GamePlayer], rules: Rules, seat: int) -> None:
        self.state, self._rules = rules.start(), rules
        game = self.state.game
        self.draw = SiteDraw(game.board.site.__contains__)
        given = {"game": game, "seat": seat, "logger": LOGGER, "draw": self.draw}
        with blamed("__init__"):
            self.player = make(kind, **given, _guessed=rules.guessed)

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
        if "position" in asked:
            self.state = self._rules.at(asked["position"], asked["history"])
            return
        for text in asked["moves"]:
            self.state.play(text)


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
