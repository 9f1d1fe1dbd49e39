"""What is said in Freedom: how a move is read and refused, and why a position cannot be."""

from __future__ import annotations

from typing import Any

from livestone.core.game import Jit, Position
from livestone.core.phrases import NOT_LEGAL, OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.freedom.fours import EMPTY, gaining, only_empty
from livestone.games.freedom.rules import BLACK, WHITE, Freedom

say = Phrases()
NOT_LAST = say("only the last cell may be left empty")
COSTS_NOTHING = say("the last cell may be left empty only when filling it would cost points")
NOT_NEXT = say("{0} is not next to {1}, the last stone")
WRONG_PASSED = say("passed is 0, or 1 when the last cell was left empty by choice")
WRONG_COUNT = say("{0:number} white and {1:number} black stones cannot have been placed in turns")
WRONG_LAST = say("last names the last stone placed, and must be left out on an empty board only")
WRONG_MOVER = say("with {0:number} white and {1:number} black stones it is the other player's turn")
NOT_THERE = say("the last stone placed cannot be on {2}")
LEFT_FOR_NOTHING = say("the last cell cannot have been left empty: filling it costs nothing")
LEFT_TO_SCORE = say("the last cell cannot be empty: filling it scores")

WORDS = Words(
    say,
    summary="Play beside your opponent's last stone, and line up exactly four of your own.",
    choices={
        "pass": Choice(
            "Leave it empty",
            "This is the last cell. Filling it would break up live stones of yours, "
            "so you may leave it empty instead.",
        )
    },
    minutes=(15, 25),
    difficulty=1,
    kind="placing",
)


def display(game: Freedom, jit: Jit) -> Display:
    """What is shown of Freedom."""
    sites, pass_move = len(game.board), game.pass_move
    choice = game.option["last_cell"] == "choice"
    auto = game.option["last_cell"] == "auto"
    gain = gaining(game.board, jit, game.option["scoring"] == "rows")
    find_empty = jit(only_empty)

    def spell(move: int, out: Any) -> int:
        out[0] = move
        return TOKEN

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        out[0], out[1] = tokens[0], s.last
        if n > 1:
            return NOT_LEGAL
        if tokens[0] == pass_move:
            return NOT_LAST if s.stones < sites - 1 else COSTS_NOTHING
        return OCCUPIED if s.cells[tokens[0]] != EMPTY else NOT_NEXT

    @jit
    def wrong_end(s: Position, empty: int, due: int) -> int:
        """What is wrong with a last cell that was left empty."""
        if empty != 1:
            return 0
        worth = gain(s.cells, find_empty(s.cells), due + 1)
        if s.passed and worth >= 0:
            return LEFT_FOR_NOTHING
        return LEFT_TO_SCORE if auto and worth > 0 else 0

    def check(s: Position, out: Any) -> int:
        white, black = 0, 0
        for site in range(sites):
            white += s.cells[site] == WHITE + 1
            black += s.cells[site] == BLACK + 1
        empty = sites - white - black
        out[0], out[1], out[2] = white, black, s.last
        if s.passed not in (0, 1) or (s.passed and (empty != 1 or not choice)):
            return WRONG_PASSED
        if white - black not in (0, 1):
            return WRONG_COUNT
        if (s.last == sites) != (white == 0):
            return WRONG_LAST
        # The player whose turn it is by the count of stones; who passed or was given the last
        # cell by the auto rule has had it.
        due = white - black
        filled = empty == 0 and auto
        if s.mover != (1 - due if s.passed or filled else due):
            return WRONG_MOVER
        if white and s.cells[s.last] != (due if filled else 1 - due) + 1:
            return NOT_THERE
        return int(wrong_end(s, empty, due))

    return Display(spell=spell, refuse=refuse, check=check)
