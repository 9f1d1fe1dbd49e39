"""What is said in Hex: the swap, refusals, positions that cannot be, and the winning chain."""

from livestone.core.phrases import OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display

from .rules import EMPTY

say = Phrases()
ONE_CELL = say("a move is one cell, or swap")
NO_SWAP = say("Blue may swap in their first turn only")
SWAPS_ARE_OFF = say("this game is played without the swap")
PLACE_OR_SWAP = say("Place a stone, or take Red's.")
JOINED = say("Both sides are joined.")
WRONG_SWAP = say("swapped is 0, or 1 after Blue has swapped")
WRONG_COUNT = say("{0:number} red and {1:number} blue stones cannot have been placed in turns")

WORDS = Words(
    say,
    summary="Join your two sides of the board before the other player joins theirs.",
    choices={"swap": Choice("Swap", "Take Red's stone for your own; that is your whole turn.")},
    minutes=(10, 30),
    difficulty=1,
    kind="connection",
)


def display(game, jit):
    """What is shown."""
    sites, swap = len(game.board), game.option["swap"]

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        if n > 1:
            return ONE_CELL
        if tokens[0] == sites:
            return NO_SWAP if swap else SWAPS_ARE_OFF
        return OCCUPIED

    def question(s, out):
        return PLACE_OR_SWAP if swap and s.turn == 1 else 0

    def check(s, out):
        if s.swapped not in (0, 1) or (s.swapped and (not swap or s.turn < 2)):
            return WRONG_SWAP
        out[0], out[1] = 0, 0
        for site in range(sites):
            if s.cells[site] != EMPTY:
                out[s.cells[site] - 1] += 1
        # A swap is a turn without a stone more, and leaves one stone less to Red.
        fits = out[0] + out[1] == s.turn - s.swapped
        return 0 if fits and out[0] - out[1] == s.mover - s.swapped else WRONG_COUNT

    def ending(s, winner, out):
        return JOINED

    return Display(spell=spell, refuse=refuse, check=check, question=question, ending=ending)
