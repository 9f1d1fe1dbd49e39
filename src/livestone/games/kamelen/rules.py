"""Kamelen (Camels), by Fred Horn (1991): a caravan race in which every square on the way counts.

Rules
    South and North have eight Camels, ten Dromedaries and three rocks each; in the middle of each
    back row lies a home-field. South starts. A turn moves one animal.

    A *Camel* goes two squares straight on, along its row or column, and then one square diagonally
    outward. A *Dromedary* goes two squares diagonally and then one square straight outward, along
    the row or the column. The two squares on the way must be empty: nobody passes animals or rocks.
    The move ends on an empty square, or on an enemy animal, which is captured. Capturing is never
    compulsory. Rocks never move and are never captured.

    A Camel keeps to squares of one colour, so only four Camels of each side can ever come to the
    enemy's home-field: the *key camels*, marked on the board.

    Moving a Camel onto the enemy's home-field wins double: 2 points. The player who captures the
    last of the enemy's key camels wins 1 point. In a match the points are added up.

    A player passes when no other move is left, and only then. When both pass one after the other,
    when a position comes back for the third time, or after a hundred turns without a capture, the
    game is a draw.

Start
    South's side; North's is its mirror image on the last two ranks, counted from the top::

        2   D D D D D # D D D D D
        1   C C C C # H # C C C C       C Camel, D Dromedary, # rock, H home-field
            a b c d e f g h i j k

    With 11 or 13 ranks the key camels are those of the files b, d, h and j, with 12 those of a, c,
    i and k. A move is ``c2-a4``, a capture ``c2xe5``; who has no move plays ``pass``.

Options
    ``ranks``    11, 12 or 13 ranks: one, two or three empty ones more between the two sides.
    ``ply_cap``  the game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Fred Horn's rules give the goals, the double win, the rocks, captures, and that nothing is
    passed (text); the drawings the start and that both moves bend outward (picture). The text says
    of four Camels only that they can conquer the home-field; which they are follows from the
    squares' colours. It lets the youngest begin: here South does (ours). Ours too: home-fields are
    otherwise ordinary squares, where any animal may stand, pass and be captured; a Dromedary wins
    nothing there (the text says Camel); the draws, passing, and adding points up.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from livestone.boards import Board, Piece, Zone, square
from livestone.boards.bent import DIAGONAL, ORTHOGONAL, bent
from livestone.boards.board import IntTable
from livestone.boards.zones import relist
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.legacy import OldCapturing
from livestone.core.maths import exp
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.rules import Rules

SOUTH, NORTH = 0, 1
# What stands on a square, in ``cells``: the animals of player p are CAMEL + 2p and DROMEDARY + 2p.
EMPTY, CAMEL, DROMEDARY, ROCK, EDGE = 0, 1, 2, 5, 6
FILES = 11
CAMELS, DROMEDARIES = 8, 10
# The two ranks of a side, its back rank first.
BACK, FRONT = "CCCC#H#CCCC", "DDDDD#DDDDD"
SINGLE, DOUBLE = 1, 2
QUIET = 100
# ``evaluate``: what each key camel, other Camel and Dromedary is worth, and a key camel that is
# 1, 2, 3, ... moves away from the enemy's home-field; how much of the most that they can take the
# mover is credited with; what it is worth that 1, 2, ... of the other's Camels threaten to enter
# their home-field; the lead at which a win is e times as likely as not, and what it brings.
KEY, OTHER, BEAST = 2.0, 0.6, 1.0
NEAR = (0.0, 2.0, 1.0, 0.5, 0.2, 0.1)
TAKEN = 0.8
MENACE = (0.0, 1.5, 5.0, 7.0, 7.0)
SCALE, PRIZE = 2.0, 2.0


class Kamelen(OldCapturing):
    """Kamelen with its options."""

    id = "kamelen"
    title = "Kamelen"
    author = "Fred Horn"
    year = 1991
    summary = "Bring a camel through the caravans to the enemy's home-field, where nobody may pass."
    seats = (Seat("South", "white"), Seat("North", "black"))
    pieces = (
        Piece("South Camel", "C", "camel", "white"),
        Piece("South Dromedary", "D", "dromedary", "white"),
        Piece("North Camel", "c", "camel", "black"),
        Piece("North Dromedary", "d", "dromedary", "black"),
        Piece("rock", "r", "rock", "grey"),
    )
    options = (
        Option("ranks", 11, (11, 12, 13), "Ranks"),
        ply_cap(1000, default=0),
    )
    stake = DOUBLE
    cut = 0
    explore = 0.03
    mark = "key camel"

    @property
    def max_moves(self) -> int:
        """Eighteen animals with eight ways each."""
        return 8 * (CAMELS + DROMEDARIES)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The identity and the mirror that swaps left and right."""
        return self.board.symmetries[:2]

    def make_board(self) -> Board:
        """Eleven files with the home-fields as zones."""
        return desert(int(self.option["ranks"]))

    def make_layout(self) -> Layout:
        """The squares (with the wall), the turns without a capture, and those passed in succession.

        ``camels`` and ``dromedaries`` list each player's squares in rising order, the wall after
        them; ``men[player]`` counts both kinds, ``keys`` the key camels.
        """
        sites = len(self.board)
        return layout(
            placement=[("cells", "i1", sites + 1)],
            identity=[("quiet", "i1"), ("passes", "i1")],
            derived=[
                ("camels", "u1", (2, CAMELS)),
                ("dromedaries", "u1", (2, DROMEDARIES)),
                ("men", "i1", (2, 2)),
                ("keys", "i1", 2),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for these options."""
        sites = len(self.board)
        pass_move, capture, cap = self.pass_move, self.capture, int(self.option["ply_cap"])
        begin, key = _begin(self.board), _key_squares(self.board)
        ways = _ways(self.board)
        # Bit ``code`` of ``open_to[player]``: whether their animals may end where that stands.
        open_to = np.array([0b11001, 0b00111], np.int32)
        moved, winner = jit(relist), self._winner(jit)

        @jit
        def count(s: Position) -> None:
            """Fill the derived fields."""
            s.camels[:], s.dromedaries[:] = sites, sites
            s.men[:], s.keys[:] = 0, 0
            s.cells[sites] = EDGE
            for site in range(sites):
                code = s.cells[site]
                if code != EMPTY and code < ROCK:
                    player, kind = (code - 1) >> 1, (code - 1) & 1
                    at = s.men[player, kind]
                    s.keys[player] += (kind == 0) & key[player, site]
                    if kind == 0 and at < CAMELS:
                        s.camels[player, at] = site
                        s.men[player, kind] += 1
                    elif kind == 1 and at < DROMEDARIES:
                        s.dromedaries[player, at] = site
                        s.men[player, kind] += 1

        @jit
        def reach(cells: Any, places: Any, men: int, kind: int, may: int, out: Any, n: int) -> Any:
            """Add the moves of the first ``men`` animals of one kind; ``may`` as in ``open_to``."""
            for at in range(men):
                origin = int(places[at])
                base = origin * sites
                for way in range(4):
                    first, second, left, right = ways[kind, origin, way]
                    free = (cells[first] | cells[second]) == EMPTY
                    code = cells[left]
                    out[n] = base + left + capture * (code != EMPTY)
                    n += free & (may >> code) & 1
                    code = cells[right]
                    out[n] = base + right + capture * (code != EMPTY)
                    n += free & (may >> code) & 1
            return n

        @jit
        def take(s: Position, code: int, target: int) -> None:
            """Take an animal off its owner's list."""
            player, kind = (code - 1) >> 1, (code - 1) & 1
            s.men[player, kind] -= 1
            if kind == 0:
                moved(s.camels[player], target, sites)
                s.keys[player] -= key[player, target]
            else:
                moved(s.dromedaries[player], target, sites)

        def start(s: Position) -> None:
            for site in range(sites):
                s.cells[site] = begin[site]
            count(s)

        def moves(s: Position, out: Any) -> Any:
            over = (s.passes == 2) | (s.quiet >= QUIET) | ((cap > 0) & (s.turn >= cap))
            if over or winner(s)[1] > 0:
                return 0
            cells, mover = s.cells, s.mover
            may = open_to[mover]
            n = reach(cells, s.camels[mover], s.men[mover, 0], 0, may, out, 0)
            n = reach(cells, s.dromedaries[mover], s.men[mover, 1], 1, may, out, n)
            if n == 0:
                out[0] = pass_move
                n = 1
            return n

        def play(s: Position, move: int) -> None:
            mover = s.mover
            s.quiet += 1
            if move == pass_move:
                s.passes += 1
            else:
                origin, target = move % capture // sites, move % sites
                if move >= capture:
                    origin, target = (move - capture) // sites, (move - capture) % sites
                    take(s, s.cells[target], target)
                    s.quiet = 0
                code = s.cells[origin]
                s.cells[origin] = EMPTY
                s.cells[target] = code
                if (code - 1) & 1 == 0:
                    moved(s.camels[mover], origin, target)
                else:
                    moved(s.dromedaries[mover], origin, target)
                s.passes = 0
            s.mover = 1 - mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            player, points = winner(s)
            score[player] = points

        def marks(s: Position, out: Any) -> None:
            for site in range(sites):
                code = s.cells[site]
                south, north = code == CAMEL, code == CAMEL + 2
                out[site] = (south & key[SOUTH, site]) | (north & key[NORTH, site])

        def derive(s: Position) -> None:
            count(s)

        evaluate = self._evaluate(jit)
        return Rules(start, moves, play, outcome, evaluate=evaluate, marks=marks, derive=derive)

    def _winner(self, jit: Jit) -> Any:
        """``winner(s)``: the winner and the points won; 0 points while there is none."""
        goals = np.array(_homes(self.board)[::-1])

        @jit
        def winner(s: Position) -> Any:
            # The player who moved last comes first, should a position be read in which both have
            # won.
            last = 1 - int(s.mover)
            for nth in range(2):
                player = last ^ nth
                if s.cells[goals[player]] == CAMEL + 2 * player:
                    return player, DOUBLE
            for nth in range(2):
                if s.keys[1 - (last ^ nth)] == 0:
                    return last ^ nth, SINGLE
            return last, 0

        return winner

    def _evaluate(self, jit: Jit) -> Any:
        """The points to come: animals, how near the key camels are, threats to take and enter."""
        worth, menace = self._worth(), np.array(MENACE)
        prey, threats = self._prey(jit), self._threats(jit)

        @jit
        def strength(s: Position, player: int) -> Any:
            total = BEAST * s.men[player, 1]
            for at in range(s.men[player, 0]):
                total += worth[player, s.camels[player, at]]
            return total

        def evaluate(s: Position, score: Any) -> None:
            mover = s.mover
            if threats(s, mover) > 0:
                score[mover], score[1 - mover] = DOUBLE, 0
                return
            lead = strength(s, mover) - strength(s, 1 - mover)
            camels = prey(s, s.camels[mover], s.men[mover, 0], 0)
            beasts = prey(s, s.dromedaries[mover], s.men[mover, 1], 1)
            lead += TAKEN * max(camels, beasts) - menace[threats(s, 1 - mover)]
            score[mover] = PRIZE / (1 + exp(-lead / SCALE))
            score[1 - mover] = PRIZE - score[mover]

        return evaluate

    def _prey(self, jit: Jit) -> Any:
        """``prey(s, places, men, kind)``: the most that the mover's animals of a kind can take."""
        worth, ways = self._worth(), _ways(self.board)

        @jit
        def prey(s: Position, places: Any, men: int, kind: int) -> Any:
            enemy = 1 - s.mover
            camel, beast = CAMEL + 2 * enemy, DROMEDARY + 2 * enemy
            most = 0.0
            for at in range(men):
                for way in range(4):
                    first, second, left, right = ways[kind, int(places[at]), way]
                    if (s.cells[first] | s.cells[second]) == EMPTY:
                        for target in (left, right):
                            code = s.cells[target]
                            if code == camel:
                                most = max(most, worth[enemy, target])
                            elif code == beast:
                                most = max(most, BEAST)
            return most

        return prey

    def _threats(self, jit: Jit) -> Any:
        """``threats(s, player)``: how many of their Camels can enter the enemy's home-field."""
        entries = _entries(self.board)

        @jit
        def threats(s: Position, player: int) -> Any:
            count = 0
            for entry in range(len(entries[0])):
                site, first, second = entries[player, entry]
                free = (s.cells[first] | s.cells[second]) == EMPTY
                count += free & (s.cells[site] == CAMEL + 2 * player)
            return count

        return threats

    def _worth(self) -> Any:
        """``[player, site]``: what a Camel there is worth to its owner."""
        worth = np.zeros((2, len(self.board) + 1))
        for player, home in enumerate(_homes(self.board)[::-1]):
            steps = _camel_moves(self.board, home)
            worth[player] = [KEY + NEAR[min(step, len(NEAR) - 1)] for step in steps]
            worth[player, steps < 0] = OTHER
        return worth

    def why_not(self, s: Position, text: str) -> str | None:
        """Rocks never move; the rest as for any game of captures."""
        origin = self.board.site.get(text.replace("x", "-").split("-")[0])
        if origin is not None and s.cells[origin] == ROCK:
            return f"{self.board.names[origin]} holds a rock, and rocks never move"
        return super().why_not(s, text)

    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        """Not its way of going, something on the way, or something that cannot be captured."""
        names = self.board.names
        kind = (int(s.cells[origin]) - 1) & 1
        for first, second, left, right in _forks(self.board, (CAMEL, DROMEDARY)[kind])[origin]:
            if target not in (left, right):
                continue
            for site in (first, second):
                if s.cells[site] != EMPTY:
                    return f"{names[site]} is on the way and must be empty"
            if s.cells[target] == ROCK:
                return f"{names[target]} holds a rock, which cannot be captured"
            return f"{names[target]} holds an animal of your own"
        way = (
            "a Camel goes two squares straight on, then one diagonally outward",
            "a Dromedary goes two squares diagonally, then one straight outward",
        )
        return f"{names[target]} cannot be reached from {names[origin]}: {way[kind]}"

    def problem(self, s: Position) -> str | None:
        """Animals too many, rocks elsewhere, or counts and turns that cannot be."""
        cells = [int(code) for code in s.cells[:-1]]
        for code, most in zip(range(CAMEL, ROCK), (CAMELS, DROMEDARIES) * 2, strict=True):
            if cells.count(code) > most:
                name = self.pieces[code - 1].name
                return f"there are {cells.count(code)} of {name}s, more than {most}"
        for site, code in enumerate(_begin(self.board)):
            if (code == ROCK) != (cells[site] == ROCK):
                verb = "must hold a" if code == ROCK else "cannot hold a"
                return f"{self.board.names[site]} {verb} rock"
        turn, quiet, passes = int(s.turn), int(s.quiet), int(s.passes)
        if not 0 <= passes <= min(2, quiet):
            return f"passes={passes} does not fit {quiet} turns without a capture"
        if not 0 <= quiet <= min(QUIET, turn):
            return f"quiet={quiet} does not fit {turn} turns"
        return self.wrong_turn(s)


@lru_cache
def desert(ranks: int) -> Board:
    """The board with eleven files and so many ranks; each home-field is a zone."""
    board = square(FILES, ranks)
    south, north = _homes(board)
    zones = {
        "South's_home-field": Zone((south,), "target", "white"),
        "North's_home-field": Zone((north,), "target", "black"),
    }
    return replace(board, zones=zones)


def _homes(board: Board) -> tuple[int, int]:
    """South's home-field and North's."""
    middle = BACK.index("H")
    return board.rows[-1][middle], board.rows[0][middle]


def _begin(board: Board) -> Any:
    """The code on each site at the start."""
    cells = np.zeros(len(board), np.int8)
    for player, rows in enumerate(((-1, -2), (0, 1))):
        codes = {"C": CAMEL + 2 * player, "D": DROMEDARY + 2 * player, "#": ROCK, "H": EMPTY}
        for row, line in zip(rows, (BACK, FRONT), strict=True):
            for site, letter in zip(board.rows[row], line, strict=True):
                cells[site] = codes[letter]
    return cells


@lru_cache
def _forks(board: Board, kind: int) -> IntTable:
    """An animal's four ways from each site: the two squares on the way, then its two ends.

    Returns an int32 array of shape (sites, 4, 4), the wall where there is nothing.
    """
    ends = bent(board, ORTHOGONAL if kind == CAMEL else DIAGONAL, 2)
    left, right = ends[:, ::2], ends[:, 1::2]
    on_the_way = np.minimum(left, right)[:, :, :2]  # the wall comes last
    return np.concatenate([on_the_way, left[:, :, 2:], right[:, :, 2:]], axis=2)


def _ways(board: Board) -> Any:
    """The forks of Camels and of Dromedaries, as an array of shape (2, sites, 4, 4).

    Unsigned, so that compiled code need not ask whether an index counts from the end.
    """
    return np.array([_forks(board, kind) for kind in (CAMEL, DROMEDARY)], np.uint32)


def _key_squares(board: Board) -> Any:
    """``[player, site]``: 1 on the squares of the enemy's home-field's colour, else 0."""
    colours = [(site // FILES + site % FILES) % 2 for site in range(len(board))]
    goals = _homes(board)[::-1]
    return np.array([[colour == colours[goal] for colour in colours] for goal in goals], np.int8)


def _entries(board: Board) -> Any:
    """``[player, way]``: whence a Camel comes to the enemy's home-field, and what it passes."""
    rocks = set(np.flatnonzero(_begin(board) == ROCK).tolist())
    found = []
    for home in _homes(board)[::-1]:
        forks = enumerate(_forks(board, CAMEL).tolist())
        ways = [(site, *way[:2]) for site, those in forks for way in those if home in way[2:]]
        found.append([way for way in ways if not rocks & set(way)])
    return np.array(found, np.uint32)


def _camel_moves(board: Board, home: int) -> Any:
    """How many moves a Camel needs from each site to ``home`` past the rocks alone, or -1."""
    rocks = set(np.flatnonzero(_begin(board) == ROCK).tolist()) | {board.wall}
    steps = np.full(len(board) + 1, -1, np.int32)
    steps[home] = 0
    todo = deque([home])
    forks = _forks(board, CAMEL)
    while todo:
        there = todo.popleft()
        for here in range(len(board)):
            for first, second, *ends in forks[here].tolist():
                free = not {first, second, here} & rocks
                if free and there in ends and steps[here] < 0:
                    steps[here] = steps[there] + 1
                    todo.append(here)
    return steps
