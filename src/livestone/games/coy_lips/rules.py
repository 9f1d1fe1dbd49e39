"""Coy Lips, by Bill Taylor (2014): collect the seven tetrahexes.

Goal
    Be the first to have all seven shapes of four stones on the board together.

Your turn
    O, with the white stones, starts with at most two. X is Black. From then on, place up to four
    stones on empty cells; you may stop sooner, or place none. Stones never move.

Groups
    Stones of yours that touch are a group, and so is a lone stone. All stones of one turn must be
    in different groups. So none may touch a group that already has a stone of this turn.

Shapes
    Any group of exactly four stones is a shape. There are seven: C, O, Y, L, I, P and S, turned or
    mirrored. A fifth stone that joins a shape destroys it.

How it ends
    All seven shapes win at once. When the board is full, or neither player places a stone in their
    turn, more different shapes win. If both have equally many, the player whose set of shapes
    changed longer ago wins; if nobody has any, it is a draw.

Sources and rulings
    Two players, O and X, on a hexagonal board with seven cells a side, empty at first. A group of
    exactly four stones is a *tetrahex*, named after the letter it looks like. It counts as long as
    no fifth stone of its colour joins it; enemy stones beside it do not matter. The seven are::

        C       O       Y       L        I          P        S
         o o     o o    o           o    o o o o    o o o        o
        o       o o      o o       o                   o      o o
         o              o       o o                          o

    The letter of a cell is its column in the printed diagram (cells beside each other in a row are
    two letters apart), the number its row from the top. A move is a cell's name, one stone a ply;
    ``pass`` ends the turn.

    A post of 11 June 2015 on João Pedro Neto's blog of abstract games, with a whole game, and the
    archive of Bill Taylor's games, which names the year. Turns, groups, passes, what counts as a
    tetrahex and who wins are the post's (text). Its captions name the seven shapes (picture).
    Ours: a set is complete as soon as its last stone is placed; a shape counts once however
    often it is there; a fifth stone takes a shape away; O's empty first turn counts as one of the
    two; a set dates from the turn in which it last changed; a turn ends by itself on a full
    board, or when no cell is left for its next stone, which is no pass; no shape on either side is
    a draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, hexhex
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.rules import Rules
from livestone.games.coy_lips.groups import EMPTY, SHAPES, grouping

O, X = 0, 1  # noqa: E741  (the players' names in the source)
EDGE = 3  # the wall in ``cells``, where a stone is its player's index + 1
SIDE = 7
MOST, FIRST = 4, 2  # stones in a turn, and in the first one


class CoyLips(Game):
    """Coy Lips, which has no options."""

    id = "coy_lips"
    title = "Coy Lips"
    author = "Bill Taylor"
    year = 2014
    seats = (Seat("O", "white"), Seat("X", "black"))
    pieces = (Piece("o", "o", "disc", "white", "O"), Piece("x", "x", "disc", "black", "X"))
    site_fields = ("fresh",)

    @property
    def max_moves(self) -> int:
        """Every cell, and to pass."""
        return len(self.board) + 1

    @property
    def pass_move(self) -> int:
        """The move that ends the turn: one past the last cell."""
        return len(self.board)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the board's."""
        return self.board.symmetries

    @property
    def max_turns(self) -> int:
        """No two turns in succession without a stone, but for the last."""
        return 2 * len(self.board) + 2

    @property
    def max_plies(self) -> int:
        """A ply for each stone, and one at the end of each turn."""
        return len(self.board) + self.max_turns

    def make_board(self) -> Board:
        """A hexagon with seven cells a side."""
        return hexhex(SIDE)

    def make_layout(self) -> Layout:
        """The cells (with the wall) and the sites of this turn's stones, the wall for none.

        ``quiet`` counts the turns without a stone just before; ``changed`` is the player, plus 1,
        whose set of shapes changed last. A group goes by its lowest site: ``label`` names it for
        each stone and ``link`` leads round its stones in rising order. There ``members`` counts
        them, and ``kind`` is their tetrahex, counted from 1, if they are one. ``shapes`` counts
        both players' tetrahexes and ``sets`` has a bit for each shape that is there; ``held`` is
        the mover's set when the turn began. ``free`` is 1 for each cell that may take the next
        stone, ``placed`` counts this turn's.
        """
        sites = len(self.board) + 1
        return layout(
            placement=[("cells", "i1", sites), ("fresh", "u1", MOST - 1)],
            identity=[("quiet", "i1"), ("changed", "i1")],
            derived=[
                ("label", "u1", sites),
                ("link", "u1", sites),
                ("members", "u1", sites),
                ("kind", "u1", sites),
                ("free", "u1", sites),
                ("shapes", "i1", (2, len(SHAPES))),
                ("sets", "i1", 2),
                ("held", "i1"),
                ("stones", "u1"),
                ("placed", "i1"),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules."""
        neighbours = self.board.neighbours.astype(np.uint32)
        sites, pass_move = len(self.board), self.pass_move
        full = (1 << len(SHAPES)) - 1
        add = grouping(self.board, jit)

        @jit
        def bar(s: Position, label: int) -> None:
            """No more stones beside this group in this turn."""
            site = label
            for _ in range(s.members[label]):
                for direction in range(6):
                    s.free[neighbours[site, direction]] = 0
                site = s.link[site]

        @jit
        def insert(fresh: Any, site: int) -> None:
            """Enter a stone of this turn, so that their order of placing makes no difference."""
            for at in range(len(fresh)):
                if site < fresh[at]:
                    fresh[at], site = site, fresh[at]

        @jit
        def begin(s: Position) -> None:
            """Make ready for the mover's turn."""
            s.fresh[:] = sites
            s.placed = 0
            for site in range(sites):
                s.free[site] = s.cells[site] == EMPTY
            s.held = s.sets[s.mover]

        @jit
        def end(s: Position) -> None:
            s.quiet = s.quiet + 1 if s.placed == 0 else 0
            if s.sets[s.mover] != s.held:
                s.changed = s.mover + 1
            s.mover = 1 - s.mover
            s.turn += 1
            begin(s)

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            begin(s)

        def moves(s: Position, out: Any) -> int:
            if (s.quiet == 2) | (s.stones == sites):
                return 0
            if (s.sets[O] == full) | (s.sets[X] == full):
                return 0
            n = 0
            for site in range(sites):
                out[n] = site
                n += s.free[site]
            out[n] = pass_move
            return n + 1

        def play(s: Position, move: int) -> None:
            if move == pass_move:
                end(s)
                return
            mover = s.mover
            label = add(s, move, mover)
            s.placed += 1
            most = FIRST if (mover == O) & (s.stones == s.placed) else MOST
            if s.placed < most and s.sets[mover] != full:
                insert(s.fresh, move)
                bar(s, label)
                for site in range(sites):
                    if s.free[site]:
                        return
            end(s)

        def marks(s: Position, out: Any) -> None:
            for site in range(sites):
                out[site] = s.cells[site] != EMPTY and s.kind[s.label[site]] > 0

        def outcome(s: Position, score: Any) -> None:
            lead = 0
            for shape in range(len(SHAPES)):
                lead += (s.sets[O] >> shape & 1) - (s.sets[X] >> shape & 1)
            if lead == 0 and s.sets[O]:
                lead = 1 if s.changed == X + 1 else -1
            score[O] = 1.0 if lead > 0 else 0.0
            score[X] = 1.0 if lead < 0 else 0.0

        def derive(s: Position) -> None:
            cells, fresh = s.cells.copy(), s.fresh.copy()
            s.cells[:] = EMPTY
            s.cells[sites] = EDGE
            s.label[:] = 0
            s.link[:] = 0
            s.members[:] = 0
            s.kind[:] = 0
            s.shapes[:] = 0
            s.sets[:] = 0
            s.stones = 0
            for site in range(sites):
                if cells[site] != EMPTY and (cells[site] != s.mover + 1 or site not in fresh):
                    add(s, site, cells[site] - 1)
            begin(s)
            for at in range(len(fresh)):
                s.fresh[at] = fresh[at]
                if cells[fresh[at]] == s.mover + 1:
                    label = add(s, fresh[at], s.mover)
                    s.placed += 1
                    bar(s, label)

        return Rules(start, moves, play, outcome, derive=derive, marks=marks)
