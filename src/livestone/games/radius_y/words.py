"""What is said in Radius Y: how a move is read, asked for and refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.connection import joining
from livestone.core.game import Jit, Position
from livestone.core.phrases import OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.radius_y.board import colours, distance, targets
from livestone.games.radius_y.rules import EMPTY, MOVING, PLACING, O, RadiusY, X

say = Phrases()
FROM_TO = say.form("{0}{1}")
FIRST_IS_PLACED = say("the first stone must be placed")
ONLY_X_SWAPS = say("only X may swap, in X's first turn")
BY_ITSELF = say("a pass or a swap is a move by itself")
ONE_OR_TWO = say("a stone is placed on one cell, or moves from one cell to one other")
MOVE_FIRST = say("first move a stone, or pass that with -; then place")
HAS_MOVED = say("a stone has moved already: place a stone, or pass that with -")
NONE_CAN_MOVE = say("no stone can move in this turn now: place a stone, or pass that with -")
NOT_YOURS = say("there is no stone of yours on {0}")
IN_CENTRE = say("{0} is the centre: a stone there cannot move")
BLOCKED = say("{0} is blocked: it moves exactly {2:number}, and no way of that length is open")
HOW_FAR = say("{0} is {2:number} from the centre: it moves exactly {2:number}, in a straight line")
TARGET_OCCUPIED = say("{1} is occupied")
ENEMY_BETWEEN = say("the enemy stone on {2} is in the way")
PLACE_OR_SWAP = say("Place a stone, pass, or swap: take O's stone for your own.")
PLACE_FIRST = say("Place the first stone.")
MOVE = say("Move a stone, or pass that.")
PLACE = say("Place a stone, or pass that.")
JOINED = say("The three colours are joined.")
BOTH_PASSED = say("Both players passed.")
LAST_TURN = say("That was the last turn.")
WRONG_FLAGS = say("part, moved and swap are 0 or 1")
WRONG_QUIET = say("quiet counts the turns just before in which nothing was done: 0, 1 or 2")
WRONG_MOVED = say("moved is 1 only when it remains to place a stone")
WRONG_SWAP = say("swap is 1 only when X answers O's first stone")
WRONG_OPENING = say("on the empty board O places a stone")

WORDS = Words(
    say,
    summary="Join the rim's three colours; a stone moves as far as it is from the centre.",
    choices={
        "-": Choice("Pass this part", "Either part of a turn may be passed, or both."),
        "swap": Choice("Swap", "Take O's stone for your own; that is your whole turn."),
    },
    minutes=(5, 15),
    difficulty=3,
    kind="connection",
)


def display(game: RadiusY, jit: Jit) -> Display:
    """What is shown of Radius Y."""
    swap_move, goal = game.swap_move, targets(game.board)

    def spell(move: int, out: Any) -> int:
        if move <= swap_move:
            out[0] = move
            return TOKEN
        site, direction = (move - swap_move - 1) // 6, (move - swap_move - 1) % 6
        out[0], out[1] = site, goal[site, direction]
        return FROM_TO

    def question(s: Position, out: Any) -> int:
        if s.swap:
            return PLACE_OR_SWAP
        if s.stones[O] + s.stones[X] == 0:
            return PLACE_FIRST
        return MOVE if s.part == MOVING else PLACE

    def ending(s: Position, winner: int, out: Any) -> int:
        if s.won:
            return JOINED
        return BOTH_PASSED if s.quiet == 2 else LAST_TURN

    return Display(
        spell=spell,
        refuse=_refuse(game, jit),
        check=_check,
        question=question,
        ending=ending,
        lines=_lines(game, jit),
    )


def _lines(game: RadiusY, jit: Jit) -> Any:
    """The ways by which the winner's stones join the rim's colours, once they do."""
    joined = joining(game.board, jit, colours(game.board), ((0, 1, 2),))

    def lines(s: Position, face: int, out: Any) -> int:
        return int(joined(s.cells, s.won - 1, out)) if s.won else 0

    return lines


def _refuse(game: RadiusY, jit: Jit) -> Any:
    """What is wrong with a placement, a movement, a pass or a swap."""
    board, sites, pass_move = game.board, len(game.board), game.pass_move
    neighbours, goal = board.neighbours, targets(board)
    far = np.array([distance(board, site) for site in range(sites)])

    @jit
    def stuck(s: Position, origin: int, out: Any) -> int:
        """Why the stone on a cell cannot move at all."""
        if s.cells[origin] != s.mover + 1:
            return MOVE_FIRST if s.cells[origin] == EMPTY else NOT_YOURS
        out[2] = far[origin]
        return IN_CENTRE if far[origin] == 0 else BLOCKED

    @jit
    def no_movement(s: Position, origin: int, target: int, out: Any) -> int:
        """Why the stone on a cell cannot go to another."""
        if s.part == PLACING:
            return HAS_MOVED if s.moved else NONE_CAN_MOVE
        if s.cells[origin] != s.mover + 1:
            return NOT_YOURS
        if far[origin] == 0:
            return IN_CENTRE
        for direction in range(6):
            if goal[origin, direction] == target:
                if s.cells[target] != EMPTY:
                    return TARGET_OCCUPIED
                here = neighbours[origin, direction]
                while here != target and s.cells[here] != 2 - s.mover:
                    here = neighbours[here, direction]
                out[2] = here
                return ENEMY_BETWEEN
        out[2] = far[origin]
        return HOW_FAR

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        first, last = tokens[0], tokens[n - 1]
        out[0], out[1] = first, last
        if n > 2:
            return ONE_OR_TWO
        if n == 2:
            if first >= sites or last >= sites:
                return BY_ITSELF
            return int(no_movement(s, first, last, out))
        if first >= sites:
            return FIRST_IS_PLACED if first == pass_move else ONLY_X_SWAPS
        return OCCUPIED if s.part == PLACING else int(stuck(s, first, out))

    return refuse


def _check(s: Position, out: Any) -> int:
    """Fields that contradict the stones."""
    o, x = s.stones[O], s.stones[X]
    if s.part not in (MOVING, PLACING) or s.moved not in (0, 1) or s.swap not in (0, 1):
        return WRONG_FLAGS
    if not 0 <= s.quiet <= 2:
        return WRONG_QUIET
    if s.moved and (s.part == MOVING or s.quiet > 1):
        return WRONG_MOVED
    if s.swap and (o != 1 or x != 0 or s.mover != X):
        return WRONG_SWAP
    if o + x == 0 and (s.mover != O or s.part != PLACING):
        return WRONG_OPENING
    return 0
