"""Trangalla, by Folke Eriksson (1966): carry a king across that nobody else can tell.

Goal
    Bring your King to the far tip of the board.

The Kings
    You have a King and four soldiers, alike for the enemy. Both players secretly choose theirs
    before the game.

Your turn
    White starts. Step or jump with one piece. Pass only if nothing can move.

Steps
    A step goes along a line to a neighbouring empty place, forward or sideways.

Jumps
    A jump goes along a line in any direction, over a neighbouring piece of either side, to the
    empty place straight behind. The piece may jump on, but never to where it was in this turn.
    Enemy soldiers that you jump over become yours at once. An enemy King is taken off.

The tips
    A soldier on its target is taken off. The tip behind your own places is closed to you.

How it ends
    A King on its target wins. Without your King, capture the other King for a draw. Two passes in a
    row and 300 turns are draws too. No position may stand a third time.

Options
    ``home_tip``    ``closed``: as above. ``open``: a player's pieces may also enter the tip behind
                    them, by a jump backward.
    ``open_kings``  ``true``: everybody sees the Kings.
    ``ply_cap``     The game is a draw after so many turns, the choice of the Kings included; 0 for
                    no such end.

Sources and rulings
    Each player has five pieces::

        9         T
        8        b b
        7       b b b
        6      . . . .
        5       . . .
        4      . . . .
        3       w w w
        2        w w
        1         T

    White's target is ``9a``, Black's ``1a``. The places of each rank are lettered from White's
    left. The Kings are chosen with ``K=3b``; a step is ``3a-4b``, a jump ``2a-4a``, and jumps
    on are plies of their own, ``4a-6b``; ``stop`` ends the turn instead, and who has no move plays
    ``pass``.

    In one turn a piece never comes to a place twice nor back to where it started. An enemy soldier
    is turned over at once and belongs to the jumper's side from then on. A King looks the same from
    both sides: jumped over by the enemy, it is lost. When both Kings are lost the game is a draw,
    at once; who alone has lost their King plays on for that. When both players pass one after the
    other, it is a draw as well. A turn must not bring about the same position for the third time.

    The patent (US 3,462,150) as quoted by Fred Horn, who named the game, has the pieces, the
    places, steps, jumps, turning over and the goals. Picture: the board, its lines and targets.
    Ours: turning over happens jump by jump, and a game drawn by the second King ends inside the
    turn; no place twice in one turn; a turn ends on the target. The tip behind is closed because a
    piece there could never be removed and would bar the other's way for ever.
    The text forbids repeating a move for delay more than a number of times that is lost. We forbid
    the third time: what both sides see counts (colours and places, whose turn, and how many pieces
    have never been turned over), never the Kings, so that what is legal tells nothing. The turning
    over of a piece that might be a King is final and begins the count anew.
    A piece that was turned over is known to be a soldier; the bots remember it. At the end of the
    game everybody sees the Kings.
"""

from __future__ import annotations

from typing import Any

from livestone.boards import Board, Piece
from livestone.boards.sight import leapt
from livestone.core.game import Game, Jit, Position, Repetition, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.random import below
from livestone.core.rules import Rules
from livestone.games.trangalla.board import SITES, WALL, homes, left_to_right, targets, tip_to_tip
from livestone.games.trangalla.ways import (
    CHOICE,
    DIRECTIONS,
    EDGE,
    PASS,
    STOP,
    first_moves,
    further_jumps,
    handling,
)

WHITE, BLACK = 0, 1


