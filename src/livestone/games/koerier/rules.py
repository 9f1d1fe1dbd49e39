"""Koerier (Courier), by Fred Horn (1982): two couriers, crossing on a blue line.

Goal
    Bring your Courier along the blue line to its goal first: Yellow's to J10, Red's to A10.

Your turn
    Yellow starts. Move one piece; pass only if none can.

Couriers
    A Courier goes one square along the blue line, never left; Yellow's never towards A, Red's never
    towards J. Not the dotted lines. Nothing captures it. Trees stop nobody.

Guards
    A Guard goes two squares diagonally, over an empty one. It captures Guards.

Horsemen
    A Horseman goes one square straight, to an empty one, then one diagonally outward. It captures
    Horsemen and Guards, and never enters the castles.

The way is blocked
    Any piece ahead stops a Courier. If that is an enemy Guard in a castle, play one turn elsewhere:
    if both still stand, it may capture.

How it ends
    The first Courier home wins; but after Yellow's, Red has one last turn, for a draw. Draws too:
    two passes, the same position a third time, eighty turns without a capture or Courier's step.

Options
    ``yellow_guards``     ``mirrored``: Yellow's Guards begin on I9, I10 and J9, which mirrors
                          Red's. ``printed``: on I9, J9 and J10.
    ``clear_own_guards``  ``true``: a Courier may capture Guards of its own side in the same way.
    ``ply_cap``           The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Each player has a Courier, three Guards and six Horsemen::

            1  2  3  4  5  6  7  8  9  10
        J   rc .  .  .  .  .  yh yh yg *
        I   .  +  .  .  .  .  .  yh yg yg
        H   .  .  +  .  .  .  .  +  yh yh
        G   .  .  .  +  +  +  +  .  .  yh
        F   .  .  .  +  +  +  +  .  .  .
        E   .  .  .  +  +  +  +  .  .  .
        D   .  .  .  +  +  +  +  .  .  rh
        C   .  .  +  .  .  .  .  +  rh rh
        B   .  +  .  .  .  .  .  rh rg rg
        A   yc .  .  .  .  .  rh rh rg *

    ``c`` Courier, ``g`` Guard, ``h`` Horseman, ``+`` the blue line, ``*`` the goals, J10 of Yellow
    and A10 of Red, each with its castle of four squares. From the corners the line leads to an
    outer square (G4, G7, D7, D4), joined to an inner one (F5, F6, E6, E5), and on to the castles,
    where it forks: I9, I10 or J9, J10. A move is ``B9-D7``, a capture ``B9xD7``; who has no move
    plays ``pass``.

    Nobody has to capture. Neither square of a Horseman's move may belong to a castle; Guards and
    Couriers enter castles, Guards both of them. Guards capture Guards only.

    Waiting: a Courier may capture an enemy Guard on the castle square straight ahead if it stood
    where it does, and an enemy Guard on that square, when its owner's previous turn began.

    Text: the goal, the moves and captures, that blocked Couriers go another way through the middle,
    the wait before a Courier captures, Red's last turn. Picture: the board, the blue line, castles
    and courts. Ours: what "forward" means; "outward", as the author draws it in another game;
    exactly what waiting means; Yellow's third Guard on I10, for J10 is Yellow's own goal and Red's
    three leave theirs empty. If Red cannot reach the goal at once, Yellow's win is counted without
    waiting for Red's last turn. The trees in the picture are only trees, for one stands on D4,
    which Yellow has to cross. The passes, the eighty turns and the third repetition.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.boards.zones import enlist, relist
from livestone.core.capturing import CapturingGame
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules
from livestone.games.koerier.board import (
    COURIER,
    EDGE,
    EMPTY,
    GOALS,
    GUARD,
    HORSEMAN,
    KINDS,
    both_sides,
    courier_board,
    opening,
)
from livestone.games.koerier.ways import AHEAD, WAYS, courier_ways, open_ways, takes

YELLOW, RED = 0, 1
GUARDS, HORSEMEN, MEN = 3, 6, 9
QUIET = 80  # turns without a capture or a step of a courier that end the game


class Koerier(CapturingGame):
    """Koerier with its options."""

    id = "koerier"
    title = "Koerier"
    author = "Fred Horn"
    year = 1982
    seats = (Seat("Yellow", "yellow"), Seat("Red", "red"))
    pieces = both_sides()
    options = (
        Option(
            "yellow_guards",
            "mirrored",
            ("mirrored", "printed"),
            "Yellow's guards begin",
            {"mirrored": "on I9, I10 and J9, as Red's do", "printed": "on I9, J9 and J10"},
        ),
        Option("clear_own_guards", False, (False, True), "A courier may capture its own guards"),
        ply_cap(600, default=0),
    )

    @property
    def max_moves(self) -> int:
        """Three steps of the courier, four moves for each guard, eight for each horseman."""
        return AHEAD + 4 * GUARDS + 8 * HORSEMEN

    def make_board(self) -> Board:
        """The 10x10 board with lettered rows and the blue line."""
        return courier_board()

    def make_layout(self) -> Layout:
        """The squares (with the wall), and what the turns before have left.

        ``waited`` says for each player which of their courier's ``gates`` held a guard when their
        previous turn began, the courier standing where it does: bits 1, 2, 4 for an enemy's guard,
        8, 16, 32 for one of their own where that matters. ``quiet`` counts turns without a capture
        or a step of a courier, ``passes`` those in succession. ``places`` lists each player's
        guards and horsemen in rising order, the wall after them, and ``men`` counts them.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            identity=[("waited", "i1", 2), ("quiet", "i1"), ("passes", "i1")],
            derived=[("places", "i1", (2, MEN)), ("men", "i1", 2), ("couriers", "i1", 2)],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites, capture = len(self.board), self.capture
        pass_move, cap = self.pass_move, int(self.option["ply_cap"])
        begin = opening(printed=self.option["yellow_guards"] == "printed")
        can_take, ways = takes(), open_ways()
        ahead, gates = courier_ways()
        yellow_goal, red_goal = (self.board.site[name] for name in GOALS)
        own_too = bool(self.option["clear_own_guards"])
        moved, listed = jit(relist), jit(enlist)

        @jit
        def waits(s: Position, player: int) -> int:
            """The guards ahead of the player's courier, as in ``waited``."""
            found = 0
            for k in range(AHEAD):
                there = s.cells[gates[player, s.couriers[player], k]]
                found |= int(there == GUARD + KINDS * (1 - player)) << k
                if own_too:
                    found |= int(there == GUARD + KINDS * player) << (AHEAD + k)
            return found

        @jit
        def courier_moves(s: Position, player: int, out: Any) -> int:
            """Steps, and captures of guards for which the courier has waited."""
            n = 0
            origin = int(s.couriers[player])
            for k in range(AHEAD):
                target = ahead[player, origin, k]
                out[n] = origin * sites + target
                n += s.cells[target] == EMPTY
            ready = s.waited[player] & waits(s, player)
            if ready:
                for k in range(AHEAD):
                    out[n] = origin * sites + gates[player, origin, k] + capture
                    n += ready >> k & 1 | ready >> (AHEAD + k) & 1
            return n

        @jit
        def replies(s: Position) -> bool:
            """Whether Red's courier can reach its goal now."""
            found, there = False, np.zeros(2 * AHEAD + 1, np.int32)
            for at in range(courier_moves(s, RED, there)):
                found |= there[at] % sites == red_goal
            return found

        @jit
        def winner(s: Position) -> int:
            """The winner, -1 for none, 2 for a draw by Red's last turn."""
            if s.couriers[YELLOW] == yellow_goal:
                if s.couriers[RED] == red_goal:
                    return 2
                return -1 if s.mover == RED and replies(s) else YELLOW
            return RED if s.couriers[RED] == red_goal else -1

        @jit
        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            for player in range(2):
                first = KINDS * player
                listed(s.couriers[player : player + 1], s.cells, first + COURIER, first + COURIER)
                s.men[player] = listed(s.places[player], s.cells, first + GUARD, first + HORSEMAN)

        def start(s: Position) -> None:
            for site in range(sites):
                s.cells[site] = begin[site]
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            if winner(s) >= 0 or s.passes == 2 or s.quiet >= QUIET or (cap and s.turn >= cap):
                return 0
            mover, cells = s.mover, s.cells
            n = courier_moves(s, mover, out)
            for at in range(s.men[mover]):
                origin = int(s.places[mover, at])
                code = cells[origin]
                for way in range(WAYS):
                    target = ways[code, origin, way, 1]
                    there = cells[target]
                    out[n] = origin * sites + target + capture * (there != EMPTY)
                    n += (cells[ways[code, origin, way, 0]] == EMPTY) & can_take[code, there]
            if n == 0:
                out[0] = pass_move
                n = 1
            return n

        def play(s: Position, move: int) -> None:
            mover = s.mover
            s.waited[mover] = waits(s, mover)
            s.quiet += 1
            if move == pass_move:
                s.passes += 1
            else:
                origin, target = move % capture // sites, move % sites
                if move >= capture:
                    loser = (int(s.cells[target]) - 1) // KINDS
                    moved(s.places[loser], target, sites)
                    s.men[loser] -= 1
                    s.quiet = 0
                if origin == s.couriers[mover]:
                    s.couriers[mover] = target
                    s.waited[mover] = 0
                    s.quiet = 0
                else:
                    moved(s.places[mover], origin, target)
                s.cells[target] = s.cells[origin]
                s.cells[origin] = EMPTY
                s.passes = 0
            s.mover = 1 - mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            won = winner(s)
            if won in (YELLOW, RED):
                score[won] = 1

        return Rules(start, moves, play, outcome, derive=derive)
