"""The board, the rules and the clock that the operator sets for a round."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.errors import BadOption, BadRequest
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Limits

# The most seconds that anybody may wait for a move, and for a whole game's moves.
MOST_MOVE, MOST_GAME, LEAST = 600.0, 36_000.0, 0.05


@dataclass(frozen=True)
class Terms:
    """Options of the game that differ from Freeplay's, seconds for a ``move`` and for a ``game``.

    Raises BadOption or BadRequest.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    move: float = Limits.move
    game: float = Limits.game

    def __post_init__(self) -> None:
        if self.make_game().option["last_cell"] == "choice":
            raise BadOption(
                "last_cell=choice cannot be played here, because no player can say that he "
                "passes: choose auto or always"
            )
        _check("a move", self.move, MOST_MOVE)
        _check("a game", self.game, MOST_GAME)
        if self.game < self.move:
            raise BadRequest(
                f"{self.game:g} seconds for a game are less than the {self.move:g} for a move"
            )

    def make_game(self) -> Game:
        """Return the game to be played. Raises BadOption."""
        return freeplay(**self.options)

    def as_json(self) -> dict[str, Any]:
        """Return the terms as a JSON object, with every option."""
        options = {name: text_of(value) for name, value in self.make_game().option.items()}
        return {"options": options, "move": self.move, "game": self.game}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the terms that a JSON object of ours holds."""
        return cls(data["options"], data["move"], data["game"])

    def words(self) -> str:
        """The clock in words.

        >>> Terms(move=5, game=120).words()
        '5 s a move, 120 s a game'
        """
        return f"{self.move:g} s a move, {self.game:g} s a game"


def _check(what: str, seconds: float, most: float) -> None:
    if not (math.isfinite(seconds) and LEAST <= seconds <= most):
        raise BadRequest(
            f"{seconds:g} seconds for {what} make no sense: choose {LEAST:g} to {most:g}"
        )
