"""What is said and shown in Straat: how a move is read, what lies behind, and the streets."""

from __future__ import annotations

from typing import Any

from livestone.core.game import Jit, Position
from livestone.core.phrases import Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.straat.blocks import (
    COMPASS,
    EMPTY,
    FACES,
    FRONT_ONLY,
    SIDES,
    UNSEEN,
    WAYS,
    behind,
    has_full_face_up,
)
from livestone.games.straat.rules import TURNS, Straat
from livestone.games.straat.streets import BACK, FRONT, POINTS, SITES, counted, drawn

# The tokens of named choices.
FACE, SIDE = SITES, SITES + len(FACES)

say = Phrases()
BLOCK = say.form("{0}{1}{2}")
FRONT_OF_BLOCK = say.form("{0}{1}")
STREETS = say("front {0:number}, back {1:number}")
NO_CELL = say("a move begins with the cell that a block is put on")
TAKEN = say("{0} is taken, and nothing is moved in this game")
WHICH_FACE = say("say which face of the block on {0} is up: F for full, H for half")
WHICH_SIDE = say("say on which side its black half is: N, E, S or W, as seen from the front")
TELLS_NOTHING = say("X and x say nothing of what lies behind: write A to D or a to d")
WRONG_MOVER = say("after {0:number} turns it is not {1:player}'s turn")
WRONG_BLOCKS = say("{0:player} has laid {1:number} blocks, not {2:number}, after {3:number} turns")
PAST_THE_END = say("turn={0:number} is past the longest game, {1:number} turns")

WORDS = Words(
    say,
    summary="Lay two-sided blocks so that your streets cross the board, on its back as well.",
    choices={
        "F": Choice("Full face up"),
        "H": Choice("Half face up"),
        **{
            side: Choice(
                f"Black half at the {COMPASS[side]}",
                turned=f"Black half at the {COMPASS[SIDES[at - 2]]}",
            )
            for at, side in enumerate(SIDES)
        },
    },
    minutes=(5, 10),
    difficulty=2,
    kind="connection",
)


def display(game: Straat, jit: Jit) -> Display:
    """What is shown of Straat."""
    tells, turned, streets = _tells(game, jit), jit(behind), counted(jit)

    def spell(move: int, out: Any) -> int:
        way = move % WAYS
        out[0] = move // WAYS
        out[1], out[2] = FACE + way // len(SIDES), SIDE + way % len(SIDES)
        return BLOCK

    spell_out = jit(spell)

    def known(s: Position, move: int, out: Any) -> int:
        """The move, less what lies behind where that is not to be seen."""
        spell_out(move, out)
        return FRONT_OF_BLOCK if s.cells[move // WAYS] >= UNSEEN else BLOCK

    def pieces(s: Position, out: Any) -> None:
        """The front, where everybody may know of the back or not."""
        hidden = 0 if tells(s) else FRONT_ONLY
        for site in range(SITES):
            code = s.cells[site]
            out[site] = code if code == EMPTY or code >= UNSEEN else code + hidden

    def face(s: Position, number: int, out: Any) -> bool:
        """The back, where it may be seen."""
        if not tells(s):
            return False
        for site in range(SITES):
            code = s.cells[site]
            out[site] = EMPTY if code == EMPTY else turned(code)
        return True

    def tally(s: Position, player: int, out: Any) -> int:
        """The streets on each face."""
        if not tells(s):
            return 0
        out[0] = STREETS
        out[1], out[2] = streets(s.ink[FRONT, player]), streets(s.ink[BACK, player])
        return 1

    return Display(
        spell=spell,
        pieces=pieces,
        refuse=_refuse,
        check=_check(game),
        known=known,
        tally=tally,
        lines=_lines(jit),
        face=face,
    )


def _tells(game: Straat, jit: Jit) -> Any:
    """``tells(s)``: whether the back may be seen.

    That is always, at the end, or where the position itself tells of it.
    """
    cap, show_back = int(game.option["ply_cap"]), bool(game.option["show_back"])
    full_face_up = jit(has_full_face_up)

    @jit
    def tells(s: Position) -> bool:
        told = show_back or s.turn == TURNS or 0 < cap <= s.turn
        for site in range(SITES):
            if s.cells[site] >= UNSEEN:
                return False
            told = told or full_face_up(s.cells[site])
        return told

    return tells


def _lines(jit: Jit) -> Any:
    """The streets on a face, when they are counted."""
    draw = drawn(jit)

    def lines(s: Position, face: int, out: Any) -> int:
        n = 0
        if s.turn == TURNS:
            for colour in range(2):
                n = draw(s.ink[face, colour], colour, SITES + POINTS * face, out, n)
        return n

    return lines


def _refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
    """The cell is taken, or a word is missing or in the wrong place."""
    site = tokens[0]
    out[0] = site
    if site >= SITES:
        return NO_CELL
    if s.cells[site] != EMPTY:
        return TAKEN
    if n < 2 or not FACE <= tokens[1] < SIDE:
        return WHICH_FACE
    return WHICH_SIDE


def _check(game: Straat) -> Any:
    """Blocks that do not fit the turns."""
    cap = int(game.option["ply_cap"])

    def check(s: Position, out: Any) -> int:
        for site in range(SITES):
            if s.cells[site] >= UNSEEN:
                return TELLS_NOTHING
        out[0], out[1] = s.turn, s.mover
        if s.mover != s.turn % 2:
            return WRONG_MOVER
        for player in range(2):
            laid, turns = 0, (s.turn + 1 - player) // 2
            for site in range(SITES):
                laid += s.cells[site] != EMPTY and (s.cells[site] - 1) // WAYS == player
            out[0], out[1], out[2], out[3] = player, laid, turns, s.turn
            if laid != turns:
                return WRONG_BLOCKS
        out[0], out[1] = s.turn, cap
        return PAST_THE_END if cap and s.turn > cap else 0

    return check
