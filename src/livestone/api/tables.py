"""Tables: what the API says of games, lists of games, invitations and hints."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Status = Literal["waiting", "running", "finished"]


class Seat(Struct, frozen=True):
    """A seat: the player it is for, and who has it; ``account`` is empty for guests and bots."""

    index: int
    player: str
    colour: str
    kind: str
    name: str
    is_me: bool
    level: int | None = None
    account: str = ""
    program: bool = False


class Ply(Struct, frozen=True):
    """A ply; its ``text`` is "chosen" where one may not know it."""

    number: int
    text: str
    seconds: float | None = None
    comment: str = ""


class Turn(Struct, frozen=True):
    """The plies of one turn."""

    number: int
    mover: int
    plies: tuple[Ply, ...]


class Takeback(Struct, frozen=True):
    """What ``seat`` asks to take back: every ply after ``ply``."""

    seat: int
    ply: int
    mine: bool
    answered: bool


class Offer(Struct, frozen=True):
    """What ``seat`` offers: a ``draw``, a ``pause``, or a ``rematch``."""

    kind: str
    seat: int
    mine: bool
    answered: bool
    refused: bool = False


class SeatClock(Struct, frozen=True):
    """Seconds until a player's time, or his present period, is up; ``periods`` are those left."""

    seconds: float
    periods: int = 0
    in_period: bool = False


class Clock(Struct, frozen=True):
    """What the clocks showed when the server answered; ``running`` is the seat whose time runs.

    ``abort`` are the seconds in which the one to move has to begin.
    """

    seats: tuple[SeatClock, ...]
    running: int | None = None
    paused: bool = False
    away: bool = False
    abort: float | None = None


class Can(Struct, frozen=True):
    """What may be done now."""

    undo: bool = False
    undo_asks: bool = False
    resign: bool = False
    hint: bool = False
    draw: bool = False
    pause: bool = False
    abort: bool = False
    plan: bool = False


class Table(Struct, frozen=True):
    """A game as the server shows it: see :class:`livestone.server.tables.shapes.TableView`.

    ``legal`` has the moves that may be played now, empty unless it is one's turn; ``cells`` what
    is seen on the board, ``text`` the position; ``clock`` is None in games without clocks.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: Status
    result: str
    reason: str
    scores: tuple[float, ...]
    winners: tuple[int, ...] | None
    mover: int | None
    my_turn: bool
    viewer: int | None
    ply: int
    last_ply: int
    version: int
    created: float
    updated: float
    legal: tuple[str, ...]
    paths: dict[str, tuple[str, ...]]
    cells: Any
    text: str
    turns: tuple[Turn, ...]
    prompt: str = ""
    so_far: tuple[str, ...] = ()
    trouble: str = ""
    takeback: Takeback | None = None
    rematch: str | None = None
    can: Can = Can()
    control: dict[str, Any] = {}
    clock: Clock | None = None
    offers: tuple[Offer, ...] = ()
    rated: bool = False


class GameLine(Struct, frozen=True):
    """One line of a list of games; ``options`` are those that differ from the defaults."""

    id: str
    game: str
    title: str
    options: str
    seats: tuple[Seat, ...]
    status: Status
    result: str
    ply: int
    my_turn: bool
    created: float
    updated: float
    mover: int | None = None
    left: float | None = None


class GamePage(Struct, frozen=True):
    """A page of one's games, newest first; ``page`` counts from 1."""

    games: tuple[GameLine, ...]
    page: int
    pages: int
    total: int


class Invitation(Struct, frozen=True):
    """What an invitation is for; ``table`` is the game's id for who plays there."""

    game: str
    title: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    seat: int
    state: Literal["free", "mine", "seated", "taken", "over"]
    table: str | None = None


class Hint(Struct, frozen=True):
    """A move that looks good after ``ply`` plies, and each player's expected result."""

    ply: int
    move: str
    path: tuple[str, ...]
    value: tuple[float, ...] = ()
    pv: tuple[str, ...] = ()


class Vacation(Struct, frozen=True):
    """Until when one is away (None: one is here), and the days that are left."""

    until: float | None
    days_left: float
