"""Koerier (Courier), by Fred Horn (1982): two couriers, crossing on a blue line.

Rules
    Yellow and Red have a Courier, three Guards and six Horsemen each. Yellow starts; then the
    players take turns to move one piece. Each Courier stands on the left edge of the board and has
    to get, along the blue line, to the far corner of its own castle on the right edge.

    A Courier goes one square along the blue line to an empty square, always forward: never away
    from its castle, so never to the left, Yellow's never down and Red's never up. The dotted
    diagonals in the castles are not for it.

    A Guard goes exactly two squares along a diagonal; the square between must be empty.

    A Horseman goes one square straight on to an empty square and then one square diagonally
    outward. Neither square may belong to a castle: only Guards and Couriers enter castles, Guards
    both of them.

    Horsemen capture Horsemen and Guards, Guards capture Guards only, by moving to the square where
    the enemy stands; nobody has to capture. Couriers are never captured.

    Any piece on the next square of the line stops a Courier. But if an enemy Guard stands on the
    castle square straight ahead, the Courier waits a turn and may then capture it: it may if it
    stood where it does, and an enemy Guard on that square, when its owner's previous turn began.

    The player who first brings their Courier to their goal wins. But if that is Yellow, Red has one
    more turn, and if Red's Courier reaches its goal with it the game is a draw.

    A player passes when no other move is left, and only then. The game is a draw when both pass one
    after the other, after eighty turns without a capture or a step of a Courier, or when a position
    comes back for the third time.

Start
    ::

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

Options
    ``yellow_guards``     ``mirrored``: Yellow's Guards begin on I9, I10 and J9, as Red's do on the
                          side. ``printed``: on I9, J9 and J10, as the text has it.
    ``clear_own_guards``  ``true``: a Courier may capture Guards of its own side in the same way.
    ``ply_cap``           The game is a draw after so many turns; 0 for no such end.

Sources and rulings
    Text: the goal, the moves and captures, that blocked Couriers go another way through the middle,
    the wait before a Courier captures, Red's last turn. Picture: the board, the blue line, castles
    and courts. Ours: what "forward" means; "outward", as the author draws it in another game;
    exactly what waiting means; Yellow's third Guard on I10, for J10 is Yellow's own goal and Red's
    three leave theirs empty. If Red cannot reach the goal at once, Yellow's win is counted without
    waiting for Red's last turn. The trees in the picture are only trees, for one stands on D4,
    which Yellow has to cross. The passes, the eighty turns and the third repetition.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import exp
from typing import Any

import numpy as np

from livestone.boards import Board, Course, Label, Piece, Zone, square
from livestone.boards.bent import DIAGONAL, ORTHOGONAL, bent
from livestone.boards.oneway import barred, cheapest, downstream, onward
from livestone.boards.zones import relist
from livestone.core.capturing import CapturingGame
from livestone.core.game import Jit, Position, Rules, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option

YELLOW, RED = 0, 1
SIDE, ROWS = 10, "ABCDEFGHIJ"
# What stands on a square, in ``cells``: Yellow's pieces, then Red's, each KINDS higher.
EMPTY, COURIER, GUARD, HORSEMAN, EDGE = 0, 1, 2, 3, 7
KINDS, CODES = 3, EDGE + 1
GUARDS, HORSEMEN, MEN = 3, 6, 9
QUIET = 80  # turns without a capture or a step of a courier that end the game
# Of each player, Yellow first.
NAMES = ("Yellow", "Red")
CORNERS, GOALS = ("A1", "J1"), ("J10", "A10")
CASTLES = (("I9", "J9", "I10", "J10"), ("A9", "A10", "B9", "B10"))
COURTS = (("J7", "J8", "I8", "H9", "H10", "G10"), ("A7", "A8", "B8", "C9", "C10", "D10"))
PRINTED = ("I9", "J9", "J10")
# The blue line, and what is dotted of it.
LINES = (
    *("A1 B2 C3 D4 E5", "J1 I2 H3 G4 F5", "G7 F6", "D7 E6"),
    *("G4 G5 G6 G7 F7 E7 D7 D6 D5 D4 E4 F4 G4", "F5 F6 E6 E5 F5"),
    *("G7 H8 I9 I10 J10", "I9 J9 J10", "D7 C8 B9 A9 A10", "B9 B10 A10"),
)
DOTTED = ("I9 J10", "B9 A10")
# The castle's gate, and where a courier keeps its own guard from leaving it.
NEAR = (("I9", "G7", "H8"), ("B9", "D7", "C8"))
TREES = "J6 H1 H5 G3 G8 E2 E7 E10 D4 B4 A2"
HORSEMEN_GO = "a horseman goes one square straight on, then one diagonally outward"
GUARDS_GO = "a guard goes exactly two squares along a diagonal"
# A courier goes on to at most so many squares; a horseman has so many ways to go.
AHEAD, WAYS = 3, 8
# ``evaluate``, in turns: a man, being to move, a way home that no courier can bar; what is left of
# a lead without; the lead at which a win is e times as likely as not. On a courier's way: its own
# guard at the gate, shut in there, elsewhere in the castle; own men; enemy guards; other enemies.
MAN, TEMPO, SURE, UNSURE, SCALE = 2.5, 0.2, 4.0, 0.3, 3.0
GATE, JAM, FORK, OWN, GUARDED, ENEMY = 4.0, 20.0, 1.5, 1.5, 2.7, 4.5


@lru_cache
def courier_board() -> Board:
    """The 10x10 board with lettered rows, the blue line, castles, courts, corners and goals."""
    plain = square(SIDE)
    names = tuple(f"{ROWS[int(y)]}{int(x) + 1}" for x, y in plain.centres)
    site = {name: number for number, name in enumerate(names)}
    beside = (-0.85, SIDE + 0.2)  # clear of the castles' bastions
    labels = [Label(ROWS[y], x, y) for x in beside for y in range(SIDE)]
    labels += [Label(str(x + 1), x, y) for y in (-0.85, SIDE - 0.15) for x in range(SIDE)]

    def zone(names: str, look: str = "", colour: str = "", spoken: bool = True) -> Zone:
        return Zone(tuple(site[name] for name in names.split()), look, colour, spoken)

    zones = {"trees": zone(TREES, "tree", "green", spoken=False)}
    zones["blue_line"] = zone(" ".join(dict.fromkeys(" ".join(LINES).split())), "way")
    for player, name in enumerate(NAMES):
        colour = name.lower()
        zones[f"{name}'s_corner"] = zone(CORNERS[player], "row", colour)
        zones[f"{name}'s_court"] = zone(" ".join(COURTS[player]), "row", colour)
        zones[f"{name}'s_castle"] = zone(" ".join(CASTLES[player]), "fort", colour)
        zones[f"{name}'s_goal"] = zone(GOALS[player], "target", colour)
    courses = [
        Course(tuple(plain.centres[site[name]] for name in line.split()), "blue", dotted)
        for lines, dotted in ((LINES, False), (DOTTED, True))
        for line in lines
    ]
    return replace(plain, names=names, labels=tuple(labels), zones=zones, courses=tuple(courses))


def _pieces() -> tuple[Piece, ...]:
    shapes = {"courier": "envelope", "guard": "shield", "horseman": "horse"}
    return tuple(
        Piece(f"{name} {kind}", letter, shapes[kind], name.lower())
        for name, letters in zip(NAMES, ("CGH", "cgh"), strict=True)
        for kind, letter in zip(shapes, letters, strict=True)
    )


class Koerier(CapturingGame):
    """Koerier with its options."""

    id = "koerier"
    title = "Koerier"
    author = "Fred Horn"
    year = 1982
    summary = "Run your courier along the blue line to the far castle, and block the other's way."
    seats = (Seat("Yellow", "yellow"), Seat("Red", "red"))
    pieces = _pieces()
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
    cut, explore = 0, 0.05  # random plies hang pieces

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
        opening, takes, ways = self._opening(), _takes(), _open_ways()
        ahead, gates = _ahead()
        yellow_goal, red_goal = (self.board.site[name] for name in GOALS)
        own_too = bool(self.option["clear_own_guards"])
        moved = jit(relist)

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
        def count(s: Position) -> None:
            """Fill the derived fields."""
            s.cells[sites] = EDGE
            s.men[:] = 0
            s.places[:] = sites
            s.couriers[:] = sites
            for site in range(sites):
                if s.cells[site] != EMPTY:
                    player, kind = divmod(int(s.cells[site]) - 1, KINDS)
                    if kind == COURIER - 1:
                        s.couriers[player] = site
                    elif s.men[player] < MEN:
                        s.places[player, s.men[player]] = site
                        s.men[player] += 1

        def start(s: Position) -> None:
            # Not as a slice, whose errors take Numba seconds to compile.
            for site in range(len(opening)):
                s.cells[site] = opening[site]
            count(s)

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
                    n += (cells[ways[code, origin, way, 0]] == EMPTY) & takes[code, there]
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

        def derive(s: Position) -> None:
            count(s)

        evaluate = self._evaluate(jit)
        return Rules(start, moves, play, outcome, evaluate=evaluate, derive=derive)

    def _opening(self) -> Any:
        """The cells at the start."""
        cells = np.zeros(len(self.board) + 1, np.int8)
        printed = self.option["yellow_guards"] == "printed"
        for player in (YELLOW, RED):
            mirrored = [name for name in CASTLES[player] if name != GOALS[player]]
            guards = PRINTED if printed and player == YELLOW else mirrored
            for kind, names in enumerate(([CORNERS[player]], guards, COURTS[player]), 1):
                for name in names:
                    cells[self.board.site[name]] = kind + KINDS * player
        return cells

    def _evaluate(self, jit: Jit) -> Any:
        """The likelihood of winning, from the turns each courier still needs and the men left."""
        site, (ahead, _) = self.board.site, _ahead()
        corners, goals = ([site[name] for name in names] for names in (CORNERS, GOALS))
        sure, stuck = barred(ahead, corners, goals)
        to_go = cheapest(jit, ahead, corners, _price())
        near = np.array([[site[name] for name in names] for names in NEAR])

        @jit
        def strength(s: Position, player: int) -> Any:
            """In turns of the courier."""
            courier = s.couriers[player]
            jammed = (courier == near[player, 1]) | (courier == near[player, 2])
            jammed &= s.cells[near[player, 0]] == GUARD + KINDS * player
            return MAN * s.men[player] - to_go(s.cells, player, courier) - JAM * jammed

        def evaluate(s: Position, score: Any) -> None:
            yellow, red = s.couriers
            lead = SURE * (sure[YELLOW, yellow, red] - sure[RED, yellow, red])
            lead += strength(s, YELLOW) - strength(s, RED) + TEMPO * (1 - 2 * s.mover)
            share = 1 / (1 + exp(-lead / SCALE)) - 0.5
            if not sure[int(lead < 0), yellow, red]:
                share *= 0.0 if stuck[yellow, red] else UNSURE
            score[YELLOW] = 0.5 + share
            score[RED] = 1 - score[YELLOW]

        return evaluate

    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        """What stands in the way, or how the piece moves."""
        names, code, there = self.board.names, int(s.cells[origin]), int(s.cells[target])
        player, kind = divmod(code - 1, KINDS)
        if kind == COURIER - 1:
            return self._why_no_step(s, player, origin, target)
        horseman = kind == HORSEMAN - 1
        over = [names[at] for at, end in _ways()[code, origin].tolist() if end == target]
        if not over:
            return HORSEMEN_GO if horseman else GUARDS_GO
        castle = [at for at in (over[0], names[target]) if at in CASTLES[YELLOW] + CASTLES[RED]]
        if horseman and castle:
            return f"{castle[0]} is in a castle, which only guards and couriers enter"
        if s.cells[self.board.site[over[0]]] != EMPTY:
            return f"{over[0]}, which it goes over, is occupied"
        if (there - 1) // KINDS == player:
            return f"{names[target]} is occupied by a piece of your own"
        if there % KINDS == COURIER:
            return "a courier is never captured"
        return "a guard captures only guards"

    def _why_no_step(self, s: Position, player: int, origin: int, target: int) -> str:
        """Why a courier cannot go from one square to another."""
        there, here, goal = int(s.cells[target]), self.board.names[origin], self.board.names[target]
        ahead, gates = (table.tolist() for table in _ahead())
        if target not in ahead[player][origin]:
            if origin in ahead[player][target]:
                return "a courier only goes forward, never away from its castle"
            if f"{here} {goal}" in DOTTED:
                return f"the dotted line from {here} to {goal} is not for couriers"
            return f"the blue line does not lead from {here} straight to {goal}"
        taken = self.option["clear_own_guards"] or there != GUARD + KINDS * player
        if taken and target in gates[player][origin] and there % KINDS == GUARD:
            return f"the guard on {goal} stops it: a courier waits a turn, then may capture it"
        return f"{goal} is occupied, and any piece on the line stops a courier"

    def problem(self, s: Position) -> str | None:
        """Pieces or counts that cannot be."""
        return self._wrong_pieces(s) or self.wrong_turn(s) or self._wrong_counts(s)

    def _wrong_pieces(self, s: Position) -> str | None:
        names, standing = self.board.names, s.cells.tolist()[:-1]
        for player, seat in enumerate(self.seats):
            codes = range(KINDS * player + 1, KINDS * player + KINDS + 1)
            couriers, guards, horsemen = (standing.count(code) for code in codes)
            if couriers != 1:
                return f"{seat.name} has {couriers} couriers instead of one"
            if guards > GUARDS or horsemen > HORSEMEN:
                return f"{seat.name} has {guards} guards and {horsemen} horsemen, too many"
            courier = standing.index(codes[0])
            if courier not in downstream(_ahead()[0][player], self.board.site[CORNERS[player]]):
                return f"{names[courier]} is on none of the ways of {seat.name}'s courier"
        for site, code in enumerate(standing):
            if code and code % KINDS == 0 and names[site] in CASTLES[YELLOW] + CASTLES[RED]:
                return f"there is a horseman in the castle, on {names[site]}"
        return None

    def _wrong_counts(self, s: Position) -> str | None:
        turn, passes, quiet = int(s.turn), int(s.passes), int(s.quiet)
        if not 0 <= quiet <= min(QUIET, turn):
            return f"quiet={quiet} does not fit {turn} turns"
        if not 0 <= passes <= min(2, quiet):
            return f"passes={passes} does not fit {quiet} quiet turns"
        for player, seat in enumerate(self.seats):
            count = int((_ahead()[1][player, s.couriers[player]] < len(self.board)).sum())
            most = (2**count - 1) * (2**AHEAD + 1 if self.option["clear_own_guards"] else 1)
            if int(s.waited[player]) & ~most or (turn < 2 and s.waited[player]):
                return f"{seat.name}'s courier cannot have waited for guards so"
        return None


@lru_cache
def _ahead() -> tuple[Any, Any]:
    """``ahead[player, site]``: the next squares of a courier; ``gates``: those in its castle."""
    board = courier_board()
    rising = onward(board, LINES, lambda right, up: right >= 0 and up >= 0)
    falling = onward(board, LINES, lambda right, up: right >= 0 and up <= 0)
    ahead = np.array([rising, falling])
    castles = [board.site[name] for name in CASTLES[YELLOW] + CASTLES[RED]]
    return ahead, np.where(np.isin(ahead, castles), ahead, board.wall)


@lru_cache
def _ways() -> Any:
    """``[code, origin, way]``: the square that a guard or horseman goes over, and where it ends."""
    board = courier_board()
    table = np.full((CODES, len(board), WAYS, 2), board.wall, np.uint32)
    for own in (0, KINDS):
        table[own + GUARD, :, : len(DIAGONAL), 0] = board.neighbours[:-1, DIAGONAL]
        table[own + GUARD, :, : len(DIAGONAL), 1] = board.leap[:-1, DIAGONAL]
        table[own + HORSEMAN] = bent(board, ORTHOGONAL, 1)
    return table


def _open_ways() -> Any:
    """As :func:`_ways`, without those of horsemen through castles."""
    table = _ways().copy()
    castles = [courier_board().site[name] for name in (*CASTLES[YELLOW], *CASTLES[RED])]
    for riders in (table[HORSEMAN], table[KINDS + HORSEMAN]):
        riders[np.isin(riders, castles).any(axis=2)] = len(courier_board())
    return table


def _takes() -> Any:
    """``[code, there]``: whether a guard or horseman may go where that stands."""
    table = np.zeros((CODES, CODES), np.int8)
    for own, enemy in ((0, KINDS), (KINDS, 0)):
        table[own + GUARD, [EMPTY, enemy + GUARD]] = 1
        table[own + HORSEMAN, [EMPTY, enemy + GUARD, enemy + HORSEMAN]] = 1
    return table


def _price() -> Any:
    """``[player, site, code]``: how many turns a piece on a square costs the courier."""
    board = courier_board()
    table = np.zeros((2, len(board) + 1, CODES))
    for player in (YELLOW, RED):
        own, enemy = KINDS * player, KINDS * (1 - player)
        castle = [board.site[name] for name in CASTLES[player]]
        table[player, :, own + COURIER : own + HORSEMAN + 1] = OWN
        table[player, :, enemy + COURIER : enemy + HORSEMAN + 1] = ENEMY
        table[player, castle, own + GUARD] = FORK
        table[player, castle, enemy + GUARD] = GUARDED
        table[player, board.site[NEAR[player][0]], own + GUARD] = GATE
    return table
