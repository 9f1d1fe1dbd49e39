"""What is said in Yavalath: who must block, refusals, positions that cannot be, and the end."""

from livestone.core.phrases import OCCUPIED, TOKEN, Phrases, Words
from livestone.core.rules import Display

from .rules import EMPTY, PLAYERS

say = Phrases()
ONE_CELL = say("a move is one cell")
MUST_BLOCK = say("{0} lets the next player win: prevent that")
FOUR_IN_A_ROW = say("Four in a row.")
LAST_ONE = say("The two others made three in a row.")
FULL = say("The board is full.")
NONE = say("still in")
OUT = say("out")
WRONG_COUNT = say("{0:number} stones cannot have been placed in {1:number} turns")
WRONG_MOVER = say("{0:player} is out and cannot be to move")
ALL_OUT = say("all three players have three in a row")

WORDS = Words(
    say,
    summary="Four in a row win, three lose; three players keep each other in check.",
    minutes=(5, 15),
    difficulty=2,
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
        return MUST_BLOCK if s.cells[tokens[0]] == EMPTY else OCCUPIED

    def check(s, out):
        out[0], out[1] = 0, s.turn
        for site in range(sites):
            out[0] += s.cells[site] != EMPTY
        if out[0] != s.turn:
            return WRONG_COUNT
        if s.gone == (1 << PLAYERS) - 1:
            return ALL_OUT
        out[0] = s.mover
        return WRONG_MOVER if s.gone >> s.mover & 1 else 0

    def tally(s, player, out):
        out[0] = OUT if s.gone >> player & 1 else NONE
        return 1

    def ending(s, winner, out):
        if winner < 0:
            return FULL
        return LAST_ONE if s.gone | 1 << winner == (1 << PLAYERS) - 1 else FOUR_IN_A_ROW

    return Display(spell=spell, refuse=refuse, check=check, tally=tally, ending=ending)
