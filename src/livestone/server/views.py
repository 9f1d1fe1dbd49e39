"""What the table service is asked and what it shows: plain data, safe to send to its visitor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from livestone.core.game import Game
from livestone.core.state import View, number


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

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return asdict(self)


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

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        plies = [
            {"number": ply.number, "text": ply.text, "seconds": ply.seconds, "comment": ply.comment}
            for ply in self.plies
        ]
        return {"number": self.number, "mover": self.mover, "plies": plies}


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
        return {
            "seat": self.seat,
            "seconds": round(self.seconds, 3),
            "limit": self.limit,
            "value": list(self.value),
            "pv": list(self.pv),
            "hint": self.hint,
        }


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
        return {
            "ply": self.ply,
            "move": self.move,
            "path": list(self.path),
            "value": list(self.value),
            "pv": list(self.pv),
        }


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, for its subscribers.

    ``name`` is ``changed`` (data: ``ply``, ``version``; read the view again), ``thinking`` (the
    JSON of :class:`Thinking`), ``hint`` (the JSON of :class:`Hint`), ``trouble`` (``message``) or
    ``finished`` (``winners``, ``reason``). ``id`` is the table's version, to reconnect from.
    """

    name: Literal["changed", "thinking", "hint", "trouble", "finished"]
    id: int
    data: Mapping[str, Any]


@dataclass(frozen=True)
class TableView:
    """Everything a page shows of one table to one visitor at one ply.

    ``view`` is the position at ``ply`` as the visitor may see it (``viewer`` is the player whose
    view it is, -1 an onlooker's, None when all may be seen); ``view.legal`` and ``view.paths`` are
    empty unless it is the visitor's turn now, so a page offers exactly those. ``ply`` differs from
    ``last_ply`` in a replay. ``mover``, ``winners`` and ``turns`` are those of the present,
    ``scores`` those of the position shown. ``result`` is words ("White wins, 31 to 28"), empty
    while the game runs;
    ``reason`` is one of :data:`livestone.core.record.REASONS`. ``trouble`` says in one line why a
    bot does not answer. ``curtain`` is the player to whom the screen must be handed before anything
    secret may be seen, None where that is not needed.
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
    curtain: int | None = None
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
        winners = self.winners
        return {
            "id": self.id,
            "game": self.game.id,
            "title": self.game.title,
            "options": dict(self.game.option),
            "seats": [seat.as_json() for seat in self.seats],
            "status": self.status,
            "result": self.result,
            "reason": self.reason,
            "scores": [number(score) for score in self.scores],
            "winners": None if winners is None else list(winners),
            "mover": self.mover,
            "my_turn": self.my_turn,
            "viewer": self.viewer,
            "ply": self.ply,
            "last_ply": self.last_ply,
            "version": self.version,
            "created": self.created,
            "updated": self.updated,
            "legal": list(self.view.legal),
            "paths": {move: list(path) for move, path in self.view.paths.items()},
            "cells": self.view.cells,
            "text": self.view.text,
            "turns": [turn.as_json() for turn in self.turns],
            "thinking": None if self.thinking is None else self.thinking.as_json(),
            "trouble": self.trouble,
            "curtain": self.curtain,
            "can": {"undo": self.can_undo, "resign": self.can_resign, "hint": self.can_hint},
        }


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
        return {
            "id": self.id,
            "game": self.game.id,
            "title": self.game.title,
            "options": self.options,
            "seats": [seat.as_json() for seat in self.seats],
            "status": self.status,
            "result": self.result,
            "ply": self.ply,
            "my_turn": self.my_turn,
            "created": self.created,
            "updated": self.updated,
        }


@dataclass(frozen=True)
class TablePage:
    """One page of a visitor's games, newest first; ``page`` counts from 1."""

    tables: tuple[TableLine, ...]
    page: int
    pages: int
    total: int

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "games": [line.as_json() for line in self.tables],
            "page": self.page,
            "pages": self.pages,
            "total": self.total,
        }
