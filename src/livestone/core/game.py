"""The base class of games, and the functions that their rules consist of.

A game is a subclass of :class:`Game` in one file. It declares who plays, which pieces there are and
which options it offers, and gives four plain functions over a position, compiled when speed is
wanted and run as they are when not. Everything else in Livestone follows from that.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

from livestone.boards import Board, Piece
from livestone.boards.board import Point
from livestone.core.folding import Folded
from livestone.core.layout import Layout
from livestone.core.options import Option, Value, resolve
from livestone.core.phrases import TOKEN, Words
from livestone.core.rules import Display, Knobs, Rules, Search
from livestone.ranges import check_whole

if TYPE_CHECKING:
    from livestone.core.wording import Wording

# A position inside the rules: a NumPy record when they run as plain Python, a Numba record when
# compiled. Neither has a static type that names its fields.
Position = Any
# The index of a viewer who is no player.
ONLOOKER = -1
# A game that goes on for so many turns is over and drawn: far from where the counter overflows.
MAX_TURNS = 1_000_000
MAKE_A_GAME = "load('freedom') makes one"
# Compiles a helper function, or returns it unchanged: see Game.rules.
Jit = Callable[[Any], Any]
Made = TypeVar("Made")
_NO_WORDS = Words()
# How the names of modules begin that were loaded from files anywhere.
FILE_MODULE = "livestone_game_"


@dataclass(frozen=True)
class Seat:
    """A player's place at the table: its name and its colour (a word the pictures know)."""

    name: str
    colour: str


@dataclass(frozen=True)
class Repetition:
    """What happens when a placement comes back for the third time at the end of a turn.

    ``draw`` ends the game drawn; ``forbid`` makes the turn illegal, and when nothing else is left
    the mover plays ``pass_move``, which the game's ``play`` must accept. Placements are compared
    by the placement block of the layout.
    """

    third: Literal["draw", "forbid"]
    pass_move: int = -1


