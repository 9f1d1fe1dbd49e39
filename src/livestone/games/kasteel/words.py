"""What is said in Kasteel: who is how far, how a move is read and refused, impossible positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.sight import ways
from livestone.core import capturing
from livestone.core.capturing import TAKES
from livestone.core.game import Jit, Position
from livestone.core.moving import FROM_TO, LAST_TURN, NO_MOVE, TARGET_OCCUPIED
from livestone.core.phrases import NOT_LEGAL, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.kasteel.board import (
    ATTACKERS,
    DEFENDER,
    DEFENDERS,
    EMPTY,
    KING,
    PAWN,
    SITES,
    WALL,
    castle_squares,
)
from livestone.games.kasteel.rules import BLACK, WHITE, Kasteel
from livestone.games.kasteel.ways import CAPTURE, STOP, piece_ways

say = Phrases(capturing.say)
NO_STOP = say("only a pawn that has just captured and could go on may stop")
GOES_ON = say("the pawn on {0} has captured: it goes on or stops")
NO_PIECE = say("{0} is empty")
NOT_YOURS = say("the piece on {0} is not yours")
WHITE_TAKES = say("White never captures")
WHITE_STEPS = say("a white pawn goes one square to the left or up")
KING_STEPS = say("the King only goes one square, inside the castle, and never captures")
NOT_STRAIGHT = say("a pawn moves in a straight line, and {1} is not in line with {0}")
MUST_GO_ON = say("having captured, it may only capture again or stop")
MUST_CAPTURE = say("you must capture when you can")
NO_PAWN = say("there is no white pawn to capture between them")
OVER_ONE = say("a pawn jumps over one white pawn and nothing else")
LANDS_BEHIND = say("it must land directly behind the pawn that it captures")
BESIDE = say("it may capture only a pawn that stands beside it")
WHITE_STUCK = say("{0} is blocked: no empty square to the left or above")
KING_STUCK = say("{0} is blocked: no empty square of the castle next to it")
BLACK_STUCK = say("{0} is blocked: no empty square next to it, and no pawn to capture")
WRONG_PAWNS = say("Black has {0:number} pawns instead of {1:number}")
ONE_KING = say("Black has one King")
NO_KING = say("Black has no King in this game")
KING_OUTSIDE = say("the King never leaves the castle")
TOO_MANY = say("White has {0:number} pawns, more than the {1:number} at the start")
NO_CAPTURER = say("capturer names a black pawn that has just captured, on Black's turn")
WRONG_CAPTURER = say("the pawn on {0} cannot have captured and go on")
FEW_LEFT = say("White has too few pawns left.")
WHITE_CANNOT, BLACK_CANNOT = say("White cannot move."), say("Black cannot move.")
CASTLE_FULL = say("White's pawns fill the castle.")
LOCKED_IN = say("The King is locked in.")
FILLED = say("castle {0:number} of {1:number}")
FILLED_AND = say("castle {0:number} of {1:number},")
KING_STEP, KING_STEP_COUNT = say("{0:number} King step"), say("{0:number} King steps")
CAPTURED = say("{0:number} of {1:number} captured")

CHOICES = {
    "stop": Choice("Stop here", "This pawn could capture again; you may also end your turn.")
}
WORDS = Words(say, choices=CHOICES, difficulty=2, minutes=(5, 15), kind="capturing")


def display(game: Kasteel, jit: Jit) -> Display:
    """What is shown of Kasteel."""

    def spell(move: int, out: Any) -> int:
        if move == STOP:
            out[0] = SITES
            return TOKEN
        out[0], out[1] = move % CAPTURE // SITES, move % SITES
        return TAKES if move >= CAPTURE else FROM_TO

    def path(s: Position, move: int, out: Any) -> int:
        """From and to; once it captures only where to."""
        if move == STOP or s.capturer != WALL:
            out[0] = SITES if move == STOP else move % SITES
            return 1
        out[0], out[1] = move % CAPTURE // SITES, move % SITES
        return 2

    return Display(
        spell=spell,
        path=path,
        refuse=_refuse(game, jit),
        check=_check(game, jit),
        ending=_ending(game, jit),
        tally=_tally(game),
    )


def _ending(game: Kasteel, jit: Jit) -> Any:
    """How the game was decided."""
    too_few, full, besieged = game.too_few, game.full, piece_ways(game, jit)[-1]
    has_king = bool(game.king)

    def ending(s: Position, winner: int, out: Any) -> int:
        if winner < 0:
            return LAST_TURN
        if winner == BLACK:
            return FEW_LEFT if s.attackers <= too_few else WHITE_CANNOT
        if s.inside == full:
            return CASTLE_FULL
        return LOCKED_IN if has_king and besieged(s.cells, s.throne) else BLACK_CANNOT

    return ending


def _tally(game: Kasteel) -> Any:
    """White: squares of the castle filled, and the King's steps. Black: pawns captured."""
    neighbours, castle = game.board.neighbours, castle_squares()
    full, has_king, attackers = game.full, bool(game.king), len(ATTACKERS)
    needed = attackers - game.too_few

    def tally(s: Position, player: int, out: Any) -> int:
        if player == BLACK:
            out[0], out[1], out[2] = CAPTURED, attackers - s.attackers, needed
            return 1
        out[0], out[1], out[2] = FILLED_AND if has_king else FILLED, s.inside, full
        if not has_king:
            return 1
        steps = 0
        for direction in range(8):
            site = neighbours[s.throne, direction]
            steps += castle[site] == 1 and s.cells[site] == EMPTY
        out[3], out[4] = KING_STEP if steps == 1 else KING_STEP_COUNT, steps
        return 2

    return tally


