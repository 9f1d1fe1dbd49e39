"""What is said in Fort Chitral: who holds what, how a move is refused, impossible positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core import moving
from livestone.core.game import Jit, Position
from livestone.core.moving import (
    BOTH_PASSED,
    CHOICES,
    LAST_TURN,
    NO_CHAIN,
    PASSES,
    leap_refusal,
    moving_display,
    turn_check,
)
from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display
from livestone.games.fort_chitral.rules import EMPTY, FORT, PIECES, FortChitral

say = Phrases(moving.say)
ENEMY_IN_WAY = say("{1} is occupied by an enemy piece, and only pieces of your own are hopped over")
NO_HOPS = say(
    "{1} is not next to {0}, and no chain of hops ends there: each hop goes over one neighbouring "
    "piece of your own to the empty square straight behind it"
)
NO_FREE_WAY = say(
    "{0} is blocked: no free square next to it, and no piece of your own to hop over to a free one"
)
FORT_HELD = say("The whole fort is held.")
FEW_LEFT = say("The loser has three pieces left or fewer.")
TOO_MANY = say("{0:player} has {1:number} pieces, more than {2:number}")
IN_FORT = say("fort {0:number} of {1:number},")
PIECE_COUNT, PIECE_COUNTS = say("{0:number} piece"), say("{0:number} pieces")

WORDS = Words(
    say,
    summary="Hop over your own men, trap the enemy between two, and hold the four fort squares.",
    choices=CHOICES,
    minutes=(10, 40),
    difficulty=2,
    kind="capturing",
)


def display(game: FortChitral, jit: Jit) -> Display:
    """What is shown of Fort Chitral."""
    shown = moving_display(game, jit, _there(game, jit), jit(_stuck), check=_check(game, jit))
    return shown._replace(tally=_tally(game), lines=_lines(game), ending=_ending(game))


def _ending(game: FortChitral) -> Any:
    """How the game was decided: the fort comes before the count of pieces."""
    fort = np.array(game.board.zones["fort"].sites)

    def ending(s: Position, winner: int, out: Any) -> int:
        if winner < 0:
            return BOTH_PASSED if s.passes == 2 else LAST_TURN
        held = 0
        for at in range(len(fort)):
            held += s.cells[fort[at]] == winner + 1
        return FORT_HELD if held == len(fort) else FEW_LEFT

    return ending


def _tally(game: FortChitral) -> Any:
    """How many squares of the fort a player holds, and how many pieces are left."""
    fort = np.array(game.board.zones["fort"].sites)

    def tally(s: Position, player: int, out: Any) -> int:
        held = 0
        for site in fort:
            held += s.cells[site] == player + 1
        out[0], out[1], out[2] = IN_FORT, held, len(fort)
        out[3], out[4] = PIECE_COUNT if s.men[player] == 1 else PIECE_COUNTS, s.men[player]
        return 2

    return tally


def _lines(game: FortChitral) -> Any:
    """A line around the fort, once one player holds it all."""
    left, right, upper_left, upper_right = (game.board.site[name] for name in FORT)
    around = np.array([left, right, upper_right, upper_left, left])

    def lines(s: Position, face: int, out: Any) -> int:
        holder = s.cells[around[0]]
        out[0], out[1] = holder - 1, len(around)
        for at in range(len(around)):
            if s.cells[around[at]] != holder:
                holder = EMPTY
            out[2 + at] = around[at]
        return 0 if holder == EMPTY else 2 + len(around)

    return lines


def _stuck(s: Position, origin: int, out: Any) -> int:
    """Why the piece on a square has no move."""
    return NO_FREE_WAY


def _there(game: FortChitral, jit: Jit) -> Any:
    """Why the mover's piece cannot go to a square."""
    no_hop, ways = leap_refusal(game, jit, over_own=True), game.board.directions
    neighbours = game.board.neighbours

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        beside = False
        for way in range(ways):
            beside |= neighbours[origin, way] == target
        if beside and s.cells[target] != s.cells[origin]:
            return ENEMY_IN_WAY
        reason = int(no_hop(s, origin, target, out))
        return NO_HOPS if reason == NO_CHAIN else reason

    return there


def _check(game: FortChitral, jit: Jit) -> Any:
    """Too many pieces, or passes and turns that cannot be."""
    sites, wrong_turn = len(game.board), turn_check(game, jit)

    def check(s: Position, out: Any) -> int:
        for player in range(2):
            count = 0
            for site in range(sites):
                count += s.cells[site] == player + 1
            out[0], out[1], out[2] = player, count, PIECES
            if count > PIECES:
                return TOO_MANY
        out[0], out[1] = s.passes, s.turn
        if not 0 <= s.passes <= min(2, s.turn):
            return PASSES
        return int(wrong_turn(s, out))

    return check
