"""What is said in Sjekkers: how a move is read and refused, and why a position cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.sight import ways
from livestone.core import capturing
from livestone.core.capturing import capturing_display
from livestone.core.game import Jit, Position
from livestone.core.moving import BOTH_PASSED, CHOICES, LAST_TURN, TARGET_OCCUPIED, turn_check
from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display
from livestone.games.sjekkers.board import DISK, EMPTY, SITES, SJEK, WALL
from livestone.games.sjekkers.places import PIECES
from livestone.games.sjekkers.rules import BLACK, QUIET, WHITE, Sjekkers
from livestone.games.sjekkers.ways import capturing as capturing_ways
from livestone.games.sjekkers.ways import going

say = Phrases(capturing.say)
CAPTURE_NOW = say("You must capture.")
NOBODY_PASSES = say("nobody passes in these rules: a player who cannot move has lost")
CAPTURES_ON = say("the piece on {0} has captured and must capture on: {0}x{1}")
MUST_CAPTURE = say("a capture is possible: {0}x{1}")
NOT_IN_LINE = say("pieces go straight along the drawn lines, and none joins {0} and {1}")
FORWARD_OR_CAPTURE = say("a disk goes forward; only to capture may it go back")
FORWARD = say("a disk goes forward only")
NONE_TO_JUMP = say("a disk goes one crossing, or jumps over one neighbouring piece: none is on {2}")
NO_OWN = say("in checkers no piece jumps over its own side")
DISKS_STEP = say("a disk goes to a neighbouring crossing")
DISKS_JUMP = say(
    "a disk goes to a neighbouring crossing, or over one neighbouring piece to the crossing "
    "straight behind it"
)
KINGS_STEP = say("a king goes to a neighbouring crossing, or over one enemy piece to the next")
OVER_ONE = say("a Sjek jumps over one piece and no more")
OWN_FORWARD = say("a Sjek jumps over its own side forward only")
OWN_BESIDE = say(
    "a Sjek jumps over its own side only from next to it to straight behind it, and {2} is not "
    "both next to {0} and straight before {1}"
)
NO_WAY_AHEAD = say("{0} is blocked: no empty crossing ahead of it, and nothing to jump over")
NO_STEP_AHEAD = say("{0} is blocked: no empty crossing ahead of it, and nothing to capture")
NO_STEP = say("{0} is blocked: no empty crossing next to it, and nothing to jump over")
DISK_COUNT, DISK_COUNTS = say("{0:number} disk,"), say("{0:number} disks,")
SJEK_COUNT, SJEK_COUNTS = say("{0:number} Sjek"), say("{0:number} Sjeks")
KING_COUNT, KING_COUNTS = say("{0:number} king"), say("{0:number} kings")
TOO_MANY = say("{0:player} has {1:number} pieces, more than {2:number}")
NOT_DOUBLED = say("{0:player} has a disk on the far row, where it would be doubled")
NO_PIECES = say("{0:player} has just moved and yet has no piece")
ALL_CAPTURED = say("All the loser's pieces are captured.")
WHITE_STUCK, BLACK_STUCK = say("White cannot move."), say("Black cannot move.")
NOTHING_HAPPENED = say("Fifty turns have gone by without a capture or a disk's move.")
WRONG_QUIET = say("quiet={0:number} does not fit {1:number} turns")
WRONG_PASSES = say("passes={0:number} cannot be")
COULD_MOVE = say("{0:player} cannot have passed: there is a move")
NO_CHAINS = say("capturer names a piece that has just captured, under checkers only")
WRONG_CAPTURER = say("the piece on {0} cannot have captured and go on")

WORDS = Words(
    say,
    summary="Checkers on a hexagon: leap over your own disks, capture one at a time, double up.",
    choices=CHOICES,
    minutes=(15, 50),
    difficulty=2,
    kind="capturing",
)


def display(game: Sjekkers, jit: Jit) -> Display:
    """What is shown of Sjekkers."""
    capture, pass_move, nobody_passes = game.capture, game.pass_move, game.nobody_passes
    possible_capture = _possible_capture(game, jit)
    shown = capturing_display(game, jit, _there(game, jit), _stuck(game, jit))
    refuse_move = jit(shown.refuse)

    def path(s: Position, move: int, out: Any) -> int:
        """From and to, or ``pass``; while a piece captures on, only where to."""
        if move == pass_move:
            out[0] = SITES
            return 1
        origin, target = move % capture // SITES, move % SITES
        if s.capturer != WALL:
            out[0] = target
            return 1
        out[0], out[1] = origin, target
        return 2

    def question(s: Position, out: Any) -> int:
        return CAPTURE_NOW if possible_capture(s, 0, out) else 0

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        if tokens[0] == SITES and nobody_passes:
            return NOBODY_PASSES
        if s.capturer != WALL:
            possible_capture(s, s.capturer, out)
            return CAPTURES_ON
        return int(refuse_move(s, form, tokens, n, out))

    return shown._replace(
        path=path,
        refuse=refuse,
        check=_check(game, jit),
        question=question,
        ending=_ending,
        tally=_tally(game, jit),
    )


def _ending(s: Position, winner: int, out: Any) -> int:
    if winner >= 0:
        if s.men[1 - winner] == 0:
            return ALL_CAPTURED
        return BLACK_STUCK if winner == WHITE else WHITE_STUCK
    if s.passes == 2:
        return BOTH_PASSED
    return NOTHING_HAPPENED if s.quiet >= QUIET else LAST_TURN


def _possible_capture(game: Sjekkers, jit: Jit) -> Any:
    """``possible_capture(s, origin, out) -> bool``: a capture, by the piece there if it has one."""
    moves, most = jit(game.rules(jit).moves), game.max_moves
    capture, pass_move = game.capture, game.pass_move

    @jit
    def possible_capture(s: Position, origin: int, out: Any) -> bool:
        legal, found = np.zeros(most + 1, np.int32), -1
        for at in range(moves(s, legal)):
            move = legal[at]
            if capture <= move < pass_move:
                plain = move - capture
                if found < 0 or (plain // SITES == origin and found // SITES != origin):
                    found = plain
        if found < 0:
            return False
        out[0], out[1] = found // SITES, found % SITES
        return True

    return possible_capture


def _stuck(game: Sjekkers, jit: Jit) -> Any:
    """``stuck(s, origin, out) -> phrase``: why a piece cannot move at all."""
    checkers, possible_capture = game.checkers, _possible_capture(game, jit)

    @jit
    def stuck(s: Position, origin: int, out: Any) -> int:
        if possible_capture(s, origin, out):
            return MUST_CAPTURE
        if s.cells[origin] == 2 * s.mover + SJEK:
            return NO_STEP
        return NO_STEP_AHEAD if checkers else NO_WAY_AHEAD

    return stuck


def _there(game: Sjekkers, jit: Jit) -> Any:
    """``there(s, origin, target, out) -> phrase``: why a piece cannot go to a crossing."""
    checkers, possible_capture = game.checkers, _possible_capture(game, jit)
    way, neighbours = ways(game.board), game.board.neighbours

    @jit
    def no_disk_move(forward: bool, length: int, pieces: int) -> int:
        """Why a disk cannot go over so many crossings and pieces on them."""
        if not forward:
            return FORWARD if checkers else FORWARD_OR_CAPTURE
        if checkers:
            return NO_OWN if length == 1 and pieces == 1 else DISKS_STEP
        return NONE_TO_JUMP if length == 1 and pieces == 0 else DISKS_JUMP

    @jit
    def no_sjek_move(forward: bool, length: int, pieces: int) -> int:
        """Why a Sjek or king cannot go over so many crossings and pieces on them."""
        if checkers:
            return KINGS_STEP
        if pieces > 1:
            return OVER_ONE
        return OWN_FORWARD if length == 1 and not forward else OWN_BESIDE

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        if possible_capture(s, origin, out):
            return MUST_CAPTURE
        if s.cells[target] != EMPTY:
            return TARGET_OCCUPIED
        direction = way[origin, target]
        if direction < 0:
            return NOT_IN_LINE
        length, pieces = 0, 0
        site = neighbours[origin, direction]
        out[2] = site
        while site != target:
            length += 1
            if s.cells[site] != EMPTY:
                pieces += 1
                out[2] = site
            site = neighbours[site, direction]
        forward = direction // 2 == s.mover
        if s.cells[origin] == 2 * s.mover + SJEK:
            return int(no_sjek_move(forward, length, pieces))
        return int(no_disk_move(forward, length, pieces))

    return there


def _tally(game: Sjekkers, jit: Jit) -> Any:
    """How many disks and Sjeks each player has."""
    one, more = (KING_COUNT, KING_COUNTS) if game.checkers else (SJEK_COUNT, SJEK_COUNTS)

    def tally(s: Position, player: int, out: Any) -> int:
        disks, sjeks = 0, 0
        for site in range(SITES):
            disks += s.cells[site] == 2 * player + DISK
            sjeks += s.cells[site] == 2 * player + SJEK
        out[0], out[1] = DISK_COUNT if disks == 1 else DISK_COUNTS, disks
        out[3], out[4] = one if sjeks == 1 else more, sjeks
        return 2

    return tally


def _check(game: Sjekkers, jit: Jit) -> Any:
    """Pieces that cannot be there, and counts that cannot be."""
    checkers, nobody_passes = game.checkers, game.nobody_passes
    wrong_turn, moves, most = turn_check(game, jit), jit(game.rules(jit).moves), game.max_moves
    captures, others = capturing_ways(game, jit), going(game, jit)
    far = np.zeros((2, SITES), np.int8)
    far[WHITE, list(game.board.rows[0])] = far[BLACK, list(game.board.rows[-1])] = 1

    @jit
    def wrong_pieces(s: Position, out: Any) -> int:
        for player in range(2):
            found, undoubled = 0, False
            for site in range(SITES):
                code = s.cells[site]
                found += code != EMPTY and (code - 1) // 2 == player
                undoubled |= code == 2 * player + DISK and far[player, site] == 1
            out[0], out[1], out[2] = player, found, PIECES
            if found > PIECES:
                return TOO_MANY
            if undoubled:
                return NOT_DOUBLED
            if found == 0 and player != s.mover:
                return NO_PIECES
        out[0], out[1] = s.quiet, s.turn
        return 0 if 0 <= s.quiet <= min(QUIET, s.turn) else WRONG_QUIET

    @jit
    def can_move(s: Position, player: int) -> bool:
        """Whether a player has another move than to pass."""
        found, legal = 0, np.zeros(most + 1, np.int32)
        for at in range(s.men[player]):
            origin = s.places[player, at]
            found += captures(s.cells, origin, legal, 0) + others(s.cells, origin, legal, 0)
        return found > 0

    @jit
    def wrong_passes(s: Position, out: Any) -> int:
        out[0] = s.passes
        if s.passes == 0:
            return 0
        if nobody_passes or not 0 <= s.passes <= min(2, s.quiet):
            return WRONG_PASSES
        for back in range(1, s.passes + 1):
            out[0] = (s.mover + back) % 2
            if can_move(s, out[0]):
                return COULD_MOVE
        return 0

    @jit
    def wrong_capturer(s: Position, out: Any) -> int:
        if s.capturer == WALL:
            return 0
        if not checkers or s.quiet or s.passes:
            return NO_CHAINS
        out[0] = s.capturer
        owner = (s.cells[s.capturer] - 1) // 2
        if owner != s.mover or s.men[1 - s.mover] == PIECES:
            return WRONG_CAPTURER
        return 0 if moves(s, np.zeros(most + 1, np.int32)) > 0 else WRONG_CAPTURER

    def check(s: Position, out: Any) -> int:
        return int(
            wrong_pieces(s, out)
            or wrong_turn(s, out)
            or wrong_passes(s, out)
            or wrong_capturer(s, out)
        )

    return check
