"""Positions and results in words and characters, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.record import Result
    from livestone.core.state import View


def board(view: View) -> str:
    """The board as plain text, with who is to move or how it ended above it."""
    from livestone.core.scene import scene
    from livestone.draw import plain

    picture = scene(view)
    return f"{picture.title}\n\n{plain.draw(picture)}"


def ending(result: Result | None, game: Game) -> str:
    """How a game ended, in words: ``White won 24-18, Black resigned``."""
    if result is None:
        return "still running"
    names = [game.seats[player].name for player in result.winners]
    scores = "–".join(str(score) for score in result.scores)
    won = f"{' and '.join(names)} won" if names else "drawn"
    if game.points:
        won += f" {scores}"
    if result.by is None:
        return won if result.reason == "finished" else f"{won}, {result.reason}"
    return f"{won}, {result.reason} by {game.seats[result.by].name}"
