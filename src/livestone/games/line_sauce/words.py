"""What is said in Line Sauce: what the mover may place, each player's lines, and refusals."""

from __future__ import annotations

from typing import Any

from livestone.boards.rows import running
from livestone.core.game import Jit, Position
from livestone.core.phrases import OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.line_sauce.rules import BITS, SIDE, LineSauce, O, X

say = Phrases()
ONE_CELL = say("a move is one cell, or stop")
NOT_BEHIND = say("there is no third stone to decline: your lines were not behind")
ONLY_THE_THIRD = say("only the third stone may be declined")
STONE_OF = say("Place stone {0:number} of {1:number}.")
STONE_OF_THREE = say("Place stone {0:number} of 3: your lines are behind.")
THIRD_OR_STOP = say("Place a third stone, or stop: your lines were behind when your turn began.")
LINE = say("{0:number}")
LINES = say("{0:number} (×{1:number})")
NO_LINES = say("no lines")
AHEAD = say("The board is full: whoever is ahead wins.")
LEVEL = say("The board is full, and both lists are equal.")
WRONG_ALLOWED = say("allowed is 1 on the empty board, afterwards 2, or 3 with the right to a third")
ALLOWED_BY_LISTS = say("allowed must be {0:number}, as the lists of lines stand")
WRONG_PLACED = say("placed must be less than allowed ({0:number})")
NO_FULL_TURNS = say("{0:number} stones, {1:number} of them this turn, do not fill turns")

WORDS = Words(
    say,
    summary="Two stones a turn, three for the player behind: build the longest lines.",
    choices={
        "stop": Choice(
            "No third stone",
            "Your lines were behind when your turn began: you may place a third stone, or stop.",
        )
    },
    minutes=(10, 15),
    difficulty=1,
    kind="placing",
)


def display(game: LineSauce, jit: Jit) -> Display:
    """What is shown of Line Sauce."""
    stop = game.stop

    def spell(move: int, out: Any) -> int:
        out[0] = move
        return TOKEN

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        out[0] = tokens[0]
        if n > 1:
            return ONE_CELL
        if tokens[0] == stop:
            return NOT_BEHIND if s.allowed < 3 else ONLY_THE_THIRD
        return OCCUPIED

    def question(s: Position, out: Any) -> int:
        out[0], out[1] = s.placed + 1, s.allowed
        if s.allowed < 3:
            return STONE_OF
        return STONE_OF_THREE if s.placed < 2 else THIRD_OR_STOP

    def tally(s: Position, player: int, out: Any) -> int:
        """The lengths of the player's lines, the longest first; from four of a kind on counted."""
        n = 0
        for length in range(SIDE, 1, -1):
            count = s.lists[player] >> BITS * (length - 2) & (1 << BITS) - 1
            for _ in range(1 if count > 3 else count):
                out[3 * n] = LINES if count > 3 else LINE
                out[3 * n + 1], out[3 * n + 2] = length, count
                n += 1
        if n == 0:
            out[0] = NO_LINES
            n = 1
        return n

    def ending(s: Position, winner: int, out: Any) -> int:
        return AHEAD if winner >= 0 else LEVEL

    return Display(
        spell=spell,
        refuse=refuse,
        check=_check(game, jit),
        question=question,
        ending=ending,
        tally=tally,
        lines=_lines(game, jit),
    )


def _lines(game: LineSauce, jit: Jit) -> Any:
    """The winner's longest lines, once the board is full."""
    sites, neighbours, run = len(game.board), game.board.neighbours, running(game.board, jit)

    def lines(s: Position, face: int, out: Any) -> int:
        n, longest = 0, SIDE
        if s.stones < sites or s.lists[X] == s.lists[O]:
            return n
        winner = X if s.lists[X] > s.lists[O] else O
        while s.lists[winner] >> BITS * (longest - 2) == 0:
            longest -= 1
        for site in range(sites):
            for direction in range(4):
                length = 1 + run(s.cells, site, direction, winner + 1)
                behind = s.cells[neighbours[site, direction + 4]]
                if s.cells[site] == winner + 1 and behind != winner + 1 and length == longest:
                    end = site
                    for _ in range(length - 1):
                        end = neighbours[end, direction]
                    out[n], out[n + 1], out[n + 2], out[n + 3] = winner, 2, site, end
                    n += 4
        return n

    return lines


def _check(game: LineSauce, jit: Jit) -> Any:
    """Stones that cannot have been placed in turns, or a right that is not there."""
    sites = len(game.board)

    @jit
    def fits(stones: int, turns: int, first: int, short: int) -> bool:
        """Whether so many stones can have been placed in so many turns, ``first`` in the first.

        In the last there may have been ``short`` less.
        """
        if turns == 0:
            return stones == 0
        return 2 * (turns - 1) - short <= stones - first <= 3 * (turns - 1)

    @jit
    def fill_turns(x: int, o: int, mover: int, allowed: int, full: bool) -> bool:
        """Whether so many stones can have been placed before the mover's turn."""
        # On a full board the player of the last turn may have had a stone less to place.
        x_short, o_short = int(full and mover != X), int(full and mover != O)
        for turns in range(mover, sites):
            # Nobody is behind in the first turns.
            begun = turns > mover or allowed == 1 + mover
            if begun and fits(x, turns, 1, x_short) and fits(o, turns - mover, 2, o_short):
                return True
        return False

    def check(s: Position, out: Any) -> int:
        mover, placed, allowed = s.mover, s.placed, s.allowed
        x, o = 0, 0
        for site in range(sites):
            x += s.cells[site] == X + 1
            o += s.cells[site] == O + 1
        if allowed != 1 if s.stones == 0 else allowed not in (2, 3):
            return WRONG_ALLOWED
        right = 3 if s.lists[mover] < s.lists[1 - mover] else 2
        out[0] = right
        if placed == 0 and s.stones > 0 and allowed != right:
            return ALLOWED_BY_LISTS
        out[0] = allowed
        if not 0 <= placed < allowed:
            return WRONG_PLACED
        out[0], out[1] = s.stones, placed
        x -= placed * (mover == X)
        o -= placed * (mover == O)
        return 0 if fill_turns(x, o, mover, allowed, x + o == sites) else NO_FULL_TURNS

    return check
