"""What the table service is asked and what it shows: plain data, safe to send to its visitor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

from livestone.core.game import Game
from livestone.core.state import View, number
from livestone.server.tables.clock import Shown
from livestone.server.tables.time_control import UNTIMED, TimeControl

MOST_DELAY, MOST_DELAY_SECONDS = 50, 3600  # of onlookers, in plies and seconds


@dataclass(frozen=True)
class TableSpec:
    """What a visitor asks for: a game, its options as texts, and who takes each seat.

    A seat is ``me``, ``person`` (somebody else at this screen: the seat belongs to the same
    visitor), ``friend`` (whoever opens the invitation to it) or ``bot:N`` with a level.
    ``opening`` is a position text to start from, ``control`` the text of a time control: see
    :mod:`livestone.server.tables.time_control`. A game that is not ``rated`` counts for nothing;
    whoever likes may watch a ``public`` one, ``delay`` plies and ``delay_seconds`` behind.
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    opening: str | None = None
    control: str = "none"
    rated: bool = True
    public: bool = False
    delay: int = 0
    delay_seconds: int = 0


@dataclass(frozen=True)
class SeatView:
    """One seat as a page shows it.

    ``player`` and ``colour`` are the game's ("White", "white"), ``name`` is who sits there ("You",
    "Guest", "Bot, level 3"), ``level_name`` a bot's level in words. A seat is ``open`` until the
    friend who is invited has taken it. ``account`` is the name of somebody with an account, who is
    a ``program`` if the account is a bot's.
    """

    index: int
    player: str
    colour: str
    kind: Literal["person", "bot", "open"]
    name: str
    is_me: bool
    level: int | None = None
    level_name: str = ""
    account: str = ""
    program: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return dict(vars(self))


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
        plies = [dict(vars(ply)) for ply in self.plies]
        return {"number": self.number, "mover": self.mover, "plies": plies}


class Turns(tuple[Turn, ...]):
    """The turns of a move list, made of the texts of its ``moves`` and of ``rows`` of the store."""

    moves: tuple[str, ...]
    rows: tuple[Any, ...]
    as_json: list[dict[str, Any]]

    def __new__(
        cls,
        turns: Iterable[Turn],
        moves: tuple[str, ...] = (),
        rows: tuple[Any, ...] = (),
        before: Turns | None = None,
    ) -> Self:
        """Return the list, which may have turns in common with the one ``before``."""
        made = super().__new__(cls, turns)
        made.moves, made.rows = moves, rows
        old = zip(before, before.as_json, strict=True) if before is not None else ()
        same = [json for turn, (there, json) in zip(made, old, strict=False) if turn is there]
        # What the API answers with, for all who see this list: nobody changes it.
        made.as_json = same + [turn.as_json() for turn in made[len(same) :]]
        return made

    def fits(self, moves: tuple[str, ...], rows: tuple[Any, ...]) -> bool:
        """Whether a list of these begins as this one does."""
        many = len(self.moves)
        return self.moves == moves[:many] and self.rows == rows[:many]


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

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Thinking:
        """Read the JSON object of :meth:`as_json`."""
        return cls(**{**data, "value": tuple(data["value"]), "pv": tuple(data["pv"])})

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
class Takeback:
    """What a player asks the others to take back: every ply after ``ply``.

    ``mine`` says that the visitor has asked, ``answered`` that his answer is not awaited.
    """

    seat: int
    ply: int
    mine: bool
    answered: bool

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return asdict(self)


@dataclass(frozen=True)
class Offer:
    """What a player offers the others: a ``draw``, a ``pause``, or, once it is over, a ``rematch``.

    ``mine`` says that the visitor offers it, ``answered`` that his answer is not awaited,
    ``refused`` that somebody has said no.
    """

    kind: Literal["draw", "pause", "rematch"]
    seat: int
    mine: bool
    answered: bool
    refused: bool

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return asdict(self)


