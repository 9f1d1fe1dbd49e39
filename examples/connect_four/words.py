"""What is said in Connect Four: refusals, positions that cannot be, and the end."""

from livestone.core.phrases import OCCUPIED, TOKEN, Phrases, Words
from livestone.core.rules import Display

from .rules import COLUMNS, EMPTY

say = Phrases()
ONE_CELL = say("a move is one cell")
FALLS = say("a disc on {0} would fall to a lower cell")
FLOATS = say("there is no disc below {0}")
WRONG_COUNT = say("{0:number} red and {1:number} yellow discs cannot have been dropped in turns")
FOUR_IN_A_ROW = say("Four in a row.")
FULL = say("The board is full.")

WORDS = Words(
    say,
    summary="Drop discs into columns; four in a row win.",
    minutes=(5, 10),
    difficulty=1,
    kind="placing",
)


def display(game, jit):
    """What is shown."""
    sites = len(game.board)

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        if n > 1:
            return ONE_CELL
        return FALLS if s.cells[tokens[0]] == EMPTY else OCCUPIED

    def check(s, out):
        out[0], out[1] = 0, 0
        for site in range(sites):
            if s.cells[site] != EMPTY:
                out[s.cells[site] - 1] += 1
                if site >= COLUMNS and s.cells[site - COLUMNS] == EMPTY:
                    out[0] = site
                    return FLOATS
        in_turns = out[0] + out[1] == s.turn and out[0] - out[1] == s.mover
        return 0 if in_turns else WRONG_COUNT

    def ending(s, winner, out):
        return FOUR_IN_A_ROW if s.won else FULL

    return Display(spell=spell, refuse=refuse, check=check, ending=ending)
