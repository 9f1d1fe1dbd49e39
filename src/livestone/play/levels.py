"""The ten levels of bots: how strong each is, and how far it sees. No rules are imported here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sight:
    """How far a level sees in a game that alpha-beta judges; None where nothing but time bounds it.

    It looks at most so many ``plies`` ahead and at so many ``positions``. Of the ``lines`` that it
    compares it does not insist on the best: a move that seems ``blur`` points worse is played
    about a third as often, one that seems much worse hardly ever.
    """

    positions: int | None = None
    plies: int | None = None
    lines: int = 1
    blur: float = 0.0


@dataclass(frozen=True)
class Playouts:
    """How many games a level plays out before a move in all other games; None for any number.

    There are ``looks`` for each legal move at least, and the ``count`` is anew for each guess at
    what is hidden. ``blur`` is like that of ``Sight``, in parts of a win. ``slips`` is the share of
    moves that are played without comparing: any that is not seen to lose.
    """

    count: int | None = None
    looks: int = 2
    blur: float = 0.0
    slips: float = 0.0


@dataclass(frozen=True)
class Level:
    """A strength: its number, its name, and the longest it thinks about a move, in seconds.

    Its ``sight`` and ``playouts`` bound its thinking too, so that it means the same on every
    machine. A weak level sees little, and tells only moves apart that look different.
    """

    number: int
    name: str
    seconds: float
    sight: Sight
    playouts: Playouts

    @property
    def patient(self) -> float:
        """Seconds in which it looks at all it would on any machine; the strongest has its own."""
        return self.seconds if self.playouts.count is None else PATIENCE


# Seconds that a level may take where it is to look at all it would: the same on any machine.
PATIENCE = 600.0
# More lines than any game has moves.
ALL = 2**20
# What each level is worth was measured: docs/engine.md has the tables. With fewer looks, weak
# levels never finish a race of pieces that have hundreds of moves; and in such a race a blur costs
# more than it seems, a little on every move. Where all that a move is worth can be seen at once, as
# in a race of slides, few looks weaken nobody: so the first level slips too.
LEVELS = (
    Level(1, "First game", 0.1, Sight(10_000, 1, ALL, 2.2), Playouts(20, blur=0.1, slips=0.25)),
    Level(2, "Beginner", 0.1, Sight(10_000, 1, ALL, 1.0), Playouts(50, blur=0.05)),
    Level(3, "Learner", 0.2, Sight(10_000, 1, ALL, 0.5), Playouts(150, blur=0.02)),
    Level(4, "Casual", 0.3, Sight(20_000, 2, ALL, 0.4), Playouts(500, 20)),
    Level(5, "Regular", 0.5, Sight(20_000, 2, ALL, 0.15), Playouts(1_500, 40)),
    Level(6, "Club", 0.5, Sight(20_000, 4, ALL, 0.11), Playouts(4_000, 40)),
    Level(7, "Strong", 1.0, Sight(50_000, 7, 4, 0.06), Playouts(12_000)),
    Level(8, "Expert", 1.0, Sight(300_000, 12, 3, 0.03), Playouts(35_000)),
    Level(9, "Master", 2.0, Sight(1_000_000, None, 2, 0.02), Playouts(100_000)),
    Level(10, "Strongest now", 3.0, Sight(), Playouts()),
)
# The level for people who have not chosen one, and for who plays a game for the first time.
DEFAULT_LEVEL = 4
FIRST_LEVEL = 1
