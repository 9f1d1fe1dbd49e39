"""What is said in Not Made in Germany: who is in place, refusals, and impossible positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import square
from livestone.core import moving
from livestone.core.game import Jit, Position
from livestone.core.moving import (
    BOTH_PASSED,
    CHOICES,
    LAST_TURN,
    PASSES,
    blocked,
    leap_refusal,
    moving_display,
    turn_check,
)
from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display
from livestone.games.not_made_in_germany.board import ORNAMENTS, ROSETTE, SIDE, opening
from livestone.games.not_made_in_germany.rules import EMPTY, PIECES, NotMadeInGermany

say = Phrases(moving.say)
ORNAMENT = say("{2} is an ornament: no piece may enter or cross it")
ON_ORNAMENT = say("{0} is an ornament: nothing can stand on it")
ALL_IN_PLACE = say("All nine pieces are in place.")
MORE_IN_PLACE = say("That was the last turn: more pieces in place win.")
WRONG_COUNT = say("{0:piece} stands on {1:number} squares instead of {2:number}")
IN_PLACE = say("{0:number} of {1:number} in place")

WORDS = Words(
    say,
    summary="Leap the letters of your country across the board until they spell it again.",
    choices=CHOICES,
    minutes=(10, 25),
    difficulty=2,
    kind="race",
)


def display(game: NotMadeInGermany, jit: Jit) -> Display:
    """What is shown of Not Made in Germany."""
    shown = moving_display(game, jit, _there(game, jit), jit(blocked), check=_check(game, jit))
    return shown._replace(tally=_tally, ending=_ending)


def _ending(s: Position, winner: int, out: Any) -> int:
    if winner >= 0:
        return ALL_IN_PLACE if s.home[winner] == PIECES else MORE_IN_PLACE
    return BOTH_PASSED if s.passes == 2 else LAST_TURN


def _tally(s: Position, player: int, out: Any) -> int:
    """How many of a player's pieces are where they are to go."""
    out[0], out[1], out[2] = IN_PLACE, s.home[player], PIECES
    return 1


def _ornaments(game: NotMadeInGermany) -> Any:
    """1 for each square with an ornament."""
    found = np.zeros(len(game.board) + 1, np.int8)
    found[[game.board.site[name] for name in (*ORNAMENTS, ROSETTE)]] = 1
    return found


def _there(game: NotMadeInGermany, jit: Jit) -> Any:
    """Why the mover's piece cannot go to a square."""
    plain, ornament, no_leap = square(SIDE), _ornaments(game), leap_refusal(game, jit)
    ways, neighbours, leap = plain.directions, plain.neighbours, plain.leap

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        out[2] = target
        if ornament[target]:
            return ORNAMENT
        for way in range(ways):
            between = neighbours[origin, way]
            if leap[origin, way] == target and ornament[between]:
                out[2] = between
                return ORNAMENT
        return int(no_leap(s, origin, target, out))

    return there


def _check(game: NotMadeInGermany, jit: Jit) -> Any:
    """Pieces missing or on ornaments, or passes and turns that cannot be."""
    sites, kinds, ornament = len(game.board), len(game.pieces), _ornaments(game)
    wanted = np.bincount(opening(game.board), minlength=kinds + 1)
    wrong_turn = turn_check(game, jit, game.first_player)

    @jit
    def wrong_pieces(s: Position, out: Any) -> int:
        counts = np.zeros(kinds + 1, np.int64)
        for site in range(sites):
            out[0] = site
            if ornament[site] and s.cells[site] != EMPTY:
                return ON_ORNAMENT
            counts[s.cells[site]] += 1
        for code in range(1, kinds + 1):
            out[0], out[1], out[2] = code, counts[code], wanted[code]
            if counts[code] != wanted[code]:
                return WRONG_COUNT
        return 0

    def check(s: Position, out: Any) -> int:
        wrong = wrong_pieces(s, out)
        if wrong:
            return int(wrong)
        out[0], out[1] = s.passes, s.turn
        if not 0 <= s.passes <= min(2, s.turn):
            return PASSES
        return int(wrong_turn(s, out))

    return check