def _refuse(game: Kasteel, jit: Jit) -> Any:
    """Whatever stands in the way of the piece, or the rule that forbids it."""
    there, must_capture = _there(game, jit), _must_capture(game, jit)

    @jit
    def stuck(s: Position, origin: int) -> int:
        """Why the piece on a square cannot move at all."""
        if s.cells[origin] == PAWN:
            return WHITE_STUCK
        if must_capture(s):
            return MUST_CAPTURE
        return KING_STUCK if s.cells[origin] == KING else BLACK_STUCK

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        origin, target = tokens[0], tokens[n - 1]
        if origin == SITES or target == SITES:
            return NO_STOP
        if n > 2:
            return NOT_LEGAL
        if s.capturer != WALL:
            out[0], out[1] = s.capturer, target
            if n == 2 and origin != s.capturer:
                return GOES_ON
            return int(there(s, s.capturer, target, form))
        out[0], out[1] = origin, target
        if s.cells[origin] == EMPTY:
            return NO_PIECE
        if (s.cells[origin] == PAWN) != (s.mover == WHITE):
            return NOT_YOURS
        return int(stuck(s, origin)) if n == 1 else int(there(s, origin, target, form))

    return refuse


def _must_capture(game: Kasteel, jit: Jit) -> Any:
    """Whether only captures are legal."""
    moves, most, must = jit(game.rules(jit).moves), game.max_moves, game.option["mandatory_capture"]

    @jit
    def must_capture(s: Position) -> bool:
        legal = np.zeros(most + 1, np.int32)
        return bool(must) and moves(s, legal) > 0 and CAPTURE <= legal[0] < STOP

    return must_capture


def _there(game: Kasteel, jit: Jit) -> Any:
    """``there(s, origin, target, form) -> phrase``: why a piece cannot go to a square."""
    neighbours, way, castle = game.board.neighbours, ways(game.board), castle_squares()
    must_capture, anywhere = _must_capture(game, jit), game.option["capture"] == "fly_any"

    @jit
    def no_line(s: Position, origin: int, target: int, form: int) -> int:
        """Why a black pawn cannot go to an empty square."""
        direction = way[origin, target]
        if direction < 0:
            return NOT_STRAIGHT
        pawns, others, last = 0, 0, EMPTY
        site = neighbours[origin, direction]
        while site != target:
            last = s.cells[site]
            pawns += last == PAWN
            others += last != PAWN and last != EMPTY
            site = neighbours[site, direction]
        if pawns + others == 0:
            if form == TAKES:
                return NO_PAWN
            return MUST_GO_ON if s.capturer != WALL else MUST_CAPTURE
        if pawns != 1 or others > 0:
            return OVER_ONE
        if last == EMPTY and not anywhere:
            return LANDS_BEHIND
        return BESIDE

    @jit
    def there(s: Position, origin: int, target: int, form: int) -> int:
        piece = s.cells[origin]
        if origin == target:
            return NO_MOVE
        if s.cells[target] != EMPTY:
            return TARGET_OCCUPIED
        if piece == PAWN:
            return WHITE_TAKES if form == TAKES else WHITE_STEPS
        if piece == KING:
            direction = way[origin, target]
            near = direction >= 0 and neighbours[origin, direction] == target
            step = near and castle[target] == 1 and form != TAKES
            return MUST_CAPTURE if step and must_capture(s) else KING_STEPS
        return int(no_line(s, origin, target, form))

    return there


def _check(game: Kasteel, jit: Jit) -> Any:
    """Pieces that cannot be there, and captures that cannot go on."""
    moves, most = jit(game.rules(jit).moves), game.max_moves
    castle, kings, attackers = castle_squares(), int(bool(game.king)), len(ATTACKERS)

    def check(s: Position, out: Any) -> int:
        counts, outside = np.zeros(KING + 1, np.int64), False
        for site in range(SITES):
            counts[s.cells[site]] += 1
            outside |= s.cells[site] == KING and castle[site] == 0
        out[0], out[1] = counts[DEFENDER], DEFENDERS
        if counts[DEFENDER] != DEFENDERS:
            return WRONG_PAWNS
        if counts[KING] != kings:
            return ONE_KING if kings else NO_KING
        if outside:
            return KING_OUTSIDE
        out[0], out[1] = counts[PAWN], attackers
        if counts[PAWN] > attackers:
            return TOO_MANY
        if s.capturer == WALL:
            return 0
        out[0] = s.capturer
        if s.mover != BLACK or s.cells[s.capturer] != DEFENDER:
            return NO_CAPTURER
        if counts[PAWN] == attackers or moves(s, np.zeros(most + 1, np.int32)) < 2:
            return WRONG_CAPTURER
        return 0

    return check
