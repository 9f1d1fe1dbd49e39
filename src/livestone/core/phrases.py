"""Texts of a game with places for sites, names and numbers, each known by its number.

Whatever depends on a position is a function that fills numbers; whatever is said is a text here.
So every host says the same in the same words, and translators find them in one place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# The first phrases of every game: nothing, a move written as its one token, two reasons why one is
# refused, and why a game is drawn.
NOTHING, TOKEN, NOT_LEGAL, OCCUPIED, REPEATED = range(5)
_FIRST = (
    "",
    "{0}",
    "it is not one of the legal moves",
    "{0} is occupied",
    "The same position has stood three times.",
)
# A place in a text: which number, and what it counts.
PLACE = re.compile(r"\{(\d)(?::(\w+))?\}")
# The kinds of games: what players do most, or race for.
KINDS = ("placing", "moving", "capturing", "connection", "race")
# How many numbers a function may fill besides the phrase, and how many phrases ``tally`` may fill.
NUMBERS, TALLIES = 8, 40


class Phrases:
    """The texts of a game: calling it adds one and returns its number.

    ``others`` are phrases to begin with, whose numbers stay as they are. A place in a text is
    ``{0}`` for a token (a site's name or a named choice), ``{0:player}`` for a seat's name,
    ``{0:number}``, ``{0:piece}``, or ``{0:sites}`` for all sites from there on up to the wall.

    >>> say = Phrases()
    >>> say("{0} is blocked") == len(say.texts) - 1
    True
    """

    def __init__(self, others: Phrases | None = None) -> None:
        self.texts: list[str] = list(others.texts if others else _FIRST)
        self.forms: list[int] = list(others.forms if others else [TOKEN])

    def __call__(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def form(self, text: str) -> int:
        """Add a form in which moves are written, ``{0}-{1}``; returns its number."""
        number = self(text)
        if number not in self.forms:
            self.forms.append(number)
        return number


@dataclass(frozen=True)
class Choice:
    """How a named choice (a move token that is no site) is offered to people.

    ``label`` is for a button, ``note`` a sentence that says why it is offered and what it does.
    A label that names a side of the board is ``turned`` where the board is turned round.
    """

    label: str
    note: str = ""
    turned: str = ""


@dataclass(frozen=True, eq=False)
class Words:
    """All that is said in a game.

    ``summary`` is the game in one sentence, for people who have never heard of it. ``choices`` are
    the named choices in the order of their numbers, which follow the sites'. ``mark`` is what the
    pieces that ``marks`` picks out are called. A gallery says how many ``minutes`` a game takes, at
    least and at most, how hard it is to learn (``difficulty``, 1 to 3; 0 if nobody has said), and
    what ``kind`` it is, one of ``KINDS``.
    """

    say: Phrases = field(default_factory=Phrases)
    summary: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    mark: str = "live"
    minutes: tuple[int, int] = (0, 0)
    difficulty: int = 0
    kind: str = ""


@dataclass(frozen=True)
class Names:
    """What the numbers in phrases stand for: names of tokens, of seats and of pieces."""

    tokens: Sequence[str]
    seats: Sequence[str]
    pieces: Sequence[str]
    wall: int

    def render(self, text: str, numbers: Sequence[int]) -> str:
        """Return a text with its places filled.

        >>> Names(("a1", "b1", "c1", "pass"), ("White",), (), 3).render(
        ...     "{0:player} has {1:sites}, not {2:number}", [0, 0, 1, 2, 3]
        ... )
        'White has a1, b1 and c1, not 1'
        """
        return PLACE.sub(lambda found: self._fill(int(found[1]), found[2], numbers), text)

    def _fill(self, at: int, kind: str | None, numbers: Sequence[int]) -> str:
        number = int(numbers[at])
        match kind:
            case "player":
                return self.seats[number]
            case "number":
                return str(number)
            case "piece":
                return self.pieces[number - 1]
            case "sites":
                rest = [int(site) for site in numbers[at:]]
                rest = rest[: rest.index(self.wall)] if self.wall in rest else rest
                names = [self.tokens[site] for site in rest]
                return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        return self.tokens[number]
