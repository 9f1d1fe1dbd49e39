"""Freeplay and tournaments, as the API answers them: players, games, standings, results."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from livestone.api.tables import Options, Picture, Table

Number = int | float
TournamentStatus = Literal["running", "paused", "finished", "stopped"]


class Meeting(Struct, frozen=True):
    """Who meet in a round: the meeting's number there, and the names by seat in its first game."""

    number: int
    players: tuple[str, ...]


class Round(Struct, frozen=True):
    """A round: its meetings, who have nobody to meet (``byes``) and who were not there."""

    number: int
    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]


class Pairings(Struct, frozen=True):
    """The ``next`` round, drawn and not begun (None: there is none such now).

    With ``review`` the tournament pauses before each round.
    """

    review: bool
    next: Round | None


class Result(Struct, frozen=True):
    """The result of a game of a tournament; ``winners`` are seats, none for a draw.

    ``loser`` is the seat of a player who lost by a fault, ``words`` say what that was; ``record``
    is the game's id (for a command, its file), None for a game that was not played.
    """

    round: int
    meeting: int
    game: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[Number, ...]
    reason: str
    loser: int | None
    words: str
    record: str | None


class NamedResult(Result, frozen=True, kw_only=True):
    """A result with the id and the ``name`` of its tournament."""

    tournament: str
    name: str


class Standing(Struct, frozen=True):
    """A player's place: points, tie-breaks by name, and a Glicko-2 rating by these games alone.

    ``interval`` is the rating's 95 % interval.
    """

    rank: int
    name: str
    points: float
    ties: dict[str, float]
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    rating: float
    interval: tuple[float, float]
    deviation: float


class Score(Struct, frozen=True):
    """Games of one player against another."""

    wins: int
    draws: int
    losses: int


class Sprt(Struct, frozen=True):
    """A sequential test of ``elo1`` against ``elo0``.

    ``pairs`` counts the pairs of games that brought 0, ½, 1, 1½ and 2 points; ``elo`` is the
    estimated lead with its 95 % interval, None for what is unbounded.
    """

    elo0: Number
    elo1: Number
    llr: float
    bounds: tuple[float, float]
    verdict: str | None
    pairs: tuple[int, ...]
    elo: tuple[float | None, float | None, float | None]


class Summary(Struct, frozen=True):
    """All there is to know of a tournament, wherever it is played; ``said`` is one sentence."""

    plan: dict[str, Any]
    entrants: tuple[str, ...]
    over: bool
    said: str
    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    crosstable: tuple[tuple[Score | None, ...], ...]
    results: tuple[Result, ...]
    sprt: Sprt | None


class Settings(Struct, frozen=True):
    """Options of the game, seconds for a ``move`` and a ``game``, and to wait for who is absent.

    ``plays`` is the id of the game. In a class ``engine`` says whether players may import it, and
    ``house`` who is always on the ladder.
    """

    options: dict[str, str]
    move: float
    game: float
    grace: float
    plays: str = "freedom"
    engine: bool = True
    house: tuple[str, ...] = ()


class TournamentLine(Struct, frozen=True):
    """A tournament of a server in a list; ``settings`` are for rounds that begin from now on."""

    id: str
    name: str
    kind: str
    status: TournamentStatus
    settings: Settings
    players: int
    created: float
    updated: float


class Tournament(Summary, frozen=True):
    """A tournament of a server, or its ladder, with everything there is to know of it."""

    id: str
    name: str
    kind: str
    status: TournamentStatus
    settings: Settings
    players: int
    created: float
    updated: float


class Board(Struct, frozen=True):
    """A game that runs, to be drawn small: its id, players by seat, rules and position."""

    id: str
    players: tuple[str, ...]
    game: str
    options: Options
    scores: tuple[Number, ...]
    ply: int
    mover: int | None
    picture: Picture


class Encounter(Struct, frozen=True):
    """A meeting or a game in a list, with its points by seat.

    ``note`` says why a game ended early, ``game`` is the id of the game to replay.
    """

    players: tuple[str, ...]
    points: tuple[Number, ...]
    over: bool = True
    note: str = ""
    game: str | None = None


class Cell(Struct, frozen=True):
    """What one player scored against another, in how many games."""

    points: Number
    games: int


class Scoreboard(Struct, frozen=True):
    """What a screen has room for of a tournament as it stands now.

    ``rules`` are board, scoring and clock in words, ``said`` and ``verdict`` (of an SPRT) are
    sentences. About ``games`` are to be played, None where that is open. ``ties`` are the
    tie-breaks that say something, ``away`` those who have entered and are not here. ``crosstable``
    is empty where it would be too wide. ``meetings`` are those of the ``round`` that goes on,
    ``free`` says who has nobody to meet. ``more_boards`` and ``more_results`` count what is left
    out; the newest result is the first.
    """

    id: str
    name: str
    kind: str
    status: TournamentStatus
    settings: Settings
    rules: str
    said: str
    verdict: str
    played: int
    games: int | None
    standings: tuple[Standing, ...]
    ties: tuple[str, ...]
    away: tuple[str, ...]
    crosstable: tuple[tuple[Cell | None, ...], ...]
    round: int
    meetings: tuple[Encounter, ...]
    free: str
    boards: tuple[Board, ...]
    more_boards: int
    results: tuple[Encounter, ...]
    more_results: int


class TournamentPage(Struct, frozen=True):
    """A page of a server's tournaments, newest first; ``page`` counts from 1."""

    tournaments: tuple[TournamentLine, ...]
    page: int
    pages: int
    total: int


class FreeplayPlayer(Struct, frozen=True):
    """A player who is logged in, and the id of the game that they play, if any."""

    name: str
    game: str | None


class FreeplayGame(Struct, frozen=True):
    """A game between players who log in; ``said`` is how it ended, in words.

    ``result`` is None while it runs, ``tournament`` where it counts for nothing, else the id of one
    called ``name``.
    """

    id: str
    status: Literal["running", "finished"]
    game: str
    options: Options
    players: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[Number, ...]
    mover: int | None
    said: str
    result: Result | None
    tournament: str | None
    name: str


class FreeplayTable(Table, frozen=True):
    """The same game as a table shows it: ``result`` says how it ended, ``option_words`` where.

    ``description`` is the address of what draws its board.
    """

    tournament: str | None = None
    description: str = ""


class PlayedGame(Struct, frozen=True):
    """A game in the list of a command that plays; ``said`` is how it ended, empty while it runs."""

    id: str
    players: tuple[str, ...]
    said: str


class PlayerFault(Struct, frozen=True):
    """The last fault of a player's program, at a time since 1970: what it told, in lines of text.

    ``game`` is the id of the game that it lost by it.
    """

    player: str
    at: float
    text: str
    game: str | None


class Connection(Struct, frozen=True):
    """Where programs log in by the line protocol; ``public_keys`` says whether those are enough."""

    host: str
    port: int
    public_keys: bool


class Freeplay(Struct, frozen=True):
    """Who is here, which games run, the newest tournaments and the last results.

    ``tournament`` is the id of the one that goes on, ``ladder`` that of the ladder.
    """

    players: tuple[FreeplayPlayer, ...]
    games: tuple[FreeplayGame, ...]
    tournament: str | None
    ladder: str
    tournaments: tuple[TournamentLine, ...]
    results: tuple[NamedResult, ...]
    connection: Connection


class PlayerName(Struct, forbid_unknown_fields=True):
    """A player."""

    name: str


class Operator(Struct, frozen=True):
    """Whether the caller runs the tournaments."""

    operator: bool
