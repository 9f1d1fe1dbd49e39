"""Moving games that are not yet in the new form."""

import re
from abc import abstractmethod
from typing import ClassVar

import numpy as np

from livestone.core.capturing import CapturingGame
from livestone.core.game import Position
from livestone.core.moving import CHOICES, MovingGame


class _Old:
    choices: ClassVar = CHOICES
    cut = 2
    explore = 0.1

    def move_text(self, move: int) -> str:
        """``e1-e2``, or ``pass``."""
        if move == self.pass_move:
            return "pass"
        return "-".join(self.board.names[site] for site in divmod(move, len(self.board)))

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """From and to, or ``pass``."""
        return tuple(self.move_text(move).split("-"))

    def why_not(self, s: Position, text: str) -> str | None:
        """No reason to pass, nobody's or another's piece, or what the game says of the move."""
        if text == "pass":
            return "there are other moves, and only a player without any passes"
        tokens = re.split(r"[-\s]+", text)
        if not 1 <= len(tokens) <= 2 or not all(token in self.board.site for token in tokens):
            return None
        origin, target = self.board.site[tokens[0]], self.board.site[tokens[-1]]
        piece, mover = self.piece(s, origin), self.seats[int(s.mover)]
        if piece is None:
            return f"there is no piece on {tokens[0]}"
        if piece.colour != mover.colour:
            return f"the piece on {tokens[0]} is not {mover.name}'s"
        if len(tokens) == 1:
            return f"say where the piece on {tokens[0]} goes"
        if origin == target:
            return f"{tokens[0]} is where it stands: that would return to its start"
        return self.why_not_there(s, origin, target)

    @abstractmethod
    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        """Why the mover's piece on ``origin`` cannot go to the other site ``target``."""

    def wrong_turn(self, s: Position, first: int = 0) -> str | None:
        """Why the count of turns cannot be right where ``first`` began and all move in order."""
        mover, turn = int(s.mover), int(s.turn)
        if mover != (first + turn) % self.players:
            return f"after {turn} turns it is not {self.seats[mover].name}'s turn"
        cap = int(self.option["ply_cap"])
        if cap and turn > cap:
            return f"turn={turn} is past the longest game, {cap} turns"
        return None


class OldMoving(_Old, MovingGame):
    pass


class OldCapturing(_Old, CapturingGame):
    def move_text(self, move: int) -> str:
        """``4c-5c``, ``4cx6c`` or ``pass``."""
        if move == self.pass_move:
            return "pass"
        captures, plain = divmod(move, self.capture)
        return "-x"[captures].join(
            self.board.names[site] for site in divmod(plain, len(self.board))
        )

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """From and to, or ``pass``."""
        if move == self.pass_move:
            return ("pass",)
        origin, target = divmod(move % self.capture, len(self.board))
        return self.board.names[origin], self.board.names[target]

    def why_not(self, s: Position, text: str) -> str | None:
        """The other sign, where that makes a legal move; else as for any moving game."""
        other = text.translate({ord("-"): "x", ord("x"): "-"})
        if other != text and other in self.texts_now(s):
            return f"that move {'captures' if 'x' in other else 'captures nothing'}: write {other}"
        return super().why_not(s, text.replace("x", "-"))

    def texts_now(self, s: Position) -> list[str]:
        """The texts of the legal moves, repetition aside."""
        out = np.zeros(self.max_moves + 1, np.int32)
        return [self.move_text(int(move)) for move in out[: self.plain.moves(s, out)]]
