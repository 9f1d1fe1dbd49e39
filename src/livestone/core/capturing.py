"""Games of moving pieces in which a move may capture: ``4c-5c``, ``4cx6c`` and ``pass``."""

from __future__ import annotations

from typing import Any

from livestone.core import moving
from livestone.core.game import Jit
from livestone.core.moving import FROM_TO, MovingGame, moving_display
from livestone.core.phrases import TOKEN, Phrases
from livestone.core.rules import Display

say = Phrases(moving.say)
TAKES = say.form("{0}x{1}")


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


def capturing_display(
    game: CapturingGame, jit: Jit, there: Any, stuck: Any, **others: Any
) -> Display:
    """Build what is shown of a capturing game; see :func:`livestone.core.moving.moving_display`."""
    sites, capture, pass_move = len(game.board), game.capture, game.pass_move

    def spell(move: int, out: Any) -> int:
        if move == pass_move:
            out[0] = sites
            return TOKEN
        plain = move % capture
        out[0], out[1] = plain // sites, plain % sites
        return TAKES if move >= capture else FROM_TO

    return moving_display(game, jit, there, stuck, spell, **others)
