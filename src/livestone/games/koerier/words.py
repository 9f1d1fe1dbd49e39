"""What is said in Koerier: who is how far, how a move is read and refused, impossible positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.oneway import downstream
from livestone.boards.zones import marked
from livestone.core import capturing
from livestone.core.capturing import capturing_display
from livestone.core.game import Jit, Position
from livestone.core.moving import BOTH_PASSED, CHOICES, LAST_TURN, turn_check
from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display
from livestone.games.koerier.board import (
    CASTLES,
    CORNERS,
    COURIER,
    DOTTED,
    EMPTY,
    GOALS,
    GUARD,
    HORSEMAN,
    KINDS,
)
from livestone.games.koerier.rules import GUARDS, HORSEMEN, QUIET, YELLOW, Koerier
from livestone.games.koerier.ways import AHEAD, WAYS, courier_steps, courier_ways, piece_ways

say = Phrases(capturing.say)
HORSEMEN_GO = say("a horseman goes one square straight on, then one diagonally outward")
GUARDS_GO = say("a guard goes exactly two squares along a diagonal")
IN_CASTLE = say("{2} is in a castle, which only guards and couriers enter")
OVER_OCCUPIED = say("{2}, which it goes over, is occupied")
OWN_PIECE = say("{1} is occupied by a piece of your own")
NEVER_CAPTURED = say("{1} holds a courier, and a courier is never captured")
GUARDS_ONLY = say("a guard captures only guards")
ONLY_FORWARD = say("a courier only goes forward, never away from its castle")
NOT_DOTTED = say("the dotted line from {0} to {1} is not for couriers")
NO_LINE = say("the blue line does not lead from {0} straight to {1}")
MUST_WAIT = say("the guard on {1} stops it: a courier waits a turn, then may capture it")
LINE_BLOCKED = say("{1} is occupied, and any piece on the line stops a courier")
COURIER_STUCK = say("the courier on {0} is blocked: something stands on every square ahead")
GUARD_STUCK = say("{0} is blocked: a guard goes two squares along a diagonal, and none is open")
HORSEMAN_STUCK = say(
    "{0} is blocked: a horseman goes one square straight on, then one diagonally outward, and no "
    "such way is open"
)
COURIERS = say("{0:player} has {1:number} couriers instead of one")
TOO_MANY = say("{0:player} has {1:number} guards and {2:number} horsemen, too many")
ASTRAY = say("{1} is on none of the ways of {0:player}'s courier")
HORSEMAN_INSIDE = say("there is a horseman in the castle, on {0}")
COURIER_HOME, BOTH_HOME = say("The Courier is home."), say("Both Couriers are home.")
NOTHING_HAPPENED = say("Eighty turns have gone by without a capture or a Courier's step.")
WRONG_QUIET = say("quiet={0:number} does not fit {1:number} turns")
WRONG_PASSES = say("passes={0:number} does not fit {1:number} quiet turns")
WRONG_WAITED = say("{0:player}'s courier cannot have waited for guards so")
STEP_TO_GO, STEPS_TO_GO = say("{0:number} step to go,"), say("{0:number} steps to go,")
GUARD_COUNT, GUARD_COUNTS = say("{0:number} guard"), say("{0:number} guards")

WORDS = Words(
    say,
    summary="Run your courier along the blue line to the far castle, and block the other's way.",
    choices=CHOICES,
    minutes=(15, 50),
    difficulty=2,
    kind="race",
)


def display(game: Koerier, jit: Jit) -> Display:
    """What is shown of Koerier."""
    shown = capturing_display(game, jit, _there(game, jit), jit(_stuck), check=_check(game, jit))
    return shown._replace(tally=_tally(), ending=_ending(game))


def _ending(game: Koerier) -> Any:
    """How the game was decided."""
    yellow_goal = game.board.site[GOALS[YELLOW]]

    def ending(s: Position, winner: int, out: Any) -> int:
        if winner >= 0:
            return COURIER_HOME
        if s.couriers[YELLOW] == yellow_goal:
            return BOTH_HOME
        if s.passes == 2:
            return BOTH_PASSED
        return NOTHING_HAPPENED if s.quiet >= QUIET else LAST_TURN

    return ending


def _tally() -> Any:
    """The fewest steps of a player's courier to its goal, and the guards left."""
    to_go = courier_steps()

    def tally(s: Position, player: int, out: Any) -> int:
        steps, guards = to_go[player, s.couriers[player]], 0
        for at in range(s.men[player]):
            guards += s.cells[s.places[player, at]] == GUARD + KINDS * player
        out[0], out[1] = STEP_TO_GO if steps == 1 else STEPS_TO_GO, steps
        out[3], out[4] = GUARD_COUNT if guards == 1 else GUARD_COUNTS, guards
        return 2

    return tally


def _stuck(s: Position, origin: int, out: Any) -> int:
    """Why the piece on a square has no move."""
    kind = (s.cells[origin] - 1) % KINDS + 1
    if kind == COURIER:
        return COURIER_STUCK
    return GUARD_STUCK if kind == GUARD else HORSEMAN_STUCK


