"""What is said in Trangalla: how a move is read and refused, and why a position cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.sight import leapt, ways
from livestone.core import moving
from livestone.core.game import Jit, Position
from livestone.core.moving import (
    BOTH_PASSED,
    FROM_TO,
    LAST_TURN,
    NO_MOVE,
    NO_PASS,
    NO_PIECE,
    NO_TARGET,
    NOT_YOURS,
    TARGET_OCCUPIED,
)
from livestone.core.phrases import TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.trangalla.board import HOMES, SITES, WALL, homes, targets
from livestone.games.trangalla.rules import BLACK, WHITE, Trangalla
from livestone.games.trangalla.ways import CHOICE, EMPTY, STEPS, STOP

say = Phrases(moving.say)
KING = say.form("K={0}")
CHOOSE_KING = say("Choose which of your pieces is your King.")
KING_FIRST = say("first choose the place of your King, like K={0}")
KINGS_BEGIN = say("a King begins on one of {0:sites}")
KING_CHOSEN = say("your King's place is already chosen")
NO_STOP = say("only a piece that has just jumped and can jump on may stop")
JUMPS_ON = say("the piece on {0} has jumped: it jumps on or stops")
MUST_JUMP = say("the piece on {0} has jumped: it may only jump again or stop")
BEEN_THERE = say("the piece has been on {1} this turn and must not return there")
TOO_FAR = say("{1} is neither next to {0} on a line nor straight behind a neighbour")
BEHIND_TAKEN = say("the place behind, {1}, is not empty")
TIP_CLOSED = say("{1} is closed to your own pieces")
NOTHING_BETWEEN = say("there is no piece on {2} to jump over")
NOT_BACKWARD = say("a piece only steps forward or sideways")
STUCK = say("{0} is blocked: no open place ahead of it or beside it, and no jump")
THIRD_TIME = say("it would bring about the same position for the third time")
ALL_THIRD_TIME = say(
    "whatever the piece on {0} does would bring about the same position for the third time"
)
NONE_THERE = say("unturned={0:number} names places where no piece stands")
WRONG_FRESH = say("fresh={0:number}, but {1:number} pieces were never turned over")
TOO_MANY = say("there are more than ten pieces")
WRONG_COUNTS = say("chosen and passes are 0 to 2, lost is 0 to 3")
NOT_BEGUN = say("the Kings are chosen before anything else happens")
TOO_MANY_FRESH = say("{0:player} has more than five pieces that were never turned over")
KING_MISSING = say("the place of {0:player}'s King is missing")
KING_ARRIVED = say("The King is on its target.")
BOTH_CAPTURED = say("Both Kings are captured.")
KING_AWAY = say("{0:player}'s King is not chosen or lost, but has a place")
WRONG_KING = say("{0:player}'s King cannot stand on {1}")
WRONG_BEEN = say("been belongs to a piece that jumps on")
WRONG_JUMPER = say(
    "jumper names a piece of the player to move that has jumped and can jump on, and been has "
    "its place"
)

WORDS = Words(
    say,
    summary="Bring your King across the board before anybody finds out which piece it is.",
    choices={
        "stop": Choice("Stop here", "This piece could jump again; you may also end your turn."),
        "pass": Choice("Pass", "You have no other move."),
    },
    minutes=(5, 10),
    difficulty=2,
    kind="race",
)


def display(game: Trangalla, jit: Jit) -> Display:
    """What is shown of Trangalla."""
    hidden = not game.option["open_kings"]

    def spell(move: int, out: Any) -> int:
        if move >= CHOICE:
            out[0] = move - CHOICE
            return KING
        if move >= STOP:
            out[0] = SITES + move - STOP
            return TOKEN
        out[0], out[1] = move // SITES, move % SITES
        return FROM_TO

    def path(s: Position, move: int, out: Any) -> int:
        """From and to; only where to while a piece jumps on; the King's place."""
        if move >= CHOICE:
            out[0] = move - CHOICE
            return 1
        if move >= STOP:
            out[0] = SITES + move - STOP
            return 1
        if s.jumper != WALL:
            out[0] = move % SITES
            return 1
        out[0], out[1] = move // SITES, move % SITES
        return 2

    def pieces(s: Position, out: Any) -> None:
        """The pieces, a King only where it is known: it follows both colours' soldiers."""
        for site in range(SITES):
            code = s.cells[site]
            out[site] = code
            if code != EMPTY and s.kings[code - 1] == site:
                out[site] = code + 2

    def question(s: Position, out: Any) -> int:
        return CHOOSE_KING if s.chosen < 2 else 0

    def secret(s: Position, move: int) -> bool:
        """The choice of a King is."""
        return hidden and move >= CHOICE

    return Display(
        spell=spell,
        path=path,
        pieces=pieces,
        refuse=_refuse(game, jit),
        check=_check(game, jit),
        question=question,
        ending=_ending,
        secret=secret,
    )


