"""What is said in phantom noughts and crosses: what is secret, refusals, and the end."""

from livestone.core.phrases import OCCUPIED, TOKEN, Phrases, Words
from livestone.core.rules import Display

from .rules import EMPTY, SITES, winning

say = Phrases()
ONE_CELL = say("a move is one cell")
FULL = say("The board is full.")
THREE_IN_A_ROW = say("Three in a row.")
WRONG_COUNT = say("{0:number} crosses and {1:number} noughts do not fit {2:number} turns")
WRONG_FOUND = say("a player can only have run into marks of the other one")
BOTH_WON = say("both players cannot have three in a row")

WORDS = Words(
    say,
    summary="Noughts and crosses, but you only see the marks that you run into.",
    minutes=(1, 5),
    difficulty=1,
    kind="placing",
)


def display(game, jit):
    """What is shown."""
    won = winning(jit)

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        return ONE_CELL if n > 1 else OCCUPIED

    def check(s, out):
        out[0], out[1], out[2] = 0, 0, s.turn
        for site in range(SITES):
            if s.cells[site] != EMPTY:
                out[s.cells[site] - 1] += 1
            for player in range(2):
                if s.found[player] >> site & 1 and s.cells[site] != 2 - player:
                    return WRONG_FOUND
        if out[0] + out[1] != s.turn or out[0] - out[1] != s.mover:
            return WRONG_COUNT
        for player in range(2):
            if not 0 <= s.found[player] < 1 << SITES:
                return WRONG_FOUND
        return BOTH_WON if won(s.cells, 0) and won(s.cells, 1) else 0

    def ending(s, winner, out):
        return FULL if winner < 0 else THREE_IN_A_ROW

    def secret(s, move):
        return True

    return Display(spell=spell, refuse=refuse, check=check, ending=ending, secret=secret)