def _there(game: Koerier, jit: Jit) -> Any:
    """Why the mover's piece cannot go to a square."""
    ways, castle, no_step = piece_ways(), _castles(game), _no_step(game, jit)
    wall = game.board.wall

    @jit
    def over(code: int, origin: int, target: int) -> int:
        """The square that a guard or horseman goes over on its way there, or the wall."""
        for way in range(WAYS):
            if ways[code, origin, way, 1] == target:
                return int(ways[code, origin, way, 0])
        return wall

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        code, taken = s.cells[origin], s.cells[target]
        kind = (code - 1) % KINDS + 1
        if kind == COURIER:
            return int(no_step(s, origin, target))
        between = over(code, origin, target)
        if between == wall:
            return HORSEMEN_GO if kind == HORSEMAN else GUARDS_GO
        if kind == HORSEMAN and (castle[between] or castle[target]):
            out[2] = between if castle[between] else target
            return IN_CASTLE
        if s.cells[between] != EMPTY:
            out[2] = between
            return OVER_OCCUPIED
        if (taken - 1) // KINDS == (code - 1) // KINDS:
            return OWN_PIECE
        return NEVER_CAPTURED if taken % KINDS == COURIER else GUARDS_ONLY

    return there


def _no_step(game: Koerier, jit: Jit) -> Any:
    """``no_step(s, origin, target) -> phrase``: why a courier cannot go to a square."""
    ahead, gates = courier_ways()
    site, own_too = game.board.site, bool(game.option["clear_own_guards"])
    dotted = np.array([[site[name] for name in line.split()] for line in DOTTED])

    @jit
    def leads(table: Any, origin: int, target: int) -> bool:
        found = False
        for k in range(AHEAD):
            found |= table[origin, k] == target
        return found

    @jit
    def no_step(s: Position, origin: int, target: int) -> int:
        player, there = (s.cells[origin] - 1) // KINDS, s.cells[target]
        if not leads(ahead[player], origin, target):
            if leads(ahead[player], target, origin):
                return ONLY_FORWARD
            for line in range(len(dotted)):
                if dotted[line, 0] == origin and dotted[line, 1] == target:
                    return NOT_DOTTED
            return NO_LINE
        guard = there == GUARD + KINDS * (1 - player) or (
            own_too and there == GUARD + KINDS * player
        )
        return MUST_WAIT if guard and leads(gates[player], origin, target) else LINE_BLOCKED

    return no_step


def _castles(game: Koerier) -> Any:
    """1 for each square of a castle."""
    return marked(game.board, [game.board.site[name] for castle in CASTLES for name in castle])


def _check(game: Koerier, jit: Jit) -> Any:
    """Pieces or counts that cannot be."""
    sites, castle, wrong_turn = len(game.board), _castles(game), turn_check(game, jit)
    _, gates = courier_ways()
    on_way = _on_way(game)
    own_too = bool(game.option["clear_own_guards"])

    @jit
    def wrong_pieces(s: Position, out: Any) -> int:
        for player in range(2):
            out[0] = player
            counts = np.zeros(KINDS + 1, np.int64)
            for site in range(sites):
                code = s.cells[site]
                if code != EMPTY and (code - 1) // KINDS == player:
                    counts[(code - 1) % KINDS + 1] += 1
            if counts[COURIER] != 1:
                out[1] = counts[COURIER]
                return COURIERS
            out[1], out[2] = counts[GUARD], counts[HORSEMAN]
            if counts[GUARD] > GUARDS or counts[HORSEMAN] > HORSEMEN:
                return TOO_MANY
            out[1] = s.couriers[player]
            if not on_way[player, s.couriers[player]]:
                return ASTRAY
        for site in range(sites):
            out[0] = site
            if s.cells[site] != EMPTY and s.cells[site] % KINDS == 0 and castle[site]:
                return HORSEMAN_INSIDE
        return 0

    @jit
    def wrong_counts(s: Position, out: Any) -> int:
        out[0], out[1] = s.quiet, s.turn
        if not 0 <= s.quiet <= min(QUIET, s.turn):
            return WRONG_QUIET
        out[0], out[1] = s.passes, s.quiet
        if not 0 <= s.passes <= min(2, s.quiet):
            return WRONG_PASSES
        for player in range(2):
            out[0], count = player, 0
            for k in range(AHEAD):
                count += gates[player, s.couriers[player], k] < sites
            most = ((1 << count) - 1) * ((1 << AHEAD) + 1 if own_too else 1)
            if s.waited[player] & ~most or (s.turn < 2 and s.waited[player]):
                return WRONG_WAITED
        return 0

    def check(s: Position, out: Any) -> int:
        return int(wrong_pieces(s, out) or wrong_turn(s, out) or wrong_counts(s, out))

    return check


def _on_way(game: Koerier) -> Any:
    """``[player, site]``: whether a courier can ever come there."""
    corners, (ahead, _) = [game.board.site[name] for name in CORNERS], courier_ways()
    ways = [downstream(ahead[player], corner) for player, corner in enumerate(corners)]
    return np.array([marked(game.board, way) for way in ways])
