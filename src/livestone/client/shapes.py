"""What the server answers with, as plain values; what it may say besides is left out."""

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


class Taker(Struct, frozen=True):
    """Somebody in a challenge: ``name`` and ``rating`` are None for a guest."""

    name: str | None
    bot: bool = False
    rating: int | None = None
    certain: bool = False


class Challenge(Struct, frozen=True):
    """A challenge, or a wish to be paired (``kind`` is ``quick``; its ``game`` may be ``any``).

    ``takers`` are those who are in, its maker first; ``mine`` says that one has made it. ``table``
    is the game's id once it is ``taken``, ``why_not`` why one may not take it, ``note`` what
    somebody said who declined it.
    """

    id: str
    kind: str
    status: Literal["open", "taken", "cancelled", "declined", "expired"]
    mine: bool
    game: str
    options: dict[str, Any]
    control: dict[str, Any]
    rated: bool
    audience: Literal["anyone", "person", "link"]
    public: bool
    places: int
    takers: tuple[Taker, ...]
    created: float
    expires: float
    seats: tuple[str, ...] | None = None
    low: int | None = None
    high: int | None = None
    delay: int = 0
    delay_seconds: int = 0
    note: str = ""
    table: str | None = None
    why_not: str = ""


class Here(Struct, frozen=True):
    """Somebody who is here."""

    name: str
    bot: bool = False


class HouseBot(Struct, frozen=True):
    """A house bot that is here; ``rating`` is None where it has none at the game asked for."""

    name: str
    level: int
    title: str
    rating: int | None = None
    certain: bool = False


class Watched(Struct, frozen=True):
    """A game that anybody may watch."""

    id: str
    game: str
    title: str
    control: str
    rated: bool
    seats: tuple[dict[str, Any], ...]
    ply: int
    watchers: int


class Lobby(Struct, frozen=True):
    """The lobby: what one waits for, what is for one alone, what is open, and who is here.

    ``seeks`` are the wishes of others to be paired, which may be taken like challenges.
    ``guests`` and ``seeking`` are how many guests are here and how many wait to be paired.
    """

    version: int
    waiting: tuple[Challenge, ...]
    for_you: tuple[Challenge, ...]
    challenges: tuple[Challenge, ...]
    watch: tuple[Watched, ...]
    people: tuple[Here, ...]
    guests: int
    seeking: int
    house: tuple[HouseBot, ...] = ()
    seeks: tuple[Challenge, ...] = ()


class Message(Struct, frozen=True):
    """Something that was said at a table."""

    id: int
    name: str
    text: str
    at: float
    mine: bool


class Talk(Struct, frozen=True):
    """What one reads at a table: ``why_not`` says why one may not speak, ``off`` who is unread."""

    room: str
    messages: tuple[Message, ...]
    off: str = ""
    why_not: str = ""


class Vacation(Struct, frozen=True):
    """Until when one is away (None: one is here), and the days that are left."""

    until: float | None
    days_left: float


class StudyNode(Struct, frozen=True):
    """A move of a study after its ``parent``; the root (0) has none."""

    id: int
    parent: int = -1
    move: str = ""
    turn: int = 0
    mover: int = 0
    comment: str = ""
    glyph: str = ""
    marks: tuple[dict[str, str], ...] = ()


class StudyView(Struct, frozen=True):
    """A study; ``node`` and ``position`` where one of its moves is looked at."""

    id: str
    title: str
    visibility: str
    mine: bool
    game: str
    options: dict[str, Any]
    version: int
    nodes: tuple[StudyNode, ...]
    author: str | None = None
    opening: str | None = None
    node: int | None = None
    position: dict[str, Any] | None = None


class StudyLine(Struct, frozen=True):
    """One line of a list of studies; ``nodes`` counts the moves."""

    id: str
    title: str
    visibility: str
    game: str
    nodes: int
    updated: float


class StudyPage(Struct, frozen=True):
    """A page of one's studies, last changed first."""

    studies: tuple[StudyLine, ...]
    total: int
    page: int


class Review(Struct, frozen=True):
    """The engine's review of a game: ``none``, ``running`` (``done`` of ``total``) or ``done``.

    ``review`` is the JSON of :class:`livestone.play.review.Review`.
    """

    status: str
    done: int = 0
    total: int = 0
    review: dict[str, Any] | None = None
    trouble: str = ""


class Account(Struct, frozen=True):
    """Who one is: ``name`` is None for a guest."""

    name: str | None
    bot: bool = False
    email: str | None = None
    email_proved: bool = False
    mail_turns: bool = False
    accepts_bots: bool = True


class Event(Struct, frozen=True):
    """Something that happened: its name, its number if it has one, and what the server says."""

    name: str
    id: str
    data: dict[str, Any]
