"""What is said in Breakthrough: moves, refusals, positions that cannot be, and the end."""

from livestone.core.phrases import Phrases, Words
from livestone.core.rules import Display

from .rules import BLACK, EMPTY, PIECES, SIDE, WHITE

say = Phrases()
FROM_TO = say.form("{0}-{1}")
TWO_SQUARES = say("a move goes from one square to another")
NOT_YOURS = say("there is no piece of yours on {0}")
STUCK = say("the piece on {0} cannot move")
NOT_FORWARD = say("{1} is not next to {0} in the direction of play")
BLOCKED = say("{1} is occupied: only on a diagonal may a piece capture")
OWN_PIECE = say("a piece of your own stands on {1}")
WRONG_COUNT = say("{0:number} white and {1:number} black pieces: there are 16 of each at most")
WRONG_MOVER = say("after {0:number} turns it is the other player's turn")
BOTH_WON = say("both players cannot have won")
THROUGH = say("A piece has broken through.")
ALL_TAKEN = say("All pieces of one player are captured.")

WORDS = Words(
    say,
    summary="March forward, capture diagonally: the first piece on the far row wins.",
    minutes=(10, 20),
    difficulty=1,
    kind="race",
)


def display(game, jit):
    """What is shown."""
    sites = len(game.board)

    def spell(move, out):
        out[0], out[1] = move // sites, move % sites
        return FROM_TO

    def refuse(s, form, tokens, n, out):
        out[0], out[1] = tokens[0], tokens[n - 1]
        if n > 2:
            return TWO_SQUARES
        if s.cells[out[0]] != s.mover + 1:
            return NOT_YOURS
        if n == 1:
            return STUCK
        columns = out[1] % SIDE - out[0] % SIDE
        rows = out[1] // SIDE - out[0] // SIDE
        if abs(columns) > 1 or rows != 1 - 2 * s.mover:
            return NOT_FORWARD
        return BLOCKED if columns == 0 else OWN_PIECE

    def check(s, out):
        out[0], out[1] = 0, 0
        white, black = False, False
        for site in range(sites):
            if s.cells[site] != EMPTY:
                out[s.cells[site] - 1] += 1
        for column in range(SIDE):
            white |= s.cells[sites - 1 - column] == WHITE
            black |= s.cells[column] == BLACK
        if out[0] > PIECES or out[1] > PIECES or out[0] + out[1] == 0:
            return WRONG_COUNT
        if (white or out[1] == 0) and (black or out[0] == 0):
            return BOTH_WON
        out[0] = s.turn
        # The player who has won moved last.
        wrong = s.mover != s.turn % 2 or (s.won and s.won - 1 == s.mover)
        return WRONG_MOVER if wrong else 0

    def ending(s, winner, out):
        for column in range(SIDE):
            if s.cells[sites - 1 - column] == WHITE or s.cells[column] == BLACK:
                return THROUGH
        return ALL_TAKEN

    return Display(spell=spell, refuse=refuse, check=check, ending=ending)
