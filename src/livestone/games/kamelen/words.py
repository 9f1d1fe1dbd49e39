"""What is said in Kamelen: how a move is refused, and why a position cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.core import capturing
from livestone.core.capturing import capturing_display
from livestone.core.game import Jit, Position
from livestone.core.moving import BOTH_PASSED, CHOICES, LAST_TURN, turn_check
from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display
from livestone.games.kamelen.board import CAMEL, EMPTY, ROCK, homes, opening
from livestone.games.kamelen.rules import CAMELS, DROMEDARIES, QUIET, Kamelen
from livestone.games.kamelen.ways import fork_table

say = Phrases(capturing.say)
ROCKS_STAY = say("{0} holds a rock, and rocks never move")
ON_THE_WAY = say("{2} is on the way and must be empty")
ROCK_STAYS = say("{1} holds a rock, which cannot be captured")
OWN_ANIMAL = say("{1} holds an animal of your own")
CAMELS_GO = say(
    "{1} cannot be reached from {0}: a Camel goes two squares straight on, then one diagonally "
    "outward"
)
DROMEDARIES_GO = say(
    "{1} cannot be reached from {0}: a Dromedary goes two squares diagonally, then one straight "
    "outward"
)
CAMEL_STUCK = say(
    "{0} is blocked: a Camel goes two squares straight on, then one diagonally outward, and no "
    "such way is open"
)
DROMEDARY_STUCK = say(
    "{0} is blocked: a Dromedary goes two squares diagonally, then one straight outward, and no "
    "such way is open"
)
TOO_MANY = say("there are {1:number} of {0:piece}s, more than {2:number}")
NEEDS_ROCK = say("{0} must hold a rock")
NO_ROCK_HERE = say("{0} cannot hold a rock")
HOME_REACHED = say("A camel stands on the enemy's home-field.")
NO_KEY_CAMEL = say("The last of the loser's key camels is captured.")
NO_CAPTURE = say("A hundred turns have gone by without a capture.")
WRONG_PASSES = say("passes={0:number} does not fit {1:number} turns without a capture")
WRONG_QUIET = say("quiet={0:number} does not fit {1:number} turns")

WORDS = Words(
    say,
    summary="Bring a camel through the caravans to the enemy's home-field, where nobody may pass.",
    choices=CHOICES,
    mark="key camel",
    minutes=(15, 45),
    difficulty=3,
    kind="race",
)


def display(game: Kamelen, jit: Jit) -> Display:
    """What is shown of Kamelen."""
    shown = capturing_display(game, jit, _there(game, jit), jit(_stuck), check=_check(game, jit))
    refuse, sites = jit(shown.refuse), len(game.board)

    def refuse_rocks(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        out[0] = tokens[0]
        if tokens[0] < sites and s.cells[tokens[0]] == ROCK:
            return ROCKS_STAY
        return int(refuse(s, form, tokens, n, out))

    return shown._replace(refuse=refuse_rocks, ending=_ending(game))


def _ending(game: Kamelen) -> Any:
    """How the game was decided."""
    goals = np.array(homes(game.board)[::-1])

    def ending(s: Position, winner: int, out: Any) -> int:
        if winner >= 0:
            arrived = s.cells[goals[winner]] == CAMEL + 2 * winner
            return HOME_REACHED if arrived else NO_KEY_CAMEL
        if s.passes == 2:
            return BOTH_PASSED
        return NO_CAPTURE if s.quiet >= QUIET else LAST_TURN

    return ending


def _stuck(s: Position, origin: int, out: Any) -> int:
    """Why the animal on a square has no move."""
    return CAMEL_STUCK if (s.cells[origin] - 1) & 1 == 0 else DROMEDARY_STUCK


def _there(game: Kamelen, jit: Jit) -> Any:
    """Why the mover's animal cannot go to a square."""
    ways = fork_table(game.board)

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        kind = (s.cells[origin] - 1) & 1
        for way in range(4):
            first, second, left, right = ways[kind, origin, way]
            if target != left and target != right:
                continue
            for site in (first, second):
                out[2] = site
                if s.cells[site] != EMPTY:
                    return ON_THE_WAY
            return ROCK_STAYS if s.cells[target] == ROCK else OWN_ANIMAL
        return CAMELS_GO if kind == 0 else DROMEDARIES_GO

    return there


def _check(game: Kamelen, jit: Jit) -> Any:
    """Animals too many, rocks elsewhere, or counts and turns that cannot be."""
    sites, begin, wrong_turn = len(game.board), opening(game.board), turn_check(game, jit)
    most = np.array([0, CAMELS, DROMEDARIES, CAMELS, DROMEDARIES])

    @jit
    def wrong_pieces(s: Position, out: Any) -> int:
        for code in range(CAMEL, ROCK):
            count = 0
            for site in range(sites):
                count += s.cells[site] == code
            out[0], out[1], out[2] = code, count, most[code]
            if count > most[code]:
                return TOO_MANY
        for site in range(sites):
            out[0] = site
            if (begin[site] == ROCK) != (s.cells[site] == ROCK):
                return NEEDS_ROCK if begin[site] == ROCK else NO_ROCK_HERE
        return 0

    def check(s: Position, out: Any) -> int:
        wrong = wrong_pieces(s, out)
        if wrong:
            return int(wrong)
        out[0], out[1] = s.passes, s.quiet
        if not 0 <= s.passes <= min(2, s.quiet):
            return WRONG_PASSES
        out[0], out[1] = s.quiet, s.turn
        if not 0 <= s.quiet <= min(QUIET, s.turn):
            return WRONG_QUIET
        return int(wrong_turn(s, out))

    return check
