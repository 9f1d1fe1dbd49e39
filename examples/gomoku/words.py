"""What is said in gomoku: the opening, refusals, positions that cannot be, and the end."""

from livestone.core.phrases import OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display

from .rules import EMPTY, OPENING

say = Phrases()
ONE_POINT = say("a move is one point, or swap")
NO_SWAP = say("White may swap only after Black's first three stones")
SWAPS_ARE_OFF = say("this game is played without the swap")
BLACK_STONE = say("Place a black stone; White will choose a colour after three stones.")
WHITE_STONE = say("Place a white stone; White will choose a colour after three stones.")
CHOOSE = say("Place a white stone, or swap the colours of all stones.")
FIVE_IN_A_ROW = say("Five in a row.")
FULL = say("The board is full.")
WRONG_SWAP = say("swapped is 0, or 1 after White has swapped")
WRONG_COUNT = say("{0:number} black and {1:number} white stones do not fit {2:number} turns")

WORDS = Words(
    say,
    summary="Exactly five stones in a row win; White chooses a colour after three stones.",
    choices={"swap": Choice("Swap", "All stones change colours, and Black moves on.")},
    minutes=(5, 20),
    difficulty=1,
    kind="placing",
)


def display(game, jit):
    """What is shown."""
    sites, swap = len(game.board), game.option["swap"]
    opening = OPENING if swap else 1

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        if n > 1:
            return ONE_POINT
        if tokens[0] == sites:
            return NO_SWAP if swap else SWAPS_ARE_OFF
        return OCCUPIED

    def question(s, out):
        if not swap or s.turn > 1:
            return 0
        if s.turn == 1:
            return CHOOSE
        return WHITE_STONE if s.stones == 1 else BLACK_STONE

    def check(s, out):
        if s.swapped not in (0, 1) or (s.swapped and (not swap or s.turn < 2)):
            return WRONG_SWAP
        out[0], out[1], out[2] = 0, 0, s.turn
        for site in range(sites):
            if s.cells[site] != EMPTY:
                out[s.cells[site] - 1] += 1
        if s.turn == 0:
            fits = s.mover == 0 and out[0] + out[1] < opening and out[0] - out[1] in (0, 1)
            fits = fits and out[0] >= out[1]
        else:
            # A swap is a turn without a stone more, and leaves one stone less to Black.
            fits = out[0] + out[1] == s.turn + opening - 1 - s.swapped
            fits = fits and out[0] - out[1] == s.mover - s.swapped
        return 0 if fits else WRONG_COUNT

    def ending(s, winner, out):
        return FIVE_IN_A_ROW if s.won else FULL

    return Display(spell=spell, refuse=refuse, check=check, question=question, ending=ending)