def _ending(s: Position, winner: int, out: Any) -> int:
    if winner >= 0:
        return KING_ARRIVED
    if s.lost == 3:
        return BOTH_CAPTURED
    return BOTH_PASSED if s.passes == 2 else LAST_TURN


def _refuse(game: Trangalla, jit: Jit) -> Any:
    """What stands in the way, or which rule."""
    there, stuck, home = _there(game, jit), _stuck(game, jit), homes()

    @jit
    def before_kings(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        """Why not, while the Kings are chosen."""
        if n == 1 and form != KING and tokens[0] >= SITES:
            return NO_STOP if tokens[0] == SITES else NO_PASS
        for at in range(len(home[0])):
            out[at] = home[s.mover, at]
        out[len(home[0])] = WALL
        return KING_FIRST if n > 1 else KINGS_BEGIN

    @jit
    def no_choice(s: Position, token: int) -> int:
        """Why neither ``stop`` nor ``pass``."""
        if token > SITES:
            return NO_PASS
        return NO_STOP if s.jumper == WALL else THIRD_TIME

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        origin, target = tokens[0], tokens[n - 1]
        if s.chosen < 2:
            return int(before_kings(s, form, tokens, n, out))
        if form == KING:
            return KING_CHOSEN
        if n == 1 and origin >= SITES:
            return int(no_choice(s, origin))
        if n > 2 or origin >= SITES or target >= SITES:
            return NO_TARGET
        if s.jumper != WALL:
            out[0], out[1] = s.jumper, target
            if n == 2 and origin != s.jumper:
                return JUMPS_ON
            return int(there(s, s.jumper, target, out))
        out[0], out[1] = origin, target
        if s.cells[origin] == EMPTY:
            return NO_PIECE
        if s.cells[origin] != s.mover + 1:
            out[1] = s.mover
            return NOT_YOURS
        return int(stuck(s, origin)) if n == 1 else int(there(s, origin, target, out))

    return refuse


def _stuck(game: Trangalla, jit: Jit) -> Any:
    """``stuck(s, origin) -> phrase``: why the piece on a place cannot move at all."""
    moves, most = jit(game.rules(jit).moves), game.max_moves

    @jit
    def stuck(s: Position, origin: int) -> int:
        found = np.zeros(most + 1, np.int32)
        for at in range(moves(s, found)):
            if found[at] < STOP and found[at] // SITES == origin:
                return ALL_THIRD_TIME
        return STUCK

    return stuck


def _there(game: Trangalla, jit: Jit) -> Any:
    """``there(s, origin, target, out) -> phrase``: why the mover's piece cannot go to a place."""
    between, way, near = leapt(game.board), ways(game.board), game.board.neighbours
    step, closed = np.array(STEPS) == 1, game.option["home_tip"] == "closed"
    tips = targets()[::-1].copy()

    @jit
    def no_step(s: Position, target: int, direction: int) -> int:
        """Why not to a neighbouring place."""
        if s.cells[target] != EMPTY:
            return TARGET_OCCUPIED
        if closed and target == tips[s.mover]:
            return TIP_CLOSED
        if s.jumper != WALL:
            return MUST_JUMP
        return THIRD_TIME if step[s.mover, direction] else NOT_BACKWARD

    @jit
    def no_jump(s: Position, over: int, target: int) -> int:
        """Why not to a place straight behind a neighbouring one."""
        if s.cells[target] != EMPTY:
            return TARGET_OCCUPIED if s.cells[over] == EMPTY else BEHIND_TAKEN
        if closed and target == tips[s.mover]:
            return TIP_CLOSED
        return NOTHING_BETWEEN if s.cells[over] == EMPTY else THIRD_TIME

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        if origin == target:
            return NO_MOVE
        over, direction = between[origin, target], way[origin, target]
        next_to = direction >= 0 and near[origin, direction] == target
        out[2] = over
        if over == WALL and not next_to:
            return TOO_FAR
        if s.been >> target & 1:
            return BEEN_THERE
        return int(no_step(s, target, direction) if next_to else no_jump(s, over, target))

    return there


def _check(game: Trangalla, jit: Jit) -> Any:
    """Pieces, Kings and jumps that cannot be."""
    wrong_pieces, wrong_king = _wrong_pieces(jit), _wrong_king(jit)
    is_opening = _is_opening(game, jit)
    moves, most = jit(game.rules(jit).moves), game.max_moves

    @jit
    def wrong_chain(s: Position) -> int:
        if s.jumper == WALL:
            return WRONG_BEEN if s.been else 0
        if s.cells[s.jumper] != s.mover + 1 or s.chosen != 2:
            return WRONG_JUMPER
        if not s.been >> s.jumper & 1 or s.been >> SITES:
            return WRONG_JUMPER
        return 0 if moves(s, np.zeros(most + 1, np.int32)) > 1 else WRONG_JUMPER

    def check(s: Position, out: Any) -> int:
        wrong = wrong_pieces(s, out)
        if wrong:
            return int(wrong)
        if not (0 <= s.chosen <= 2 and 0 <= s.lost <= 3 and 0 <= s.passes <= 2):
            return WRONG_COUNTS
        if s.chosen < 2 and not is_opening(s):
            return NOT_BEGUN
        return int(wrong_king(s, WHITE, out) or wrong_king(s, BLACK, out) or wrong_chain(s))

    return check


def _wrong_pieces(jit: Jit) -> Any:
    """``wrong_pieces(s, out) -> phrase``: too many pieces, or missing ones."""

    @jit
    def wrong_pieces(s: Position, out: Any) -> int:
        men, fresh, missing = 0, 0, False
        for site in range(SITES):
            unturned = s.unturned >> site & 1
            fresh += unturned
            men += s.cells[site] != EMPTY
            missing |= unturned == 1 and s.cells[site] == EMPTY
        out[0] = s.unturned
        if missing or s.unturned >> SITES:
            return NONE_THERE
        out[0], out[1] = s.fresh, fresh
        if s.fresh != fresh:
            return WRONG_FRESH
        return TOO_MANY if men > 2 * len(HOMES[0]) else 0

    return wrong_pieces


def _is_opening(game: Trangalla, jit: Jit) -> Any:
    """``is_opening(s) -> bool``: whether nothing but Kings has been chosen."""
    home = homes()
    opening = np.zeros(SITES, np.int8)
    for player in (WHITE, BLACK):
        opening[home[player]] = player + 1

    @jit
    def is_opening(s: Position) -> bool:
        same = s.lost == 0 and s.mover == s.chosen and s.turn == s.chosen
        for site in range(SITES):
            same &= s.cells[site] == opening[site]
            same &= (s.unturned >> site & 1) == (opening[site] != EMPTY)
        return bool(same)

    return is_opening


def _wrong_king(jit: Jit) -> Any:
    """``wrong_king(s, player, out) -> phrase``: a King that cannot be where it is said to be."""
    most = len(HOMES[0])

    @jit
    def wrong_king(s: Position, player: int, out: Any) -> int:
        king, fresh = s.kings[player], 0
        for site in range(SITES):
            fresh += s.cells[site] == player + 1 and s.unturned >> site & 1 == 1
        out[0], out[1] = player, king
        if fresh > most:
            return TOO_MANY_FRESH
        away = player >= s.chosen or s.lost >> player & 1 == 1
        if king == WALL:
            return 0 if away else KING_MISSING
        if away:
            return KING_AWAY
        stands = s.cells[king] == player + 1 and s.unturned >> king & 1 == 1
        return 0 if stands else WRONG_KING

    return wrong_king
