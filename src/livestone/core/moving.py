"""Games in which a move takes one piece from a site to another; without a move a player passes."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from livestone.core.game import Choice, Game, Jit, Position, Repetition
from livestone.core.options import Option

# The short cap makes a quick game, for a lesson or a test.
SHORT_CAP = 60


def ply_cap(longest: int, default: int | None = None, short: int = SHORT_CAP) -> Option:
    """The option that ends a game as a draw after so many turns, 0 for never.

    It is ``longest`` where no other ``default`` is given.
    """
    return Option(
        "ply_cap",
        longest if default is None else default,
        (0, short, longest),
        "Longest game, in turns",
        {0: "without end"},
    )


class MovingGame(Game):
    """A game of moves ``e1-e2``, numbered ``origin * sites + target``, and ``pass`` after them.

    A player passes when no other move is left. The third repetition is a draw. A piece belongs to
    the seat of its colour.
    """

    choices = {"pass": Choice("Pass", "You have no other move.")}
    repetition = Repetition("draw")
    # Random moves undo what a race has gained, so a playout looks only just ahead.
    cut = 2
    explore = 0.1

    @property
    def pass_move(self) -> int:
        """The move of a player without any other."""
        return len(self.board) ** 2

    @property
    def move_limit(self) -> int:
        """``pass`` is the last move."""
        return self.pass_move + 1

    def moves_of_all(self, jit: Jit, reach: Callable[..., Any]) -> Any:
        """``fill(cells, open_ways, places, men, out) -> n``: the moves of the first ``men`` places.

        ``reach(cells, open_ways, origin, out, n) -> n`` adds those from one of them, as in
        :class:`~livestone.boards.leaps.Chains`; where there are none at all, ``pass`` is the move.
        """
        pass_move = self.pass_move

        @jit
        def fill(cells: Any, open_ways: Any, places: Any, men: int, out: Any) -> Any:
            n = 0
            for at in range(men):
                n = reach(cells, open_ways, int(places[at]), out, n)
            if n == 0:
                out[0] = pass_move
                n = 1
            return n

        return fill

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
