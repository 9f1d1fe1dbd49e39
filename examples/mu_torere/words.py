"""What is said in mū tōrere: refusals, positions that cannot be, and the end."""

from livestone.core.moving import LAST_TURN as LAST
from livestone.core.moving import OTHERS_TURN as WRONG_TURN
from livestone.core.moving import PAST_THE_END as PAST
from livestone.core.moving import say as of_moving
from livestone.core.phrases import TOKEN, Phrases, Words
from livestone.core.rules import Display

from .rules import CENTRE, EMPTY, SITES

say = Phrases(of_moving)
ONE_POINT = say("a move is the one point that a piece leaves")
NOT_YOURS = say("there is no piece of yours on {0}")
NO_ENEMY = say("{0} has no neighbour of the other colour, and may not go to the centre")
TOO_FAR = say("{0} is not next to the empty point")
WRONG_COUNT = say("there are four black and four white pieces")
STUCK = say("{0:player} cannot move.")

WORDS = Words(
    say,
    summary="A Māori game on a star with one empty point: leave the other without a move.",
    minutes=(2, 10),
    difficulty=1,
    kind="moving",
)


def display(game, jit):
    """What is shown."""
    cap = game.option["ply_cap"]

    def spell(move, out):
        out[0] = move
        return TOKEN

    def refuse(s, form, tokens, n, out):
        out[0] = tokens[0]
        if n > 1:
            return ONE_POINT
        if s.cells[tokens[0]] != s.mover + 1:
            return NOT_YOURS
        return NO_ENEMY if s.cells[CENTRE] == EMPTY else TOO_FAR

    def check(s, out):
        black, white = 0, 0
        for site in range(SITES):
            black += s.cells[site] == 1
            white += s.cells[site] == 2
        if black != 4 or white != 4:
            return WRONG_COUNT
        out[0], out[1] = s.turn, s.mover
        if s.mover != s.turn % 2:
            return WRONG_TURN
        out[1] = cap
        return PAST if cap and s.turn > cap else 0

    def ending(s, winner, out):
        out[0] = s.mover
        return LAST if winner < 0 else STUCK

    return Display(spell=spell, refuse=refuse, check=check, ending=ending)
