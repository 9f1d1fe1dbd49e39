"""The base class of games, and the functions that their rules consist of.

A game is a subclass of :class:`Game` in one file. It declares who plays, which pieces there are and
which options it offers, and gives four plain functions over a position, compiled when speed is
wanted and run as they are when not. Everything else in Livestone follows from that.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from livestone.boards import Board, Course, Piece
from livestone.core.layout import Layout
from livestone.core.odds import LeadOdds
from livestone.core.options import Option, Value, resolve

# A position inside the rules: a NumPy record when they run as plain Python, a Numba record when
# compiled. Neither has a static type that names its fields.
Position = Any
# Compiles a helper function, or returns it unchanged: see Game.rules.
Jit = Callable[[Any], Any]


@dataclass(frozen=True)
class Seat:
    """A player's place at the table: its name and its colour (a word the pictures know)."""

    name: str
    colour: str


@dataclass(frozen=True)
class Choice:
    """How a named choice (a move token that is no site) is offered to people.

    ``label`` is for a button, ``note`` a sentence that says why it is offered and what it does.
    """

    label: str
    note: str = ""


class Face(NamedTuple):
    """Another face of the board, for a game that is looked at from more than one side.

    ``board`` has the same sites, drawn elsewhere; ``pieces`` is what is seen on each of them, and
    ``courses`` the lines drawn over them.
    """

    board: Board
    pieces: Sequence[Piece | None]
    courses: tuple[Course, ...] = ()


@dataclass(frozen=True)
class Repetition:
    """What happens when a placement comes back for the third time at the end of a turn.

    ``draw`` ends the game drawn; ``forbid`` makes the turn illegal, and when nothing else is left
    the mover plays ``pass_move``, which the game's ``play`` must accept. Placements are compared
    by the placement block of the layout.
    """

    third: Literal["draw", "forbid"]
    pass_move: int = -1


class Rules(NamedTuple):
    """The functions that make a game; ``s`` is a position, changed in place.

    - ``start(s)`` sets up the opening position on a zeroed record.
    - ``moves(s, out) -> n`` writes the legal moves (int32) into ``out`` (the most moves + 1 long)
      and returns how many; 0 exactly when the game is over.
    - ``play(s, move)`` applies one legal move: one ply. It raises ``turn`` when the turn or the
      game ends and changes ``mover`` when it is another player's turn.
    - ``outcome(s, score)`` fills one score per player (float64): for a game of points at any
      moment, otherwise once ``moves`` has returned 0.
    - ``evaluate(s, score)``, optional: a guess at the final scores of a running game.
    - ``gains(s, move, score)``, optional, for a game of points: fills how much a legal ``move``
      would change each player's points, as ``outcome`` counts them; spares search full counts.
    - ``canonicalise(s)``, optional: blanks what no longer matters to the rest of the game, so that
      search finds a position in its table that was reached in another way.
    - ``derive(s)``, optional: fills the derived fields from the others; needed when a game has any.
    - ``observe(s, viewer)``, optional: blanks what ``viewer`` (a player's index, or -1 for an
      onlooker) may not see.
    - ``marks(s, out)``, optional: sets ``out`` (int8, one a site) to 1 where a piece deserves a
      mark in pictures (a live stone), else to 0.
    - ``determinise(s, viewer, rng)``, optional: fills what ``viewer`` cannot see with a guess;
      ``rng`` is a one-element uint64 array for :func:`livestone.core.random.below`.
    - ``evaluate_moves(s, moves, n, leads) -> bool``, optional, for two players: fills how far the
      first would lead (float64) by ``evaluate`` after each of the ``n`` legal moves, without
      making them; False, filling nothing, where one of them may end the game.
    - ``quick_evaluate``, optional, with ``evaluate_moves``: a rougher and quicker form of it, for
      playouts.
    - ``move_priors(s, moves, n, hopes)``, optional: fills how good each of the ``n`` legal moves
      looks by itself (float64, on any scale); UCT then looks at the best first, and at few at a
      time.
    - ``bounds(s) -> (least, most)``, optional, for two players and whole points: whatever happens,
      the first leads by no less and no more in the end. They never widen as the game goes on, and
      meet when it is over.
    - ``key(s) -> uint64``, optional, with ``bounds``: positions with equal keys have the same moves
      and player to move, and the same ways on, to leads that are as far above ``least``.
    """

    start: Callable[..., Any]
    moves: Callable[..., Any]
    play: Callable[..., Any]
    outcome: Callable[..., Any]
    evaluate: Callable[..., Any] | None = None
    gains: Callable[..., Any] | None = None
    canonicalise: Callable[..., Any] | None = None
    derive: Callable[..., Any] | None = None
    marks: Callable[..., Any] | None = None
    observe: Callable[..., Any] | None = None
    determinise: Callable[..., Any] | None = None
    evaluate_moves: Callable[..., Any] | None = None
    quick_evaluate: Callable[..., Any] | None = None
    move_priors: Callable[..., Any] | None = None
    bounds: Callable[..., Any] | None = None
    key: Callable[..., Any] | None = None


