"""What is said in Brainline: how a move is refused, and why a position cannot be."""

from __future__ import annotations

from typing import Any

from livestone.boards.sight import ways
from livestone.core import moving
from livestone.core.game import Jit, Position
from livestone.core.moving import LAST_TURN, TARGET_OCCUPIED, moving_display, turn_check
from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display
from livestone.games.brainline.rules import EMPTY, PEGS, Brainline

say = Phrases(moving.say)
NO_LINE = say(
    "a peg slides straight along one of the three lines through its hexagon, and none joins {0} "
    "and {1}"
)
PEG_IN_WAY = say("the peg on {2} is in the way: nothing is jumped over")
SHUT_IN = say("{0} is blocked: a peg slides over empty hexagons, and none is next to it")
LINE_MADE = say("The four pegs are a line.")
WRONG_COUNT = say("{0:player} has {1:number} pegs instead of {2:number}")

# Nobody ever has to pass.
WORDS = Words(
    say,
    summary="Slide your four pegs onto one straight line before the other player does.",
    minutes=(5, 15),
    difficulty=1,
    kind="moving",
)


def display(game: Brainline, jit: Jit) -> Display:
    """What is shown of Brainline."""
    shown = moving_display(game, jit, _there(game, jit), jit(_stuck), check=_check(game, jit))
    return shown._replace(lines=_lines, ending=_ending)


def _ending(s: Position, winner: int, out: Any) -> int:
    return LINE_MADE if s.won else LAST_TURN


def _lines(s: Position, face: int, out: Any) -> int:
    """The line that won, from its first peg to its last."""
    if not s.won:
        return 0
    places = s.places[s.won - 1]  # in rising order, and sites rise along every line
    out[0], out[1], out[2], out[3] = s.won - 1, 2, places[0], places[PEGS - 1]
    return 4


def _stuck(s: Position, origin: int, out: Any) -> int:
    """Why the peg on a hexagon has no move."""
    return SHUT_IN


def _there(game: Brainline, jit: Jit) -> Any:
    """Why the mover's peg cannot go to a hexagon."""
    direction, neighbours = ways(game.board), game.board.neighbours

    @jit
    def there(s: Position, origin: int, target: int, out: Any) -> int:
        if s.cells[target] != EMPTY:
            return TARGET_OCCUPIED
        way = direction[origin, target]
        if way < 0:
            return NO_LINE
        site = neighbours[origin, way]
        while s.cells[site] == EMPTY and site != target:
            site = neighbours[site, way]
        out[2] = site
        return PEG_IN_WAY

    return there


def _check(game: Brainline, jit: Jit) -> Any:
    """Pegs missing or too many, or turns that cannot be."""
    sites, wrong_turn = len(game.board), turn_check(game, jit)

    def check(s: Position, out: Any) -> int:
        for player in range(2):
            count = 0
            for site in range(sites):
                count += s.cells[site] == player + 1
            out[0], out[1], out[2] = player, count, PEGS
            if count != PEGS:
                return WRONG_COUNT
        return int(wrong_turn(s, out))

    return check
