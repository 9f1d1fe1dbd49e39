"""Games in which a move takes one piece from a site to another; without a move a player passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from livestone.core.game import Game, Jit, Position, Repetition
from livestone.core.options import Option
from livestone.core.phrases import TOKEN, Choice, Phrases
from livestone.core.rules import Display

say = Phrases()
FROM_TO = say.form("{0}-{1}")
NO_PASS = say("there are other moves, and only a player without any passes")
NO_TARGET = say("a move goes from one place to another")
NO_PIECE = say("there is no piece on {0}")
NOT_YOURS = say("the piece on {0} is not {1:player}'s")
NO_MOVE = say("{0} is where it stands: a move may not end where it began")
NO_PLACE_BEHIND = say("{1} is occupied, and there is no place behind it to leap to")
TAKEN_BEHIND = say("{1} is occupied, and {2}, the place behind it, is not empty")
ENDS_BEHIND = say("{1} is occupied: a leap over it ends on {2}")
TARGET_OCCUPIED = say("{1} is occupied")
NOTHING_TO_LEAP = say("there is nothing on {2} to leap over")
NONE_OF_YOURS = say("there is no piece of your own on {2} to leap over")
NO_CHAIN = say(
    "{1} is not next to {0}, and no chain of leaps ends there: each leap goes over one "
    "neighbouring piece to the empty place straight behind it"
)
NO_FREE_WAY = say("{0} is blocked: no free place next to it and nothing to leap over")
OTHERS_TURN = say("after {0:number} turns it is not {1:player}'s turn")
PAST_THE_END = say("turn={0:number} is past the longest game, {1:number} turns")
PASSES = say("passes={0:number} does not fit {1:number} turns")
ALL_PASSED, BOTH_PASSED = say("All players passed."), say("Both players passed.")
LAST_TURN = say("That was the last turn.")
CHOICES = {"pass": Choice("Pass", "You have no other move.")}

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

    repetition = Repetition("draw")

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


def moving_display(
    game: MovingGame, jit: Jit, there: Any, stuck: Any, spell: Any = None, **others: Any
) -> Display:
    """Build what is shown of a moving game.

    ``there(s, origin, target, out) -> phrase`` says why the mover's piece cannot go to another
    site, with the two in ``out`` already; ``stuck(s, origin, out) -> phrase`` why it cannot move at
    all. ``spell`` is another way of writing moves, ``others`` are further functions.
    """
    sites, pass_move = len(game.board), game.pass_move
    owner = owners(game)

    def spell_plain(move: int, out: Any) -> int:
        if move == pass_move:
            out[0] = sites
            return TOKEN
        out[0], out[1] = move // sites, move % sites
        return FROM_TO

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        origin, target = tokens[0], tokens[n - 1]
        out[0], out[1] = origin, target
        if origin >= sites:
            return NO_PASS
        if n > 2 or target >= sites:
            return NO_TARGET
        if s.cells[origin] == 0:
            return NO_PIECE
        if owner[s.cells[origin]] != s.mover:
            out[1] = s.mover
            return NOT_YOURS
        if n == 1:
            return int(stuck(s, origin, out))
        return NO_MOVE if origin == target else int(there(s, origin, target, out))

    return Display(spell=spell or spell_plain, refuse=refuse, **others)


def owners(game: Game) -> Any:
    """The player whose colour each piece code has, -1 for none and for the wall's code."""
    colours = [seat.colour for seat in game.seats]
    found = np.full(128, -1, np.int8)
    for code, piece in enumerate(game.pieces, 1):
        if piece.colour in colours:
            found[code] = colours.index(piece.colour)
    return found


def blocked(s: Position, origin: int, out: Any) -> int:
    """Why a piece that steps and leaps cannot move at all."""
    return NO_FREE_WAY


def leap_refusal(game: MovingGame, jit: Jit, *, over_own: bool = False) -> Any:
    """``there(s, origin, target, out) -> phrase``: why no step or chain of leaps gets there."""
    neighbours, leap, wall = game.board.neighbours, game.board.leap, game.board.wall
    ways = game.board.directions

    @jit
    def onto(s: Position, origin: int, target: int, out: Any) -> int:
        """Why not to a site where something stands."""
        for way in range(ways):
            if neighbours[origin, way] == target:
                behind = leap[origin, way]
                out[2] = behind
                if behind == wall:
                    return NO_PLACE_BEHIND
                return TAKEN_BEHIND if s.cells[behind] != 0 else ENDS_BEHIND
        return TARGET_OCCUPIED

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        if s.cells[target] != 0:
            return int(onto(s, origin, target, out))
        for way in range(ways):
            if leap[origin, way] == target:
                out[2] = neighbours[origin, way]
                own = over_own and s.cells[neighbours[origin, way]] != 0
                return NONE_OF_YOURS if own else NOTHING_TO_LEAP
        return NO_CHAIN

    return there


def turn_check(game: MovingGame, jit: Jit, first: int = 0) -> Any:
    """``wrong_turn(s, out) -> phrase``: why the count of turns cannot be right, or 0.

    ``first`` began, and all players move in order.
    """
    players, cap = game.players, int(game.option["ply_cap"])

    @jit
    def wrong_turn(s: Position, out: Any) -> int:
        out[0], out[1] = s.turn, s.mover
        if s.mover != (first + s.turn) % players:
            return OTHERS_TURN
        out[1] = cap
        return PAST_THE_END if cap and s.turn > cap else 0

    return wrong_turn
