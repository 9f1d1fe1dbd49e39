"""What is said in Kalah: refusals, and positions that cannot be."""

from livestone.core.phrases import TOKEN, Phrases, Words
from livestone.core.rules import Display

from .rules import HOUSES, STORES

say = Phrases()
ONE_HOUSE = say("a move is one house")
NOT_YOURS = say("{0} is not a house of yours")
NO_SEEDS = say("{0} is empty")
WRONG_TOTAL = say("there are {0:number} seeds, not {1:number}")
EMPTY_SIDE = say("where one side is empty, all seeds are in the stores")

WORDS = Words(
    say,
    summary="Sow seeds around the board, capture, and fill your store.",
    minutes=(5, 15),
    difficulty=1,
    kind="capturing",
)


def display(game, jit):
    """What is shown."""
    total = game.total

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        if n > 1:
            return ONE_HOUSE
        return NO_SEEDS if tokens[0] // HOUSES == s.mover else NOT_YOURS

    def check(s, out):
        south, north, stored = 0, 0, s.cells[STORES[0]] + s.cells[STORES[1]]
        for at in range(HOUSES):
            south += s.cells[at]
            north += s.cells[HOUSES + at]
        out[0], out[1] = total, south + north + stored
        if out[1] != total:
            return WRONG_TOTAL
        return EMPTY_SIDE if (south == 0) != (north == 0) else 0

    return Display(spell=spell, refuse=refuse, check=check)
