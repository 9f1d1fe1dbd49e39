"""Freeplay and tournaments, as the API answers them: players, games, standings, results."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Number = int | float


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
    """Options of the game, seconds for a ``move`` and a ``game``, and to wait for who is absent."""

    options: dict[str, str]
    move: float
    game: float
    grace: float


class TournamentLine(Struct, frozen=True):
    """A tournament of a server in a list; ``settings`` are for rounds that begin from now on."""

    id: str
    name: str
    kind: str
    status: Literal["running", "paused", "finished", "stopped"]
    settings: Settings
    created: float
    updated: float


class Tournament(Summary, frozen=True):
    """A tournament of a server, or its ladder, with everything there is to know of it."""

    id: str
    name: str
    kind: str
    status: Literal["running", "paused", "finished", "stopped"]
    settings: Settings
    created: float
    updated: float


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

    ``result`` is None while it runs, ``tournament`` where it counts for nothing.
    """

    id: str
    status: Literal["running", "finished"]
    game: str
    options: dict[str, Any]
    players: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[Number, ...]
    mover: int | None
    said: str
    result: Result | None
    tournament: str | None


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


class PlayerName(Struct, forbid_unknown_fields=True):
    """A player."""

    name: str


class Operator(Struct, frozen=True):
    """Whether the caller runs the tournaments."""

    operator: bool
