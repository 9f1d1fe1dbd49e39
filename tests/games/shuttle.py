"""Shuttle: pieces that move and hop on, and rules of repetition."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.core.game import Game, Jit, Position, Repetition, Seat
from livestone.core.layout import Layout, layout
from livestone.core.options import Option
from livestone.core.phrases import TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display, Rules, Search
from livestone.games import register

EMPTY, EDGE = 0, 9  # in ``cells`` a piece is its player's index + 1

say = Phrases()
FROM_TO = say.form("{0}-{1}")
ONLY_HOPPERS_STOP = say("only a piece that has just hopped and can hop on may stop")
ANOTHER_MOVE = say("there is another move")
ONE_OR_TWO = say("a piece goes from one cell to one other")
HOPS_ON = say("the piece on {0} hops on to {1}, or stops")
NOT_YOURS = say("there is no piece of yours on {0}")
BLOCKED = say("{0} is blocked: no empty cell next to it, nor behind one piece")
REPEATS = say("{1} would repeat a position for the third time")
CANNOT_GO = say("{0} does not lead to {1}: go to the next cell, or hop over one piece")
WRONG_PIECES = say("there must be two pieces of each colour")
WRONG_LEFT = say("left={0:number} turns are not possible")
WRONG_SUM = say("turn={1:number} and left={0:number} do not add up to the cap")
NO_HOPPER = say("heading is given, but no piece hops")
WRONG_HOPPER = say("the hopper is a piece of the player to move, heading 0 (right) or 4 (left)")
CANNOT_HOP = say("the hopper cannot hop on")


@register
class Shuttle(Game):
    """Shuttle: change places on a strip of cells.

    Goal
        Stand on both cells where the other began.

    Your turn
        Two white pieces stand on the first two cells of a strip, two black ones on the last two.
        White starts. A turn moves one piece to the next cell, forwards or backwards, if that is
        empty, or hops with it over one piece of either colour to the empty cell behind. A piece
        that has hopped may hop on in the same direction, a ply each, or ``stop``.

    How it ends
        Who reaches the goal wins; who cannot move loses. After ``cap`` turns the game is a draw.

    Sources and rulings
        ``ww...bb``, White to move; ``a1-b1`` is a move.

        ``repetition``: a position that comes back for the third time is nothing (``none``), a draw
        (``draw``), or not allowed (``forbid``; a player with nothing else then has to ``pass``).
    """

    id = "shuttle"
    title = "Shuttle"
    author = "The Livestone authors"
    year = 2026
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w", "disc", "white"), Piece("black", "b", "disc", "black"))
    options = (
        Option("length", 7, (5, 6, 7), "Length of the strip"),
        Option("repetition", "none", ("none", "draw", "forbid"), "A position's third time"),
        Option("cap", 60, (8, 60), "Turns until the game is a draw"),
    )
    site_fields = ("hopper",)
    words = Words(say, choices={"stop": Choice("Stop"), "pass": Choice("Pass")})

    @property
    def length(self) -> int:
        """Cells of the strip."""
        return int(self.option["length"])

    max_turn_plies = 8

    @property
    def max_moves(self) -> int:
        """Each of two pieces goes two ways; a hop on and ``stop`` are only two."""
        return 4

    @property
    def stop_move(self) -> int:
        """The move that ends a chain of hops, after all pairs of sites."""
        return self.length * self.length

    @property
    def pass_move(self) -> int:
        """The move of a player to whom repetition leaves no other."""
        return self.stop_move + 1

    @property
    def move_limit(self) -> int:
        """``pass`` is the last move."""
        return self.pass_move + 1

    @property
    def repetition(self) -> Repetition | None:
        """As the option says."""
        third = self.option["repetition"]
        return None if third == "none" else Repetition(third, self.pass_move)

    def make_board(self) -> Board:
        """One row of cells."""
        return square(self.length, 1)

    def make_layout(self) -> Layout:
        """The cells (with the wall); the piece that has hopped and its direction (0 or 4)."""
        return layout(
            placement=[("cells", "i1", self.length + 1)],
            identity=[("hopper", "i1"), ("heading", "i1"), ("left", "i2")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this length and cap."""
        length, cap = self.length, int(self.option["cap"])
        neighbours, leap = self.board.neighbours, self.board.leap
        stop_move = self.stop_move

        @jit
        def can_hop(cells: Any, site: int, direction: int) -> Any:
            over = cells[neighbours[site, direction]]
            return (over != EMPTY) & (over != EDGE) & (cells[leap[site, direction]] == EMPTY)

        @jit
        def home(cells: Any, player: int) -> Any:
            """Whether ``player`` stands where the other began."""
            first = length - 2 if player == 0 else 0
            return (cells[first] == player + 1) & (cells[first + 1] == player + 1)

        def start(s: Position) -> None:
            s.cells[:2] = 1
            s.cells[length - 2 :] = 2
            s.cells[length] = EDGE
            s.hopper = length
            s.left = cap

        def moves(s: Position, out: Any) -> int:
            cells = s.cells
            if s.left == 0 or home(cells, 0) or home(cells, 1):
                return 0
            if s.hopper < length:
                out[0] = s.hopper * length + leap[s.hopper, s.heading]
                out[1] = stop_move
                return 2
            n = 0
            for site in range(length):
                if cells[site] == s.mover + 1:
                    for direction in (0, 4):
                        if cells[neighbours[site, direction]] == EMPTY:
                            out[n] = site * length + neighbours[site, direction]
                            n += 1
                        elif can_hop(cells, site, direction):
                            out[n] = site * length + leap[site, direction]
                            n += 1
            return n

        def play(s: Position, move: int) -> None:
            s.hopper = length
            heading = 0
            if move < stop_move:
                origin, target = move // length, move % length
                s.cells[target] = s.cells[origin]
                s.cells[origin] = EMPTY
                heading = 0 if target > origin else 4
                hops_on = abs(target - origin) == 2 and can_hop(s.cells, target, heading)
                if hops_on and not home(s.cells, s.mover):
                    s.hopper = target
                    s.heading = heading
                    return
            s.heading = 0
            s.left -= 1
            s.turn += 1
            s.mover = 1 - s.mover

        def outcome(s: Position, score: Any) -> None:
            won = [home(s.cells, 0), home(s.cells, 1)]
            if s.left > 0 and not won[0] and not won[1]:
                won[1 - s.mover] = True
            for player in range(2):
                score[player] = 1.0 if won[player] else 0.0

        def derive(s: Position) -> None:
            s.cells[length] = EDGE

        return Rules(start, moves, play, outcome, derive=derive)

    def search(self, jit: Jit) -> Search:
        """Who has come further."""
        length = self.length

        def evaluate(s: Position, score: Any) -> None:
            ahead = 0
            for site in range(length):
                ahead += site * (s.cells[site] == 1) - (length - 1 - site) * (s.cells[site] == 2)
            score[0] = 0.5 + ahead / (4 * length)
            score[1] = 1 - score[0]

        return Search(evaluate=evaluate)

    def display(self, jit: Jit) -> Display:
        """How moves are written, given and refused, and which positions cannot be."""
        length, cap, stop_move = self.length, int(self.option["cap"]), self.stop_move
        neighbours, leap = self.board.neighbours, self.board.leap

        @jit
        def fill(move: int, out: Any) -> int:
            if move >= stop_move:
                out[0] = length + move - stop_move
                return TOKEN
            out[0], out[1] = move // length, move % length
            return FROM_TO

        def spell(move: int, out: Any) -> int:
            return int(fill(move, out))

        def path(s: Position, move: int, out: Any) -> int:
            if fill(move, out) == TOKEN:
                return 1
            if s.hopper < length:
                out[0] = out[1]
                return 1
            return 2

        @jit
        def goes(s: Position, origin: int, target: int) -> bool:
            """Whether a step or a hop leads there, repetition aside."""
            for direction in (0, 4):
                over = neighbours[origin, direction]
                hops = leap[origin, direction] == target and s.cells[over] != EMPTY
                if s.cells[target] == EMPTY and (over == target or hops):
                    return True
            return False

        def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
            origin, target = tokens[0], tokens[n - 1]
            out[0], out[1] = origin, target
            if origin >= length:
                return ONLY_HOPPERS_STOP if origin == length else ANOTHER_MOVE
            if n > 2 or target >= length:
                return ONE_OR_TWO
            if s.hopper < length:
                out[0], out[1] = s.hopper, leap[s.hopper, s.heading]
                return HOPS_ON
            if s.cells[origin] != s.mover + 1:
                return NOT_YOURS
            if n == 1:
                return BLOCKED
            return REPEATS if goes(s, origin, target) else CANNOT_GO

        def check(s: Position, out: Any) -> int:
            counts = np.zeros(3, np.int64)
            for site in range(length):
                counts[s.cells[site]] += 1
            if counts[1] != 2 or counts[2] != 2:
                return WRONG_PIECES
            out[0], out[1] = s.left, s.turn
            if not 0 <= s.left <= cap:
                return WRONG_LEFT
            if s.turn + s.left != cap:
                return WRONG_SUM
            if s.hopper == length:
                return 0 if s.heading == 0 else NO_HOPPER
            if s.heading not in (0, 4) or s.cells[s.hopper] != s.mover + 1:
                return WRONG_HOPPER
            land = leap[s.hopper, s.heading]
            over = s.cells[neighbours[s.hopper, s.heading]]
            return CANNOT_HOP if land == length or s.cells[land] != EMPTY or over == EMPTY else 0

        return Display(spell=spell, path=path, refuse=refuse, check=check)