@dataclass(frozen=True)
class Plan:
    """What a player has decided ahead, after ``ply`` plies: see
    :mod:`livestone.server.tables.premoves`."""

    ply: int
    lines: tuple[tuple[str, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {"ply": self.ply, "lines": [list(line) for line in self.lines]}

    @property
    def premove(self) -> str:
        """The move that is played whatever comes, empty where it depends."""
        return self.lines[0][1] if self.lines[0][0] == "*" else ""

    @property
    def text(self) -> str:
        """The lines, one on each line."""
        return "\n".join(" ".join(line) for line in self.lines)


@dataclass(frozen=True)
class ClockView:
    """What the clocks of a table show.

    ``running`` is the seat whose time runs, None where nobody's does; ``paused`` says that it
    stands still because the players want it to. ``abort`` are the seconds until the game is called
    off because the one to move has not begun, ``warn`` those under which time is short. ``away``
    says that the one to move is on vacation, so that his time stands still.
    """

    seats: tuple[Shown, ...]
    running: int | None
    paused: bool = False
    abort: float | None = None
    warn: float = 0.0
    away: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        abort = None if self.abort is None else round(self.abort, 3)
        return {
            "seats": [vars(shown) | {"seconds": round(shown.seconds, 3)} for shown in self.seats],
            "running": self.running,
            "paused": self.paused,
            "away": self.away,
            "abort": abort,
        }


@dataclass(frozen=True)
class InvitationView:
    """What an invitation shows to who opens it.

    ``state`` is ``free``, ``mine`` (the visitor has taken this seat), ``seated`` (he has another
    one there), ``taken`` (by somebody else) or ``over``; ``why`` says in words what forbids taking
    it. ``table`` is the game's id for who plays there, else empty. ``view`` is the opening
    position as an onlooker sees it.
    """

    game: Game
    seats: tuple[SeatView, ...]
    seat: int
    state: Literal["free", "mine", "seated", "taken", "over"]
    why: str
    table: str
    view: View
    control: TimeControl = UNTIMED

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "game": self.game.id,
            "title": self.game.title,
            "options": dict(self.game.option),
            "seats": [seat.as_json() for seat in self.seats],
            "seat": self.seat,
            "state": self.state,
            "table": self.table or None,
            "control": self.control.as_json(),
        }


@dataclass(frozen=True)
class Glimpse:
    """What decides what an onlooker is shown of a table, but for the seconds of its clocks.

    All onlookers of whom it is the same are shown the same: so many plies, from the place of
    ``viewer``, of the table with this id and ``version`` (which is each onlooker's, see
    :meth:`livestone.server.tables.table.Live.version_for`).
    """

    id: str
    version: int
    shown: int
    viewer: int | None
    status: str
    trouble: str


@dataclass(frozen=True)
class TableView:
    """Everything a page shows of one table to one visitor at one ply.

    ``view`` is the position at ``ply`` as the visitor may see it (``viewer`` is the player whose
    view it is, -1 an onlooker's, None when all may be seen); ``view.legal`` and ``view.paths`` are
    empty unless it is the visitor's turn now, so a page offers exactly those. ``so_far`` are the
    plies of a turn that still goes on. ``ply`` differs from ``last_ply`` in a replay.

    ``status`` is ``waiting`` until every seat is taken. ``mover``, ``winners`` and ``turns`` are
    those of the present, ``scores`` those of the position shown. ``result`` is words ("White wins,
    31 to 28"), empty until the end; ``reason`` is one of
    :data:`livestone.records.record.REASONS`. ``trouble`` says in one line why no bot answers.

    ``curtain`` is the player to whom the screen must be handed before anything secret may be seen,
    None where that is not needed. ``undo_asks`` says that the others must agree to what
    ``can_undo`` offers, ``takeback`` what is asked of them; ``rematch`` is the game that goes on
    after this one. An ``onlooker`` has no seat: he watches a ``public`` game, ``delay`` plies
    and ``delay_seconds`` behind while it runs, so that its present is not his: he then sees no
    clocks either.
    """

    id: str
    game: Game
    seats: tuple[SeatView, ...]
    status: Literal["waiting", "running", "finished"]
    result: str
    reason: str
    scores: tuple[float, ...]
    winners: tuple[int, ...] | None
    mover: int | None
    my_turn: bool
    viewer: int | None
    view: View
    so_far: tuple[str, ...]
    turns: Turns
    ply: int
    last_ply: int
    version: int
    created: float
    updated: float
    thinking: Thinking | None = None
    trouble: str = ""
    curtain: int | None = None
    can_undo: bool = False
    undo_asks: bool = False
    can_resign: bool = False
    can_hint: bool = False
    takeback: Takeback | None = None
    rematch: str | None = None
    control: TimeControl = UNTIMED
    clock: ClockView | None = None
    onlooker: bool = False
    rated: bool = True
    public: bool = False
    delay: int = 0
    delay_seconds: int = 0
    offers: tuple[Offer, ...] = ()
    can_draw: bool = False
    can_pause: bool = False
    can_abort: bool = False
    can_plan: bool = False
    plan: Plan | None = None

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
            "prompt": self.view.prompt,
            "so_far": list(self.so_far),
            "legal": list(self.view.legal),
            "paths": {move: list(path) for move, path in self.view.paths.items()},
            "cells": self.view.cells,
            "text": self.view.text,
            "turns": self.turns.as_json,
            "thinking": None if self.thinking is None else self.thinking.as_json(),
            "trouble": self.trouble,
            "curtain": self.curtain,
            "takeback": None if self.takeback is None else self.takeback.as_json(),
            "rematch": self.rematch,
            "control": self.control.as_json(),
            "clock": None if self.clock is None else self.clock.as_json(),
            "onlooker": self.onlooker,
            "rated": self.rated,
            "public": self.public,
            "delay": self.delay,
            "delay_seconds": self.delay_seconds,
            "plan": None if self.plan is None else self.plan.as_json(),
            "offers": [offer.as_json() for offer in self.offers],
            "can": {
                "draw": self.can_draw,
                "pause": self.can_pause,
                "abort": self.can_abort,
                "plan": self.can_plan,
                "undo": self.can_undo,
                "undo_asks": self.undo_asks,
                "resign": self.can_resign,
                "hint": self.can_hint,
            },
        }
