"""What is said in Othello: passing, refusals, and positions that cannot be."""

from livestone.core.phrases import OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display

from .rules import EMPTY

say = Phrases()
ONE_SQUARE = say("a move is one square, or pass")
ENCLOSES_NOTHING = say("a disc on {0} encloses nothing")
NO_PASS = say("only a player who can enclose nothing passes")
MIDDLE_IS_EMPTY = say("the four squares in the middle are never empty")
TOO_MANY = say("{0:number} discs cannot have been placed in {1:number} turns")

WORDS = Words(
    say,
    summary="Enclose the other's discs in straight lines and turn them over.",
    choices={"pass": Choice("Pass", "You can enclose nothing.")},
    minutes=(10, 30),
    difficulty=1,
    kind="capturing",
)


def display(game, jit):
    """What is shown."""
    sites = len(game.board)
    middle = tuple(game.board.site[name] for name in ("d4", "d5", "e4", "e5"))

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        if n > 1:
            return ONE_SQUARE
        if tokens[0] == sites:
            return NO_PASS
        return ENCLOSES_NOTHING if s.cells[tokens[0]] == EMPTY else OCCUPIED

    def check(s, out):
        for site in middle:
            if s.cells[site] == EMPTY:
                return MIDDLE_IS_EMPTY
        out[0], out[1] = 0, s.turn
        for site in range(sites):
            out[0] += s.cells[site] != EMPTY
        # A turn places a disc or is a pass, and no two passes follow each other.
        placed = out[0] - 4
        return 0 if placed <= s.turn <= 2 * placed + 1 else TOO_MANY

    return Display(spell=spell, refuse=refuse, check=check)