class Trangalla(Game):
    """Trangalla with its options."""

    id = "trangalla"
    title = "Trangalla"
    author = "Folke Eriksson"
    year = 1966
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (
        Piece("white piece", "w", "peg", "white"),
        Piece("black piece", "b", "peg", "black"),
        Piece("white King", "W", "peg", "white", "K"),
        Piece("black King", "B", "peg", "black", "K"),
    )
    options = (
        Option(
            "home_tip",
            "closed",
            ("closed", "open"),
            "The tip behind one's own places",
            {"closed": "closed to one's own pieces", "open": "open to everybody"},
        ),
        Option("open_kings", False, (False, True), "Everybody sees the Kings"),
        ply_cap(300, short=20),
    )
    site_fields = ("kings", "jumper")
    max_turn_plies = SITES + 1  # a leap to each place, and a stop
    repetition = Repetition("forbid", PASS)
    # At most nine pieces (one's own five, four soldiers turned over) with one move a direction.
    max_moves, move_limit = 9 * DIRECTIONS, CHOICE + SITES

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The mirror that exchanges left and right."""
        return left_to_right()

    def make_board(self) -> Board:
        """The drawn board of 23 places."""
        return tip_to_tip()

    def make_layout(self) -> Layout:
        """The places (with the wall) and what else decides.

        ``fresh`` counts the pieces never turned over and ``unturned`` says where they stand, a bit
        a site. ``kings`` are the Kings' sites (the wall: not chosen, lost, or not known);
        ``chosen`` counts those chosen, ``lost`` has a bit for each player whose King is lost.
        ``jumper`` is the site of the piece that may jump on, ``been`` has a bit for each where it
        has been this turn. ``passes`` counts the last turns that were passes.
        """
        return layout(
            placement=[("cells", "i1", SITES + 1), ("fresh", "i1"), ("chosen", "i1")],
            identity=[
                ("kings", "i1", 2),
                *(("jumper", "i1"), ("lost", "i1"), ("passes", "i1")),
                *(("unturned", "i4"), ("been", "i4")),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for the chosen home tip, Kings and cap."""
        closed = self.option["home_tip"] == "closed"
        begin = first_moves(jit, closed=closed)
        jump_on, can_jump = further_jumps(jit, closed=closed)
        cap, hidden = int(self.option["ply_cap"]), not self.option["open_kings"]
        home, target_of, between = homes(), targets(), leapt(self.board)
        (shift, take_off), pick = handling(jit), jit(below)

        @jit
        def finished(s: Position) -> Any:
            won = (s.kings[WHITE] == target_of[WHITE]) | (s.kings[BLACK] == target_of[BLACK])
            return won | (s.lost == 3) | (s.passes == 2) | ((cap > 0) & (s.turn >= cap))

        @jit
        def jump_over(s: Position, site: int) -> None:
            """Turn the enemy soldier on ``site`` over, or take the enemy King off."""
            enemy = 1 - s.mover
            if s.cells[site] != enemy + 1:
                return
            take_off(s, site)
            if s.kings[enemy] == site:
                s.kings[enemy] = WALL
                s.lost |= 1 << enemy
            else:
                s.cells[site] = s.mover + 1

        @jit
        def end_turn(s: Position) -> None:
            s.jumper = WALL
            s.been = 0
            s.turn += 1
            s.mover = 1 - s.mover

        def start(s: Position) -> None:
            s.cells[SITES] = EDGE
            for player in range(2):
                for site in home[player]:
                    s.cells[site] = player + 1
                    s.unturned |= 1 << site
            s.fresh = home.size
            s.kings[:] = WALL
            s.jumper = WALL

        def moves(s: Position, out: Any) -> Any:
            if s.chosen < 2:
                for at in range(len(home[0])):
                    out[at] = CHOICE + home[s.mover, at]
                return len(home[0])
            if finished(s):
                return 0
            if s.jumper != WALL:
                n = jump_on(s, int(s.jumper), out)
                out[n] = STOP
                return n + 1
            n = begin(s, out)
            if n == 0:
                out[0] = PASS
                n = 1
            return n

        def play(s: Position, move: int) -> None:
            if move >= STOP:
                s.passes = (s.passes + 1) * (move == PASS)
                if move >= CHOICE:
                    s.kings[s.mover] = move - CHOICE
                    s.chosen += 1
                end_turn(s)
                return
            s.passes = 0
            origin, target = move // SITES, move % SITES
            over = between[origin, target]
            shift(s, origin, target)
            if over != WALL:
                jump_over(s, over)
                s.been |= 1 << origin | 1 << target
            if target == target_of[s.mover]:
                if s.kings[s.mover] != target:
                    take_off(s, target)
            elif over != WALL and s.lost != 3 and can_jump(s, target):
                s.jumper = target
                return
            end_turn(s)

        def outcome(s: Position, score: Any) -> None:
            for player in range(2):
                score[player] = 1.0 if s.kings[player] == target_of[player] else 0.0

        def derive(s: Position) -> None:
            s.cells[SITES] = EDGE
            for site in range(SITES):
                if s.cells[site] > 2:
                    s.cells[site] -= 2  # a King as a position's text shows it

        def observe(s: Position, viewer: int) -> None:
            if not finished(s):
                for player in range(2):
                    if player != viewer:
                        s.kings[player] = WALL

        def determinise(s: Position, viewer: int, rng: Any) -> None:
            if finished(s):
                return
            for player in range(s.chosen):
                if (player != viewer) & (s.lost >> player & 1 == 0):
                    found = 0
                    for site in range(SITES):
                        if (s.cells[site] == player + 1) & (s.unturned >> site & 1):
                            found += 1
                            if pick(rng, found) == 0:
                                s.kings[player] = site

        known = Rules(start, moves, play, outcome, derive=derive)
        return known._replace(observe=observe, determinise=determinise) if hidden else known
