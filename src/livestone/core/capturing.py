"""Games in which a move takes one piece from a site to another and may capture what stands there."""

from __future__ import annotations

import numpy as np

from livestone.core.game import Position
from livestone.core.moving import MovingGame


class CapturingGame(MovingGame):
    """A game of moves ``e1-e2`` and captures ``e1xe2``, and ``pass`` after them.

    Captures are numbered as moves are, ``captures`` higher.
    """

    @property
    def captures(self) -> int:
        """The number of the first capture."""
        return len(self.board) ** 2

    @property
    def pass_move(self) -> int:
        """The move of a player without any other."""
        return 2 * self.captures

    def move_text(self, move: int) -> str:
        """``e1-e2``, ``e1xe2`` or ``pass``."""
        if move == self.pass_move:
            return "pass"
        return ("x" if move >= self.captures else "-").join(self._ends(move))

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """From and to, or ``pass``."""
        return ("pass",) if move == self.pass_move else self._ends(move)

    def why_not(self, s: Position, text: str) -> str | None:
        """A capture written as a plain move or the reverse, or as for any game of moving pieces."""
        for sign, other in ("-x", "x-"):
            written = text.replace(sign, other, 1)
            if written != text and written in self._legal_texts(s):
                goes = "there is something to capture" if sign == "-" else "nothing is captured"
                return f"{goes}: write {written}"
        return super().why_not(s, text.replace("x", "-", 1))

    def _ends(self, move: int) -> tuple[str, str]:
        origin, target = divmod(move % self.captures, len(self.board))
        return self.board.names[origin], self.board.names[target]

    def _legal_texts(self, s: Position) -> set[str]:
        out = np.zeros(self.max_moves + 1, np.int32)
        return {self.move_text(int(move)) for move in out[: self.plain.moves(s, out)]}
