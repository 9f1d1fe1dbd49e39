"""The table service: games that people and bots play, kept in the store after every ply.

:class:`Tables` knows nothing of HTTP. A *visitor* is the opaque text that
:mod:`livestone.server.identity` makes of a cookie; a seat belongs to the visitor who took it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from livestone.core.game import Game
from livestone.core.state import View
from livestone.errors import NotAllowed


class NotNow(NotAllowed):
    """Something that is possible in itself, but not at this moment."""


@dataclass(frozen=True)
class TableSpec:
    """What a visitor asks for: a game, its options as texts, and who takes each seat.

    A seat is ``me``, ``person`` (somebody else at this screen: the seat belongs to the same
    visitor) or ``bot:N`` with a level. ``opening`` is a position text to start from.
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    opening: str | None = None


@dataclass(frozen=True)
class SeatView:
    """One seat as a page shows it.

    ``player`` and ``colour`` are the game's ("White", "white"), ``name`` is who sits there ("You",
    "Guest", "Bot, level 3"), ``level_name`` a bot's level in words.
    """

    index: int
    player: str
    colour: str
    kind: Literal["person", "bot", "open"]
    name: str
    is_me: bool
    level: int | None = None
    level_name: str = ""


@dataclass(frozen=True)
class Ply:
    """One ply of the move list; ``number`` counts from 1, so it is the ply to replay to.

    ``text`` is "chosen" where this visitor may not know the move; ``seconds`` is the time taken,
    where it is known; ``comment`` a bot's thoughts, in words.
    """

    number: int
    text: str
    seconds: float | None = None
    comment: str = ""


@dataclass(frozen=True)
class Turn:
    """One turn of the move list: its number from 1, who moved, and the plies."""

    number: int
    mover: int
    plies: tuple[Ply, ...]


@dataclass(frozen=True)
class Thinking:
    """How far a bot has come: seconds so far and at most, and what it thinks now.

    ``value`` is each player's expected result from 0 to 1, empty before the first report; ``pv``
    the moves it expects; both empty for games with hidden information. ``hint`` says that it
    thinks for the visitor.
    """

    seat: int
    seconds: float
    limit: float
    value: tuple[float, ...] = ()
    pv: tuple[str, ...] = ()
    hint: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that events and the API carry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Hint:
    """A suggested move: its text and path, the ply it is for, and each player's expected result."""

    ply: int
    move: str
    path: tuple[str, ...]
    value: tuple[float, ...] = ()
    pv: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that events and the API carry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, for its subscribers.

    ``name`` is ``changed`` (data: ``ply``, ``version``; read the view again), ``thinking`` (the
    JSON of :class:`Thinking`), ``hint`` (the JSON of :class:`Hint`), ``trouble`` (``message``) or
    ``finished`` (``result``). ``id`` is the table's version, to reconnect from.
    """

    name: Literal["changed", "thinking", "hint", "trouble", "finished"]
    id: int
    data: Mapping[str, Any]


@dataclass(frozen=True)
class TableView:
    """Everything a page shows of one table to one visitor at one ply.

    ``view`` is the position at ``ply`` as the visitor may see it (``viewer`` is the player whose
    view it is, None when all may be seen); ``view.legal`` and ``view.paths`` are empty unless it
    is the visitor's turn now, so a page offers exactly those. ``ply`` differs from ``last_ply``
    in a replay. ``mover``, ``winners`` and ``turns`` are those of the present, ``scores`` those of
    the position shown. ``result`` is words ("White wins, 31 to 28"), empty while the game runs;
    ``reason`` is ``rules`` or ``resigned``. ``trouble`` says in one line why a bot does not answer.
    """

    id: str
    game: Game
    seats: tuple[SeatView, ...]
    status: Literal["running", "finished"]
    result: str
    reason: str
    scores: tuple[float, ...]
    winners: tuple[int, ...] | None
    mover: int | None
    my_turn: bool
    viewer: int | None
    view: View
    turns: tuple[Turn, ...]
    ply: int
    last_ply: int
    version: int
    created: float
    updated: float
    thinking: Thinking | None = None
    trouble: str = ""
    can_undo: bool = False
    can_resign: bool = False
    can_hint: bool = False

    @property
    def replay(self) -> bool:
        """Whether an earlier position is shown."""
        return self.ply != self.last_ply

    @property
    def options(self) -> Mapping[str, Any]:
        """The game's options, all of them."""
        return self.game.option

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        raise NotImplementedError


@dataclass(frozen=True)
class TableLine:
    """One line in a list of games.

    ``options`` are those that differ from the defaults, in words ("Board size 8").
    """

    id: str
    game: type[Game]
    options: str
    seats: tuple[SeatView, ...]
    status: Literal["running", "finished"]
    result: str
    ply: int
    my_turn: bool
    created: float
    updated: float

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        raise NotImplementedError


@dataclass(frozen=True)
class TablePage:
    """One page of a visitor's games, newest first; ``page`` counts from 1."""

    tables: tuple[TableLine, ...]
    page: int
    pages: int
    total: int

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        raise NotImplementedError


class Tables:
    """Every table of one server.

    Each method raises NotFound for an unknown id and NotAllowed for a visitor without a seat
    there; whatever is refused changes nothing.
    """

    async def create(self, spec: TableSpec, visitor: str) -> TableView:
        """Set up a table and start its game.

        Raises UnknownGame, BadOption, BadPosition or BadRequest (seats that make no sense).
        """
        raise NotImplementedError

    async def view(self, id: str, visitor: str, ply: int | None = None) -> TableView:
        """Return the table as it is, or as it was after ``ply`` plies. Raises BadRequest."""
        raise NotImplementedError

    async def play(self, id: str, visitor: str, move: str, ply: int) -> TableView:
        """Play a move (its text, or its path with spaces) after ``ply`` plies.

        Asking twice is harmless: a move that was played there already is answered with the
        present view. Raises MoveSyntaxError, IllegalMove, GameOver, or NotNow when the game has
        gone on or it is somebody else's turn.
        """
        raise NotImplementedError

    async def undo(self, id: str, visitor: str, ply: int) -> TableView:
        """Take back to the visitor's previous decision, a bot's reply included.

        ``ply`` is the number of plies the visitor saw. Raises NotNow.
        """
        raise NotImplementedError

    async def resign(self, id: str, visitor: str) -> TableView:
        """Give the game up; who has several seats gives up for the one to move. Raises NotNow."""
        raise NotImplementedError

    async def hint(self, id: str, visitor: str) -> Hint:
        """Think for the visitor for a second or so, telling subscribers on the way.

        Raises NotNow when it is not the visitor's turn or the game goes on meanwhile.
        """
        raise NotImplementedError

    async def record(self, id: str, visitor: str, form: Literal["txt", "json"] = "txt") -> str:
        """Return the game's record as text or JSON, as far as the visitor may know it."""
        raise NotImplementedError

    async def mine(self, visitor: str, page: int = 1) -> TablePage:
        """Return a page of the visitor's games, newest first. Raises BadRequest."""
        raise NotImplementedError

    def subscribe(self, id: str, visitor: str) -> AsyncIterator[Event]:
        """Yield what happens at a table from now on, beginning with ``changed``."""
        raise NotImplementedError
