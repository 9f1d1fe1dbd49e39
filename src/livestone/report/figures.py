"""The figures of a report: what each is called, what it means, and how it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from livestone.play.playtest import Playtest
from livestone.play.playtest_study import Study
from livestone.report import findings
from livestone.report.findings import Finding

Find = Callable[[Playtest, Study], Finding | None]


@dataclass(frozen=True)
class Figure:
    """A figure: its name, the sentence that explains it, and how it is found; None for nothing.

    A ``key`` figure is in the table at the top too.
    """

    name: str
    why: str
    find: Find
    key: bool = False


BALANCE = (
    Figure(
        "Score of who begins",
        "What the first seat scored; a draw is shared. In brackets are the ends of Wilson's "
        "interval, which holds the true score of these players with 95% confidence: four times "
        "as many games make it half as wide.",
        findings.begins, key=True,
    ),
    Figure(
        "Swap rule",
        "With a swap (pie) rule the second player may take the first player's seat after the "
        "first move, so that the first makes an even one. It is needed where beginning helps, and "
        "works where some first move is even.",
        findings.swap, key=True,
    ),
    Figure(
        "First moves to forbid",
        "Those with which who begins scores more than evenly by their whole interval. Each first "
        "move (of mirrors one) had as many games, by a quarter of the playouts.",
        findings.forbid,
    ),
)  # fmt: skip
STRENGTH = (
    Figure(
        "Elo for each doubling",
        "How much stronger twice as many playouts make a player. Where thinking does not pay, or "
        "the seat decides, it is near 0; the brackets hold the true value with 95% confidence.",
        findings.doubling, key=True,
    ),
    Figure(
        "Ladder of strengths",
        "The Elo between the weakest and the strongest player, each of which met the next: how "
        "many levels of skill the game has room for, as far as this search climbs.",
        findings.ladder, key=True,
    ),
)  # fmt: skip
LENGTH = (
    Figure("Plies of a game",
           "The mean, in brackets with 95% confidence; a ply is one action of one player.",
           findings.length, key=True),
    Figure("Turns of a game",
           "The mean, in brackets with 95% confidence; a turn may have several plies.",
           findings.turns),
    Figure(
        "Ended by",
        "The games by what ended them: the rules; a position that came back too often; the option "
        "that caps the length, without which they would have gone on; or given up.",
        findings.endings,
    ),
)  # fmt: skip
SIZE = (
    Figure(
        "Moves to choose from",
        "The mean over the games of how many legal moves there were at a ply, in brackets with "
        "95% confidence.",
        findings.branching, key=True,
    ),
    Figure(
        "Game tree",
        "How many games there are: the choices along each game played, multiplied; the mean power "
        "of ten, in brackets with 95% confidence for games like these.",
        findings.tree, key=True,
    ),
    Figure(
        "Positions",
        "In how many ways the sets of pieces that came up in these games can stand on the board: "
        "a bound from above, since not all can be reached.",
        findings.states,
    ),
)  # fmt: skip
DRAMA = (
    Figure(
        "Lead changes",
        "How often the lead went from one player to another in a game, in the mean; in brackets "
        "with 95% confidence. A player takes it when their chance is 10 points above everybody "
        "else's, as the searches saw it.",
        findings.leads, key=True,
    ),
    Figure(
        "Comebacks",
        "Games whose winner once had less than half an even chance; in brackets is Wilson's "
        "interval.",
        findings.comebacks, key=True,
    ),
    Figure(
        "Drama",
        "Browne's measure: while the winner was behind, the square root of the gap, in the mean; "
        "0 where winners never are behind, 1 for a rescue from certain defeat.",
        findings.drama, key=True,
    ),
    Figure(
        "Decided after",
        "The part of a won game after which its winner led to the end, in the mean.",
        findings.decided,
    ),
    Figure(
        "Decisiveness",
        "How much of a won game is left, in the mean, once its winner's chance has passed the best "
        "that any loser of that game ever had (Browne's decisive threshold): little means that "
        "games end soon after they are decided.",
        findings.decisive, key=True,
    ),
    Figure(
        "Games with a killer move",
        "A killer move betters its player's chance by 25 points at once, as the searches saw it "
        "before and after; in brackets is Wilson's interval.",
        findings.killers, key=True,
    ),
)  # fmt: skip
COPYING = (
    Figure(
        "Mirroring test",
        "A second player who makes the first one's plies in a mirror where that is legal, and "
        "else thinks as always. Where the whole interval of their score is above their usual "
        "one's, the rules need something against it.",
        findings.copying, key=True,
    ),
)  # fmt: skip
UNUSED = (
    Figure("Draws", "How many games nobody won, and by what they ended; in brackets is Wilson's "
           "interval.", findings.draws, key=True),
    Figure("Moves never made", "Moves that were legal in some game and made in none.",
           findings.never_moved),
    Figure("Never", "What no game has used: it may be there for beauty, or not be needed.",
           findings.never),
    Figure("Named choices", "How many of all plies were each choice with a name.",
           findings.choices),
)  # fmt: skip
