"""What is said in Crunching Quax: how a move is read, asked for and refused."""

from __future__ import annotations

from typing import Any

from livestone.boards.connection import joining, touches
from livestone.boards.hexagonal import sides
from livestone.boards.rows import running
from livestone.core.game import Jit, Position
from livestone.core.phrases import NOT_LEGAL, OCCUPIED, TOKEN, Phrases, Words
from livestone.core.rules import Display
from livestone.games.crunching_quax.board import AXES, LONGEST, SIDE, TRIPLES, axes
from livestone.games.crunching_quax.lines import EMPTY
from livestone.games.crunching_quax.rules import (
    FIRST,
    MAX_TURNS,
    MOVED,
    OPEN,
    PLACING,
    CrunchingQuax,
    O,
    X,
)

say = Phrases()
REAR_FRONT = say.form("{0}:{1}")
ONE_OR_TWO = say("a stone is placed on one cell, and a line needs its rear and its front's cell")
ON_ONE_LINE = say("{1} and {0} are on one line, and both of this turn")
ALL_ON_ONE_LINE = say("{1} and {2} and {0} are all on one line")
HAS_MOVED = say("a line has moved already: now place a stone")
TURN_OF_STONES = say("this turn places stones: a line moves at the beginning of a turn")
NOT_YOURS = say("there is no stone of yours on {0}")
NOT_ALIGNED = say("{0} and {1} are not on one line")
NOT_REAR = say("{0} is not the rear of a line of yours that way: whole lines move")
MUST_MOVE_ON = say("the front of the line from {0} must move on")
TOO_FAR = say("a line of {2:number} moves at most {2:number} cells")
OWN_IN_WAY = say("your own stone on {3} is in the way")
TOO_STRONG = say("the enemy line from {3} has {4:number}: a line of {2:number} cannot crush it")
CRUSHES_TO = say("this line, {2:number} against {4:number}, crushes on to {3}, no more and no less")
PLACE_ANYWHERE = say("Place a stone on any empty cell.")
PLACE_NEXT = say("Place stone {0:number}, not in line with the others of this turn.")
PLACE_TWO = say("Place two stones that are not in line.")
PLACE_OR_MOVE = say(
    "Place three stones, no two in line, or move a line "
    "(first its rear, then where its front goes)."
)
LINKED = say("The three sides are linked.")
LAST_TURN = say("That was the last turn.")
NOTHING_TO_DO = say("There is nothing to place or to move.")
WRONG_PART = say("part is 0 at the beginning of a turn, 1 with stones placed in it, 2 after a move")
NOT_IN_ORDER = say("the stones of this turn must be named once each, in order: {0:sites}")
NOT_THE_MOVERS = say("the stones of this turn, {0:sites}, must be the mover's")
NOT_OF_ONE_TURN = say("{0:sites} are on one line and cannot be of one turn")
TURN_HAS_ENDED = say("with {0:sites} the first turn has ended")

WORDS = Words(
    say,
    summary="Three stones a turn, or a line that shifts and crushes: link every second side.",
    minutes=(10, 25),
    difficulty=3,
    kind="connection",
)


def display(game: CrunchingQuax, jit: Jit) -> Display:
    """What is shown of Crunching Quax."""
    sites, neighbours = len(game.board), game.board.neighbours

    def spell(move: int, out: Any) -> int:
        if move < sites:
            out[0] = move
            return TOKEN
        way, distance = (move - sites) // LONGEST, (move - sites) % LONGEST
        front = way // 6
        out[0] = front
        for _ in range(distance):
            front = neighbours[front, way % 6]
        out[1] = front
        return REAR_FRONT

    def question(s: Position, out: Any) -> int:
        if s.part == MOVED:
            return PLACE_ANYWHERE
        if s.part == PLACING:
            out[0] = 1 + (s.fresh[0] < sites) + (s.fresh[1] < sites)
            return PLACE_NEXT
        return PLACE_OR_MOVE if s.stones[O] + s.stones[X] > 0 else PLACE_TWO

    def ending(s: Position, winner: int, out: Any) -> int:
        if s.won:
            return LINKED
        return LAST_TURN if s.turn >= MAX_TURNS else NOTHING_TO_DO

    return Display(
        spell=spell,
        refuse=_refuse(game, jit),
        check=_check(game, jit),
        question=question,
        ending=ending,
        lines=_lines(game, jit),
    )


