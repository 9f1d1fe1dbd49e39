"""Games of moving pieces in which a move may capture: ``4c-5c``, ``4cx6c`` and ``pass``."""

from __future__ import annotations

import numpy as np

from livestone.core.game import Position
from livestone.core.moving import MovingGame


class CapturingGame(MovingGame):
    """A moving game whose captures are numbered after its plain moves, and ``pass`` after both.

    A plain move is ``origin * sites + target``, a capture ``capture`` more.
    """

    @property
    def capture(self) -> int:
        """How much more than a plain move's the number of a capture is."""
        return len(self.board) ** 2

    @property
    def pass_move(self) -> int:
        """The move of a player without any other."""
        return 2 * self.capture

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