class Game(ABC):
    """A game with its options chosen: ``Freedom(size=8)``.

    Subclasses set the class attributes and write the abstract methods. Options are given by name;
    ``option`` holds them all, checked. Raises BadOption.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    author: ClassVar[str]
    year: ClassVar[int]
    # The game in one sentence, how long it takes and how hard it is, where the words beside its
    # rules are those of several games.
    summary: ClassVar[str] = ""
    minutes: ClassVar[tuple[int, int] | None] = None
    difficulty: ClassVar[int] = 0
    # Whether it is shown before the others.
    front: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    # The score is a count that means something during the game (live stones), not just 1 or 0.
    points: bool = False
    # The most points a win brings: 2 where a game can be won doubly. The winner scores as many as
    # their win is worth, and matches add them up.
    stake: ClassVar[int] = 1
    # Where something is hidden: whether a player may know what another one may not, so that people
    # at one screen have to hand it over.
    private: ClassVar[bool] = True
    # The most plies a turn can have.
    max_turn_plies: int = 1
    # Whether its searches judge by other weights than Livestone's, see core/learning.py.
    weighted: bool = False
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
    def max_turns(self) -> int:
        """The most turns a game can have, by the option ``ply_cap`` unless said."""
        return int(self.option.get("ply_cap") or MAX_TURNS)

    @property
    def max_plies(self) -> int:
        """The most plies a game can have."""
        return self.max_turns * self.max_turn_plies

    @property
    def unit(self) -> str:
        """What the score of a game of points counts, in words."""
        return "points"

    @property
    def knobs(self) -> Knobs:
        """How it is best searched: what the module ``search`` beside its rules says."""
        beside = _beside(type(self), "search")
        return beside.knobs(self) if beside else Knobs()

    @property
    def words(self) -> Words:
        """All that is said in it: what the module ``words`` beside its rules says."""
        beside = _beside(type(self), "words")
        words = beside.WORDS if beside else _NO_WORDS
        return replace(
            words,
            summary=self.summary or words.summary,
            minutes=self.minutes or words.minutes,
            difficulty=self.difficulty or words.difficulty,
        )

    @property
    def other_faces(self) -> Mapping[str, Board]:
        """The boards of its other faces, by name, where it is looked at from more than one side."""
        return {}

    @property
    def line_points(self) -> tuple[Point, ...]:
        """Points besides the sites' centres that lines over the pieces may go through."""
        return ()

    @property
    def folded(self) -> tuple[Folded, ...]:
        """Its large tables that follow from fewer numbers, so that compiled files are small."""
        return ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @cached_property
    def board(self) -> Board:
        """The board this game is played on."""
        return self.make_board()

    @cached_property
    def piece_codes(self) -> Mapping[str, int]:
        """The number of the piece with each letter, the first where several only look different."""
        codes: dict[str, int] = {}
        for code, piece in enumerate(self.pieces, 1):
            codes.setdefault(piece.letter, code)
        return codes

    @cached_property
    def layout(self) -> Layout:
        """The layout of this game's positions."""
        return self.make_layout()

    @cached_property
    def plain(self) -> Rules:
        """The rules as ordinary Python functions."""
        return self._plainly(self.rules)

    @cached_property
    def plain_search(self) -> Search:
        """What searches are told, as ordinary Python functions."""
        return self._plainly(self.search)

    @cached_property
    def plain_display(self) -> Display:
        """What is shown, as ordinary Python functions."""
        return self._plainly(self.display)

    def _plainly(self, build: Callable[[Jit], Made]) -> Made:
        from livestone.core.faults import blaming

        with blaming(self):
            return build(_unchanged)

    @cached_property
    def wording(self) -> Wording:
        """The texts, paths, pieces and lines of its positions."""
        from livestone.core.wording import Wording

        return Wording(self)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board's symmetries that the rules respect, for every player alike; none unless said.

        Permutations of sites, as in :attr:`Board.symmetries`.
        """
        return ()

    @cached_property
    def for_search(self) -> Game:
        """The game as searches play it: the same rules, perhaps with more derived fields.

        The module ``for_search`` beside the rules makes it, if there is one. Where it is another
        game its ``evaluate`` need only get the lead right.
        """
        return self._form("for_search")

    @cached_property
    def for_solving(self) -> Game:
        """The game as it is solved: the same rules, perhaps with ``bounds`` and ``key``."""
        return self._form("for_solving")

    def _form(self, name: str) -> Game:
        beside = _beside(type(self), name)
        made: Game = beside.form(self) if beside else self
        return made

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
        and uncompiled. Never change closed-over arrays: compiled code has copies of them.
        """

    def search(self, jit: Jit) -> Search:
        """Build what searches are told: by the module ``search`` beside the rules, or nothing."""
        beside = _beside(type(self), "search")
        return beside.search(self, jit) if beside else Search()

    def display(self, jit: Jit) -> Display:
        """Build what is shown: by the module ``words`` beside the rules.

        Without one a move is a token: a site, or a named choice after the sites.
        """
        beside = _beside(type(self), "words")
        return beside.display(self, jit) if beside else Display(spell=_spell)

    def winners(self, scores: tuple[float, ...]) -> tuple[int, ...]:
        """The winners by these final scores: the highest; none when all are equal."""
        best = max(scores)
        if all(score == best for score in scores):
            return ()
        return tuple(player for player, score in enumerate(scores) if score == best)

    def check_viewer(self, viewer: int | None) -> None:
        """Refuse what is neither a player's index, nor ONLOOKER or None. Raises BadRequest."""
        if viewer is not None:
            check_whole("viewer", viewer, ONLOOKER, self.players - 1)

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.option == getattr(other, "option", None)

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.option.values())))

    def __reduce__(self) -> tuple[Any, ...]:
        kind: type[Game] | tuple[str, str] = type(self)
        if self.__module__.startswith(FILE_MODULE):  # another process has to find the file first
            kind = (inspect.getfile(type(self)), type(self).__qualname__)
        made = _make, (kind, dict(self.option))
        if not self.weighted:
            return made
        return *made, {"weighted": True, "for_search": self.for_search}

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.option.items())
        return f"{type(self).__name__}({given})"


def _make(kind: type[Game] | tuple[str, str], options: Mapping[str, object]) -> Game:
    if isinstance(kind, tuple):
        from livestone.core.game_files import load_file

        return getattr(load_file(Path(kind[0])), kind[1])(**options)  # type: ignore[no-any-return]
    return kind(**options)


def _unchanged(function: Any) -> Any:
    return function


def _spell(move: int, out: Any) -> int:
    out[0] = move
    return TOKEN


@cache
def _beside(kind: type[Game], name: str) -> ModuleType | None:
    """The module ``search``, ``words`` or the like beside a game's ``rules``, if there is one."""
    for base in kind.__mro__:
        package, _, module = base.__module__.rpartition(".")
        if module == "rules" and issubclass(base, Game) and find_spec(f"{package}.{name}"):
            return import_module(f"{package}.{name}")
    return None
