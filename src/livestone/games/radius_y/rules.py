"""Radius Y: join the three colours of the rim; stones move as far as they are from the centre.

Goal
    Join all three colours of the rim, red, blue and green, with one connected group of your stones.

Your turn
    O, with the white stones, begins and places one on any cell. After that a turn has two parts:
    first move a stone of yours, then place a new one on any empty cell. You may pass either part,
    or both.

Moving a stone
    A stone moves in a straight line, exactly as many cells as it is away from the centre. It passes
    over empty cells and stones of yours, and ends on an empty cell. On the centre it cannot move.
    Nothing is captured.

The swap
    In their first turn X may take O's stone instead of placing one. That is the whole turn.

How it ends
    The first to join the three colours wins. A corner cell where two colours meet touches both. If
    both players pass both parts, or after 244 turns, the game is a draw.

Sources and rulings
    The board is a hexagon with five cells a side, empty at the start. Each colour of the rim goes
    along two neighbouring sides; the three corners where the colour changes count for both. The
    letter of a cell is its column in the printed diagram (cells beside each other in a row are two
    letters apart), the number its row from the top; ``i5`` is the centre. ``m5k3`` moves a stone,
    ``h4`` places one, ``-`` passes that part of the turn and ``swap`` swaps, which is X's whole
    turn. When a player has no stone that can move, the first part is left out.

    A post of 23 February 2015 on João Pedro Neto's blog of abstract games, with a whole game. It
    gives neither author nor title: ours is a working title, for it is a game of Y with a limit on
    moves. Goal, move, placement and passing are the post's (text); its game settles that stones
    pass over their own colour, that the length is counted from where the stone starts, and that
    the stone swapped was X's (text: without it the game's end makes no sense). The rim's colours
    are those of the diagram (picture). Ours: the first stone must be placed; passing both parts
    twice in succession, or 244 turns, four for each cell, are a draw. The eighth turn of the game
    is printed with its two parts interchanged: ``j2`` is three cells from the centre, and cannot
    move two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece
from livestone.boards.connection import bridging, linked
from livestone.boards.hexagonal import sides
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.rules import Rules
from livestone.games.radius_y.board import COLOURS, SIDE, colours, radius_board, targets

O, X = 0, 1  # noqa: E741  (the players' names in the source)
EMPTY, EDGE = 0, 3  # in ``cells`` a stone is its player's index + 1
MOVING, PLACING = 0, 1
MAX_TURNS = 244
# No fewer stones join all three colours.
FEWEST = 9
ALL = (1 << len(COLOURS)) - 1


class RadiusY(Game):
    """Radius Y, which has no options."""

    id = "radius_y"
    title = "Radius Y"
    author = "Unknown"
    year = 2015
    seats = (Seat("O", "white"), Seat("X", "black"))
    pieces = (Piece("o", "o", "disc", "white", "O"), Piece("x", "x", "disc", "black", "X"))

    max_turns, max_turn_plies = MAX_TURNS, 2  # a movement and a stone

    @property
    def max_moves(self) -> int:
        """All movements that any stones could make, and a pass; or every cell, a pass, a swap."""
        sites = len(self.board)
        movements = int((targets(self.board)[:-1] < sites).sum())
        return max(movements, sites + 1) + 1

    @property
    def pass_move(self) -> int:
        """The move that passes one part of a turn: one past the last cell."""
        return len(self.board)

    @property
    def swap_move(self) -> int:
        """The move that swaps; movements are numbered from the next one on."""
        return len(self.board) + 1

    @property
    def move_limit(self) -> int:
        """After the swap each cell with each direction."""
        return self.swap_move + 1 + 6 * len(self.board)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Turns and mirrors that keep every colour's two sides together."""
        along = sides(SIDE)
        kept = [frozenset(along[at] + along[at + 1]) for at in (0, 2, 4)]
        return tuple(
            image
            for image in self.board.symmetries
            if {frozenset(image[site] for site in part) for part in kept} == set(kept)
        )

    def make_board(self) -> Board:
        """A hexagon with five cells a side and a rim of three colours, each along two of them."""
        return radius_board()

    def make_layout(self) -> Layout:
        """The cells (with the wall), the ``part`` of the turn, and whether it may be a swap.

        ``moved`` is 1 once a stone has moved this turn; ``quiet`` counts the turns just before in
        which both parts were passed; ``won`` is the winner, counted from 1.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1), ("part", "i1"), ("swap", "i1")],
            identity=[("moved", "i1"), ("quiet", "i1")],
            derived=[("stones", "i1", 2), ("won", "i1")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules."""
        board = self.board
        neighbours = board.neighbours.astype(np.uint32)
        goal = targets(board).astype(np.uint32)
        sites, pass_move, swap_move = len(board), self.pass_move, self.swap_move
        touch = colours(board)
        touched, bridges = linked(board, jit, touch), bridging(board, jit, touch)

        @jit
        def goes(s: Position, site: int, direction: int) -> bool:
            """Whether the mover's stone can go that way: the target is empty, no enemy between."""
            target = goal[site, direction]
            if target == sites or s.cells[target] != EMPTY:
                return False
            enemy = 2 - s.mover
            here = neighbours[site, direction]
            while here != target:
                if s.cells[here] == enemy:
                    return False
                here = neighbours[here, direction]
            return True

        @jit
        def movable(s: Position) -> bool:
            """Whether the mover has a stone that can move."""
            for site in range(sites):
                if s.cells[site] == s.mover + 1:
                    for direction in range(6):
                        if goes(s, site, direction):
                            return True
            return False

        @jit
        def end(s: Position, active: bool) -> None:
            s.quiet = 0 if active else s.quiet + 1
            s.mover = 1 - s.mover
            s.turn += 1
            s.moved = 0
            s.part = MOVING if movable(s) else PLACING

        @jit
        def settle(s: Position, site: int) -> None:
            """See whether the stone that has come to a cell joins all colours."""
            if s.stones[s.cells[site] - 1] >= FEWEST and touched(s.cells, site) == ALL:
                s.won = s.cells[site]

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.part = PLACING

        def moves(s: Position, out: Any) -> int:
            if s.won or s.quiet == 2 or s.turn >= MAX_TURNS:
                return 0
            n = 0
            if s.part == PLACING:
                for site in range(sites):
                    out[n] = site
                    n += s.cells[site] == EMPTY
            else:
                for site in range(sites):
                    if s.cells[site] == s.mover + 1:
                        for direction in range(6):
                            out[n] = swap_move + 1 + 6 * site + direction
                            n += goes(s, site, direction)
            if s.stones[O] + s.stones[X] > 0:
                out[n] = pass_move
                n += 1
            if s.swap:
                out[n] = swap_move
                n += 1
            return n

        def play(s: Position, move: int) -> None:
            mover, opening = s.mover, s.stones[O] + s.stones[X] == 0
            active = s.moved == 1
            s.swap = opening
            if move > swap_move:
                site, direction = (move - swap_move - 1) // 6, (move - swap_move - 1) % 6
                s.cells[site] = EMPTY
                s.cells[goal[site, direction]] = mover + 1
                s.moved = 1
                settle(s, goal[site, direction])
            elif move == swap_move:
                for site in range(sites):
                    s.cells[site] *= 2
                s.stones[O], s.stones[X] = 0, 1
                active = True
            elif move != pass_move:
                s.cells[move] = mover + 1
                s.stones[mover] += 1
                active = True
                if bridges(s.cells, move):
                    settle(s, move)
            if s.part == PLACING or s.won:
                end(s, active)
            else:
                s.part = PLACING

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0.0
            if s.won:
                score[s.won - 1] = 1.0

        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.won = 0
            s.stones[:] = 0
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    s.stones[s.cells[site] - 1] += 1
            for site in range(sites):
                if s.cells[site] != EMPTY and touch[site]:
                    settle(s, site)

        return Rules(start, moves, play, outcome, derive=derive)
