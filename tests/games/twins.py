"""Twins: turns of two plies, two or three players, points, something hidden, a hexagonal board."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, hexhex
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.options import Option
from livestone.core.phrases import OCCUPIED, TOKEN, Phrases, Words
from livestone.core.random import below
from livestone.core.rules import Display, Knobs, Rules
from livestone.games import register

EMPTY, EDGE = 0, 9  # in ``cells`` a piece is its player's index + 1

say = Phrases()
HEART = say.form("heart={0}")
ONE_CELL = say("a move is one cell")
TOO_LATE = say("hearts are chosen only in a player's first turn")
CHOOSE_HEART = say("Choose your heart.")
WRONG_CHOSEN = say(
    "chosen={0:number} is no number of hearts that {1:number} players can have chosen"
)
TOO_EARLY = say("there are stones before all hearts are chosen")
EARLY_HEART = say("there is a heart that nobody has chosen yet")
WRONG_COUNTS = say(
    "{0:number} red, {1:number} blue and {2:number} green stones cannot have been placed in turns"
)
WRONG_TURN = say("turn={0:number} does not fit {1:number} stones")
NOT_TO_MOVE = say("{0:player} is not the one to move")


@register
class Twins(Game):
    """Twins: two stones a turn on a hexagon of hexagons.

    Goal
        Have the most points when the board is full: rows of exactly three stones of your colour.

    Your turn
        Red, Blue and, with three players, Green take turns to place stones on empty cells. The
        first turn of the game is one stone, every later turn two, placed one ply at a time.

    Hearts
        With ``secret=true`` every player's first ply, a turn of its own, chooses a cell as their
        *heart*, which nobody else sees until the end. Each of their stones that stands on another
        player's heart costs a player one point.

    How it ends
        The game ends when the board is full; the last turn may therefore be one stone short.

    Sources and rulings
        An empty board, Red to move. ``e5`` places a stone there, ``heart=e5`` chooses it.
    """

    id = "twins"
    title = "Twins"
    author = "The Livestone authors"
    year = 2026
    pieces = (
        Piece("red", "r", "disc", "red"),
        Piece("blue", "b", "disc", "blue"),
        Piece("green", "g", "disc", "green"),
    )
    options = (
        Option("side", 3, (2, 3, 4), "Cells along a side"),
        Option("players", 2, (2, 3), "Players"),
        Option("secret", False, (False, True), "Secret hearts"),
    )
    points = True
    site_fields = ("hearts",)
    max_turn_plies = 2
    knobs = Knobs(spread=1.5)
    words = Words(say)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Red, Blue and perhaps Green."""
        everybody = (Seat("Red", "red"), Seat("Blue", "blue"), Seat("Green", "green"))
        return everybody[: int(self.option["players"])]

    @property
    def max_moves(self) -> int:
        """A stone or a heart on every cell."""
        return len(self.board)

    @property
    def move_limit(self) -> int:
        """First the stones, then the hearts."""
        return 2 * len(self.board)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the hexagon's."""
        return self.board.symmetries

    def make_board(self) -> Board:
        """A hexagon of hexagons."""
        return hexhex(int(self.option["side"]))

    def make_layout(self) -> Layout:
        """The cells (with the wall); the hearts' sites (the wall: none or not known).

        ``chosen`` counts the hearts chosen, which everybody knows; ``stones`` the stones.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            identity=[("hearts", "i2", self.players), ("chosen", "i1")],
            derived=[("stones", "i2")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this board, number of players and secrecy."""
        sites, players = len(self.board), self.players
        neighbours = self.board.neighbours
        secret = bool(self.option["secret"])
        pick = jit(below)

        @jit
        def starts_three(cells: Any, site: int, direction: int) -> bool:
            """Whether a row of exactly three begins at ``site`` and runs in ``direction``."""
            colour = cells[site]
            if (colour == EMPTY) | (cells[neighbours[site, direction + 3]] == colour):
                return False
            length = 0
            while cells[site] == colour:
                length += 1
                site = neighbours[site, direction]
            return length == 3

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.hearts[:] = sites
            s.chosen = 0 if secret else players

        def moves(s: Position, out: Any) -> int:
            n = 0
            for site in range(sites):
                if s.chosen < players:
                    out[n] = sites + site
                    n += 1
                else:
                    out[n] = site
                    n += s.cells[site] == EMPTY
            return n

        def play(s: Position, move: int) -> None:
            if move >= sites:
                s.hearts[s.mover] = move - sites
                s.chosen += 1
            else:
                s.cells[move] = s.mover + 1
                s.stones += 1
                if (s.stones % 2 == 0) & (s.stones < sites):
                    return  # the second stone of the turn is still to come
            s.turn += 1
            s.mover = (s.mover + 1) % players

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            for site in range(sites):
                for direction in range(3):
                    if starts_three(s.cells, site, direction):
                        score[s.cells[site] - 1] += 1
            for player in range(players):
                on_heart = s.cells[s.hearts[player]]
                if (on_heart != EMPTY) & (on_heart != EDGE) & (on_heart != player + 1):
                    score[on_heart - 1] -= 1

        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.stones = 0
            for site in range(sites):
                s.stones += s.cells[site] != EMPTY

        def observe(s: Position, viewer: int) -> None:
            if s.stones < sites:
                for player in range(players):
                    if player != viewer:
                        s.hearts[player] = sites

        def determinise(s: Position, viewer: int, rng: Any) -> None:
            if secret and s.stones < sites:
                for player in range(s.chosen):
                    if player != viewer:
                        s.hearts[player] = pick(rng, sites)

        def marks(s: Position, out: Any) -> None:
            out[:] = 0
            for site in range(sites):
                for direction in range(3):
                    if starts_three(s.cells, site, direction):
                        there = site
                        for _ in range(3):
                            out[there] = 1
                            there = neighbours[there, direction]

        return Rules(
            start,
            moves,
            play,
            outcome,
            derive=derive,
            marks=marks,
            observe=observe if secret else None,
            determinise=determinise if secret else None,
        )

    def display(self, jit: Jit) -> Display:
        """How a stone and a heart are written, what is asked, refused and kept secret."""
        sites, players = len(self.board), self.players
        hidden = int(self.option["secret"])

        def spell(move: int, out: Any) -> int:
            out[0] = move % sites
            return HEART if move >= sites else TOKEN

        def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
            out[0] = tokens[0]
            if form == HEART:
                return TOO_LATE
            return OCCUPIED if n == 1 else ONE_CELL

        def question(s: Position, out: Any) -> int:
            return CHOOSE_HEART if s.chosen < players else 0

        def secret(s: Position, move: int) -> bool:
            return move >= sites

        def check(s: Position, out: Any) -> int:
            chosen, stones = s.chosen, s.stones
            out[0], out[1] = chosen, players
            if not 0 <= chosen <= players or (not hidden and chosen < players):
                return WRONG_CHOSEN
            if chosen < players and stones > 0:
                return TOO_EARLY
            for player in range(chosen if hidden else 0, players):
                if s.hearts[player] < sites:
                    return EARLY_HEART
            # How many of each colour there are, and how many there are too few.
            missing = np.zeros(3, np.int64)
            for ply in range(stones):
                missing[(ply + 1) // 2 % players] += 1
            out[0], out[1], out[2] = 0, 0, 0
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    out[s.cells[site] - 1] += 1
                    missing[s.cells[site] - 1] -= 1
            for player in range(3):
                if missing[player] != 0:
                    return WRONG_COUNTS
            ended = (stones + 1 + (stones == sites and stones % 2 == 0)) // 2
            out[0], out[1] = s.turn, stones
            if s.turn != ended + chosen * hidden:
                return WRONG_TURN
            out[0] = s.mover
            return NOT_TO_MOVE if s.mover != s.turn % players else 0

        return Display(spell=spell, refuse=refuse, check=check, question=question, secret=secret)