def _lines(game: CrunchingQuax, jit: Jit) -> Any:
    """The ways by which the winner's stones link three sides, once they do."""
    joined = joining(game.board, jit, touches(game.board, sides(SIDE)), TRIPLES)

    def lines(s: Position, face: int, out: Any) -> int:
        return int(joined(s.cells, s.won - 1, out)) if s.won else 0

    return lines


def _refuse(game: CrunchingQuax, jit: Jit) -> Any:
    """What is wrong with a placement or a line move."""
    axis, by_three = axes(game.board), game.option["non_linear"] == "three"
    no_shift = _no_shift(game, jit)

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        site = tokens[0]
        out[0], out[1], out[2] = site, s.fresh[0], s.fresh[1]
        if n > 2:
            return ONE_OR_TWO
        if n == 2:
            if s.part != OPEN:
                return HAS_MOVED if s.part == MOVED else TURN_OF_STONES
            return int(no_shift(s, site, tokens[1], out))
        if s.cells[site] != EMPTY:
            return OCCUPIED
        if by_three:
            return ALL_ON_ONE_LINE
        if not axis[site, s.fresh[0]]:
            out[1] = s.fresh[1]
        return ON_ONE_LINE

    return refuse


def _no_shift(game: CrunchingQuax, jit: Jit) -> Any:
    """``no_shift(s, rear, front, out) -> phrase``: why the line there does not move so."""
    board, neighbours, run = game.board, game.board.neighbours, running(game.board, jit)
    sites = len(board)

    @jit
    def stopped(s: Position, front: int, direction: int, length: int, gone: int, out: Any) -> int:
        """Why a line does not get to a place; ``front`` is the cell ``gone`` on where it stops."""
        out[3] = front
        if s.cells[front] == s.mover + 1:
            return OWN_IN_WAY
        enemy = 1 + run(s.cells, front, direction, s.cells[front])
        out[4] = enemy
        if length <= enemy:
            return TOO_STRONG
        for _ in range(min(length - enemy, enemy, length - gone) - 1):
            front = neighbours[front, direction]
        out[3] = front
        return CRUSHES_TO

    @jit
    def no_way(s: Position, rear: int, direction: int, distance: int, out: Any) -> int:
        """Why a line does not move so that its front is so far from where its rear was."""
        mine, length = s.mover + 1, 1 + run(s.cells, rear, direction, s.mover + 1)
        out[2] = length
        if length < 2 or s.cells[neighbours[rear, (direction + AXES) % 6]] == mine:
            return NOT_REAR
        if distance < length:
            return MUST_MOVE_ON
        if distance >= 2 * length:
            return TOO_FAR
        front, at = rear, 0
        while at < length or (at < distance and s.cells[front] == EMPTY):
            front = neighbours[front, direction]
            at += 1
        if s.cells[front] == EMPTY:
            return NOT_LEGAL
        return int(stopped(s, front, direction, length, at - length, out))

    @jit
    def no_shift(s: Position, rear: int, front: int, out: Any) -> int:
        out[1] = front
        if s.cells[rear] != s.mover + 1:
            return NOT_YOURS
        for direction in range(6):
            there, distance = neighbours[rear, direction], 1
            while there < sites and there != front:
                there = neighbours[there, direction]
                distance += 1
            if there == front:
                return int(no_way(s, rear, direction, distance, out))
        return NOT_ALIGNED

    return no_shift


def _check(game: CrunchingQuax, jit: Jit) -> Any:
    """Stones of this turn that are not there or in line, or a part that does not fit them."""
    sites, axis = len(game.board), axes(game.board)
    by_pairs = game.option["non_linear"] == "pairs"

    def check(s: Position, out: Any) -> int:
        count = 0
        for at in range(2):
            if s.fresh[at] < sites:
                out[count] = s.fresh[at]
                count += 1
        out[count] = sites
        if s.part not in (OPEN, PLACING, MOVED) or (s.part == PLACING) != (count > 0):
            return WRONG_PART
        if count > 0 and s.fresh[0] >= s.fresh[1]:
            return NOT_IN_ORDER
        for at in range(count):
            if s.cells[out[at]] != s.mover + 1:
                return NOT_THE_MOVERS
        if by_pairs and count == 2 and axis[out[0], out[1]]:
            return NOT_OF_ONE_TURN
        return TURN_HAS_ENDED if count == s.stones[O] + s.stones[X] == FIRST else 0

    return check