class Game(ABC):
    """A game with its options chosen: ``Freedom(size=8)``.

    Subclasses set the class attributes and write the abstract methods. Options are given by name;
    ``option`` holds them all, checked. Raises BadOption.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    author: ClassVar[str]
    year: ClassVar[int]
    # Whether it is shown before the others.
    front: ClassVar[bool] = False
    # The game in one sentence, for people who have never heard of it.
    summary: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    # The score is a count that means something during the game (live stones), not just 1 or 0.
    points: bool = False
    # The most points a win brings: 2 where a game can be won doubly. The winner scores as many as
    # his win is worth, and matches add them up.
    stake: ClassVar[int] = 1
    # What the pieces that ``marks`` picks out are called.
    mark: ClassVar[str] = "live"
    # Where something is hidden: whether a player may know what another one may not, so that people
    # at one screen have to hand it over.
    private: ClassVar[bool] = True
    # The wording of named choices; those left out are offered by their own name.
    choices: ClassVar[Mapping[str, Choice]] = {}
    # With points: the lead that makes a win about twice as likely as not, for search.
    spread: ClassVar[float] = 4.0
    # How many plies a playout runs before ``evaluate`` ends it, where there is one.
    cut: ClassVar[int] = 20
    # How much a search tries moves that look worse; less where ``evaluate`` tells much.
    explore: ClassVar[float] = 0.5
    # In playouts, the share of moves that have brought most so far, instead of random ones.
    averages: ClassVar[float] = 0.0
    # With ``move_priors``: a player who is sure to win treats moves whose values differ by less
    # than this as equal, and plays the one with the highest prior. 0 leaves it to the search.
    alike: ClassVar[float] = 0.0
    # Fields of the position that hold a site (the wall when there is none).
    site_fields: ClassVar[tuple[str, ...]] = ()

    def __init__(self, /, **options: object) -> None:
        self.option = resolve(self.options, self.presets, options)

    # What may depend on the options is a property here; a game for which it does not simply
    # assigns it, ``seats = (...)``.

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, in the order of moving."""

    @property
    @abstractmethod
    def pieces(self) -> tuple[Piece, ...]:
        """The kinds of piece; what stands on a site has the number of its kind, from 1 on."""

    @property
    def repetition(self) -> Repetition | None:
        """What happens when a placement comes back for the third time; None for nothing."""
        return None

    @property
    @abstractmethod
    def max_moves(self) -> int:
        """The most legal moves any position can have."""

    @property
    def move_limit(self) -> int:
        """Every move is a number below this: the sites, and one choice after them, unless said."""
        return len(self.board) + 1

    @property
    def unit(self) -> str:
        """What the score of a game of points counts, in words."""
        return "points"

    @property
    def lead_odds(self) -> LeadOdds:
        """With points, for two: how a lead that a search expects becomes chances.

        Unless fitted, as search weighs leads, with no more draws than whole points make.
        """
        return LeadOdds(self.spread / math.log(2))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @cached_property
    def board(self) -> Board:
        """The board this game is played on."""
        return self.make_board()

    @cached_property
    def layout(self) -> Layout:
        """The layout of this game's positions."""
        return self.make_layout()

    @cached_property
    def plain(self) -> Rules:
        """The rules as ordinary Python functions."""
        from livestone.core.faults import blaming

        with blaming(self):
            return self.rules(_unchanged)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board's symmetries that the rules respect, for every player alike; none unless said.

        Permutations of sites, as in :attr:`Board.symmetries`.
        """
        return ()

    @property
    def for_search(self) -> Game:
        """The game as alpha-beta plays it: the same rules, perhaps with more derived fields.

        Where it is another game its ``evaluate`` need only get the lead right.
        """
        return self

    @property
    def for_solving(self) -> Game:
        """The game as it is solved: the same rules, perhaps with ``bounds`` and ``key``."""
        return self

    @abstractmethod
    def make_board(self) -> Board:
        """Build the board for the chosen options."""

    @abstractmethod
    def make_layout(self) -> Layout:
        """Lay out the position for the chosen options."""

    @abstractmethod
    def rules(self, jit: Jit) -> Rules:
        """Build the rules for the chosen options, as closures over sizes and tables.

        Helpers that rules call are decorated with ``@jit``, so that the same text runs compiled
        and uncompiled. Closed-over arrays become constants: never change them.
        """

    @abstractmethod
    def move_text(self, move: int) -> str:
        """The move as text, without a space; it depends on the move alone."""

    def told(self, s: Position, move: int) -> str:
        """The text of an earlier move as it is read at ``s``, where something is hidden.

        All of it unless said; where something is left out, only the sites of its path are shown.
        """
        return self.move_text(move)

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """The tokens a person gives, in order, to make the move: site names and named choices."""
        return (self.move_text(move),)

    def piece(self, s: Position, site: int) -> Piece | None:
        """What stands on a site, or None."""
        code = int(s["cells"][site])  # four times as quick as the attribute
        return self.pieces[code - 1] if code else None

    def standing(self, s: Position) -> list[Piece | None]:
        """What stands on each site: :meth:`piece` for the whole board, quicker."""
        if type(self).piece is not Game.piece:
            return [self.piece(s, site) for site in range(len(self.board))]
        known = (None, *self.pieces)
        return [known[code] for code in s["cells"].tolist()[: len(self.board)]]

    def why_not(self, s: Position, text: str) -> str | None:
        """Why ``text`` is no legal move here, as half a sentence ("e5 is occupied").

        None when the text means nothing to this game. Called only for what is not legal.
        """
        return None

    def problem(self, s: Position) -> str | None:
        """What makes a position read from text impossible, or None."""
        return None

    def secret(self, s: Position, move: int) -> bool:
        """Whether only the mover may see which move this is (a secret choice).

        The others read it once the position hides nothing from them any more.
        """
        return False

    def prompt(self, s: Position) -> str:
        """What the mover is asked to do, as a sentence, where it is not simply to move; or nothing.

        ``s`` is what the mover may see.
        """
        return ""

    def courses(self, s: Position) -> tuple[Course, ...]:
        """Lines to draw over the pieces, from edge to edge perhaps: what decided the game."""
        return ()

    def faces(self, s: Position) -> Mapping[str, Face]:
        """The other faces of the board that may be looked at now, by name; mostly none."""
        return {}

    def tally(self, s: Position) -> tuple[str, ...]:
        """How each player stands, in a few words where a number does not say it; or nothing."""
        return ()

    def winners(self, scores: tuple[float, ...]) -> tuple[int, ...]:
        """The winners by these final scores: the highest; none when all are equal."""
        best = max(scores)
        if all(score == best for score in scores):
            return ()
        return tuple(player for player, score in enumerate(scores) if score == best)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.option == getattr(other, "option", None)

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.option.values())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (type(self), dict(self.option))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.option.items())
        return f"{type(self).__name__}({given})"


def _make(game: type[Game], options: Mapping[str, object]) -> Game:
    return game(**options)


def _unchanged(function: Any) -> Any:
    return function
