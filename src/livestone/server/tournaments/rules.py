"""The rules of a tournament's games: board, scoring and clock."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.errors import BadOption, BadRequest
from livestone.freeplay.board import freeplay
from livestone.server.freeplay.limits import Clock

# Bounds in seconds: the most for a move and for a game, the least for both.
MOST_MOVE, MOST_GAME, LEAST = 600.0, 36_000.0, 0.05


@dataclass(frozen=True)
class TournamentRules:
    """Options that differ from Freeplay's, and the clock. Raises BadOption or BadRequest."""

    options: Mapping[str, object] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        if self.make_game().option["last_cell"] == "choice":
            raise BadOption(
                "last_cell=choice cannot be played here, because players cannot say that they "
                "pass: choose auto or always"
            )
        move, game = self.clock.move, self.clock.game
        _check("a move", move, MOST_MOVE)
        _check("a game", game, MOST_GAME)
        if game < move:
            raise BadRequest(f"{game:g} seconds for a game are less than the {move:g} for a move")

    def make_game(self) -> Game:
        """Return the game to be played. Raises BadOption."""
        return freeplay(**self.options)

    def as_json(self) -> dict[str, Any]:
        options = {name: text_of(value) for name, value in self.make_game().option.items()}
        return {"options": options, "move": self.clock.move, "game": self.clock.game}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["options"], Clock(data["move"], data["game"]))

    def words(self) -> str:
        """Board, scoring and clock in words.

        >>> TournamentRules({"size": 8}, Clock(5, 120)).words()
        '8 by 8, four points for each live row; 5 s a move, 120 s a game'
        """
        game = self.make_game()
        size, scoring = game.option["size"], game.option["scoring"]
        counts = next(option for option in game.options if option.name == "scoring")
        clock = f"{self.clock.move:g} s a move, {self.clock.game:g} s a game"
        return f"{size} by {size}, {counts.value_labels[scoring]}; {clock}"


def _check(what: str, seconds: float, most: float) -> None:
    if not (math.isfinite(seconds) and LEAST <= seconds <= most):
        raise BadRequest(
            f"{seconds:g} seconds for {what} make no sense: choose {LEAST:g} to {most:g}"
        )
