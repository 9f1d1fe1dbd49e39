"""What is said in Haalmaa: who is home, how a move is refused, why a position cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.sight import ways
from livestone.core import moving
from livestone.core.game import Jit, Position
from livestone.core.moving import (
    ALL_PASSED,
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
from livestone.games.haalmaa.rules import EMPTY, MOST, PAWNS, SLIDE, Haalmaa, HaalmaaForTwo

say = Phrases(moving.say)
TOO_FAR = say("{1} is more than three points away")
WAY_OCCUPIED = say("{2} is occupied, and a pawn only slides over empty points")
NO_LINE = say("{1} is not on a straight line with {0}")
SHUT_IN = say("{0} is blocked: a pawn only slides over empty points, and none is next to it")
ALL_HOME = say("All fifteen pawns are home.")
EIGHT_HOME = say("Eight pawns are home.")
GOAL_FULL = say("The goal is full, and most of the pawns in it are the winner's.")
WRONG_COUNT = say("{0:player} has {1:number} pawns instead of {2:number}")
HOME = say("{0:number} of {1:number} home")
HOME_AND, ENOUGH_AND = say("{0:number} of {1:number} home,"), say("{0:number} home,")
GOAL_FILLED = say("goal {0:number} of {1:number}")

WORDS = Words(say, choices=CHOICES, kind="race")


def display(game: Haalmaa, jit: Jit) -> Display:
    """What is shown of Haalmaa."""
    there = _no_slide(game, jit) if game.slides else leap_refusal(game, jit)
    stuck = jit(_no_slide_at_all) if game.slides else jit(blocked)
    shown = moving_display(game, jit, there, stuck, check=_check(game, jit))
    return shown._replace(tally=_tally(game), ending=_ending(game))


def _ending(game: Haalmaa) -> Any:
    """How the game was decided."""
    players = game.players
    reached = EIGHT_HOME if game.option.get("end") == "majority" else GOAL_FULL

    def ending(s: Position, winner: int, out: Any) -> int:
        if winner >= 0:
            return ALL_HOME if s.home[winner] == PAWNS else reached
        if s.passes == players:
            return ALL_PASSED if players > 2 else BOTH_PASSED
        return LAST_TURN

    return ending


def _no_slide_at_all(s: Position, origin: int, out: Any) -> int:
    """Why a pawn that slides cannot move."""
    return SHUT_IN


def _no_slide(game: Haalmaa, jit: Jit) -> Any:
    """Why the mover's pawn cannot slide to a point."""
    direction, neighbours = ways(game.board), game.board.neighbours

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        way = direction[origin, target]
        if way < 0:
            return NO_LINE
        held, length, site = origin, 0, origin
        while site != target:
            site = neighbours[site, way]
            length += 1
            if held == origin and s.cells[site] != EMPTY:
                held = site
        if length > SLIDE:
            return TOO_FAR
        out[2] = held
        return WAY_OCCUPIED

    return there


def _tally(game: Haalmaa) -> Any:
    """How many pawns are home of those needed; how full the goal is, where that counts as well."""
    goals = np.array([game.goal_of(player) for player in range(game.players)])
    for_two = isinstance(game, HaalmaaForTwo)
    enough = MOST if for_two or game.option["full_goal"] else PAWNS
    # Whether the rest of the goal must be full as well, whoever stands there.
    fills = bool(game.option["end"] == "full") if for_two else enough < PAWNS

    def tally(s: Position, player: int, out: Any) -> int:
        home, taken = s.home[player], 0
        out[0], out[1], out[2] = HOME, home, enough
        if not fills:
            return 1
        out[0] = HOME_AND if home <= enough else ENOUGH_AND
        for at in range(PAWNS):
            taken += s.cells[goals[player, at]] != EMPTY
        out[3], out[4], out[5] = GOAL_FILLED, taken, PAWNS
        return 2

    return tally


def _check(game: Haalmaa, jit: Jit) -> Any:
    """Pawns missing, or more passes or turns than there can be."""
    sites, players, wrong_turn = len(game.board), game.players, turn_check(game, jit)

    def check(s: Position, out: Any) -> int:
        for player in range(players):
            count = 0
            for site in range(sites):
                count += s.cells[site] == player + 1
            out[0], out[1], out[2] = player, count, PAWNS
            if count != PAWNS:
                return WRONG_COUNT
        out[0], out[1] = s.passes, s.turn
        if not 0 <= s.passes <= min(players, s.turn):
            return PASSES
        return int(wrong_turn(s, out))

    return check
