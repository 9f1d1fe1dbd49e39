"""What is said in Lines of Action: refusals, positions that cannot be, and the end."""

from livestone.boards.sight import ways
from livestone.core import moving
from livestone.core.moving import CHOICES, LAST_TURN, moving_display, turn_check
from livestone.core.phrases import Phrases, Words

from .rules import EMPTY, PIECES, line_length

say = Phrases(moving.say)
STUCK = say("the piece on {0} cannot move")
NO_LINE = say("{1} is not on a line with {0}")
OTHER_LENGTH = say("on this line {0} moves exactly {2:number}: so many pieces stand on it")
ENEMY_BETWEEN = say("the enemy piece on {2} is in the way")
OWN_PIECE = say("a piece of your own stands on {1}")
WRONG_COUNT = say("{0:number} black and {1:number} white pieces: there are 1 to 12 of each")
JOINED = say("All pieces of one player are joined.")

WORDS = Words(
    say,
    summary="Move as far as there are pieces on the line; bring all of yours together.",
    choices=CHOICES,
    minutes=(10, 30),
    difficulty=2,
    kind="connection",
)


def display(game, jit):
    """What is shown."""
    sites, neighbours = len(game.board), game.board.neighbours
    way, length, wrong_turn = ways(game.board), line_length(game.board, jit), turn_check(game, jit)

    @jit
    def there(s, origin, target, out):
        direction = way[origin, target]
        if direction < 0:
            return NO_LINE
        steps, site = length(s.cells, origin, direction), origin
        out[2] = steps
        for _ in range(steps):
            site = neighbours[site, direction]
        if site != target:
            return OTHER_LENGTH
        site = neighbours[origin, direction]
        while site != target:
            if s.cells[site] == 2 - s.mover:
                out[2] = site
                return ENEMY_BETWEEN
            site = neighbours[site, direction]
        return OWN_PIECE

    @jit
    def stuck(s, origin, out):
        return STUCK

    def check(s, out):
        out[0], out[1] = 0, 0
        for site in range(sites):
            if s.cells[site] != EMPTY:
                out[s.cells[site] - 1] += 1
        if not (0 < out[0] <= PIECES and 0 < out[1] <= PIECES):
            return WRONG_COUNT
        return wrong_turn(s, out)

    def ending(s, winner, out):
        return JOINED if s.won else LAST_TURN

    return moving_display(game, jit, there, stuck, check=check, ending=ending)
