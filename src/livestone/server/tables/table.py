"""A table in memory: the game's state beside its rows in the store, and who listens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from livestone.api.tables import Thinking
from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER, View
from livestone.errors import BadRequest, LivestoneError, NotAllowed, StorageError
from livestone.games import find, load
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.tables.clock import Clock, clock_of
from livestone.server.tables.store import GameRow, PlyRow, SeatRow, Stored
from livestone.server.tables.vacations import Away
from livestone.server.web.events import Event
from livestone.server.web.presence import Presence

if TYPE_CHECKING:
    from livestone.server.tables.move_list import MoveList

# A subscriber that does not read for this many events hears only that something has changed.
MAX_EVENTS = 100
BATCH = 10  # plies of a stored game that are replayed before others may work
MAX_PLIES = 5000  # of a game, unless a server is told otherwise; the rules of some have no end
P = ParamSpec("P")
Made = TypeVar("Made")


class Unreadable(StorageError):
    """A stored game that makes no game: nothing mends it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How a visitor stands to a table at one moment: asked of it once, and passed on.

    ``mine`` are their seats, ``viewer`` whose view they get (None: everything, where nothing is
    hidden), ``curtain`` the player for whom a curtain waits. What they see is the game after
    ``last`` plies, ``behind`` for some onlookers, at a ``version`` that rises only with that.
    ``others`` are the other people who play, in browsers of their own.
    """

    owner_id: OwnerId
    mine: tuple[int, ...]
    viewer: int | None
    curtain: int | None
    behind: bool
    last: int
    version: int
    my_turn: bool
    others: Set[OwnerId]


class Table:
    """One table. Changing it, or reading more than one field, needs ``lock``."""

    def __init__(
        self,
        id: str,
        now: Callable[[], float] = time.time,
        spread: Callable[[Table, Event, OwnerId | None], None] | None = None,
        max_plies: int = MAX_PLIES,
        presence: Presence | None = None,
    ) -> None:
        self.id = id
        self.presence = presence or Presence()
        self.max_plies = max_plies  # then the game is a draw
        self._spread = spread
        self.now = now  # the server's time
        self.lock = asyncio.Lock()
        self.wanted = 0  # how many have the table locked, or wait for that
        self.gone = False  # whether the store has no such game any more
        self.listeners: dict[asyncio.Queue[Event | None], OwnerId] = {}
        self.bot: asyncio.Task[None] | None = None
        self.hint: asyncio.Task[Any] | None = None
        self.away = Away()  # the vacation of a correspondence game's mover
        self.row: GameRow
        self.seats: tuple[SeatRow, ...]
        self.plies: tuple[PlyRow, ...]
        self.state: State
        self.thinking: Thinking | None = None
        self.hinting: tuple[str, Thinking] | None = None  # for whom, and how far
        # Where one visitor has several seats and something is hidden: whose seat sees the screen.
        self.looking: dict[str, int] = {}
        self.played: tuple[PlyRow, ...] = ()  # in the last change, where nothing else happened
        self.trouble = ""
        self.troubled = 0.0  # when the trouble began (monotonic seconds)
        self._since: float | None = None
        self.move_lists: dict[int | None, MoveList] = {}  # those that viewers were shown last
        self._kept: dict[Hashable, Any] = {}  # what is made of the present state
        self._lasting: dict[Hashable, Any] = {}  # what is made of the game and its seats

    # What follows from the row and the seats: found once for each change.
    version = -1  # how often the game has changed; so before it is read from the store
    ply: int
    game: Game
    hides: bool  # whether the game has hidden information
    waiting: bool
    running: bool
    over: bool
    paused: bool
    by_days: bool  # whether it is a correspondence game, in which one may be on vacation
    mover: SeatRow | None
    clock: Clock
    owners: dict[OwnerId, tuple[int, ...]]  # the seats of each person
    people: bool  # whether a person has every seat

    def _stand(self) -> None:
        row, status = self.row, self.row.status
        self.version, self.ply = row.version, row.ply
        self.waiting, self.running = status == "waiting", status == "running"
        self.over = status == "finished"
        self.mover = None if row.mover is None else self.seats[row.mover]
        self.by_days = row.control.endswith("d")
        self.paused = self.running and self.clock.control.timed and self.clock.stands

    def _sit(self, seats: tuple[SeatRow, ...]) -> None:
        self.seats = seats
        owners: dict[OwnerId, tuple[int, ...]] = {}
        for seat in seats:
            if seat.owner_id:
                owners[seat.owner_id] = (*owners.get(seat.owner_id, ()), seat.seat)
        self.owners, self.people = owners, all(seat.kind == "person" for seat in seats)
        self._lasting.clear()

    @property
    def flag(self) -> float | None:
        """When the mover's time is up, a vacation taken into account; None where never."""
        at = None if self.row.mover is None else self.clock.flag_at(self.row.mover)
        return None if at is None else at + self.away.gone + self.away.more

    @property
    def is_due(self) -> bool:
        return self.row.due is not None and self.now() >= self.row.due and not self.over

    @property
    def seconds(self) -> float | None:
        return None if self._since is None else round(time.monotonic() - self._since, 3)

    @property
    def idle(self) -> bool:
        """Whether nobody would miss this object: the store has everything else."""
        busy = self.wanted or self.lock.locked() or self.listeners
        return not busy and self.bot is None and self.hint is None

    def load(self, stored: Stored, state: State) -> None:
        """Take everything from the store, with the :func:`state_of` it."""
        self.take(stored.game, state, stored.plies, stored.seats)
        self._since = None

    def take(
        self,
        row: GameRow,
        state: State,
        plies: tuple[PlyRow, ...],
        seats: tuple[SeatRow, ...] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Stand at a new row, which the store has already; whatever was being thought is stale.

        ``clock`` is what the row says of its clocks, where that is known.
        """
        before = getattr(self, "row", None)
        if state is not getattr(self, "state", None):
            self._since = time.monotonic()
            self.away = Away()
            self._kept.clear()
            if state.game is not getattr(self, "game", None):
                self.game, self.hides = state.game, hides(state.game)
        # Plies with which a game goes on, and nothing else: there is no more to tell.
        quiet = before is not None and row.version == before.version + 1 and before.is_quiet
        self.played = plies[before.ply :] if before and quiet and row.is_quiet else ()
        self.row, self.state, self.plies = row, state, plies
        self.trouble = ""
        if seats is not None and seats is not getattr(self, "seats", None):
            self._sit(seats)
        self.clock = clock or clock_of(row, len(self.seats))
        self._stand()

    def postpone(self, due: float) -> None:
        """Have the store's row be due later than was thought."""
        self.row = replace(self.row, due=due)

    def stop(self) -> None:
        for task in (self.bot, self.hint):
            if task is not None:
                task.cancel()
        self.bot = self.hint = None
        self.thinking = self.hinting = None

    def seats_of(self, owner_id: OwnerId) -> tuple[int, ...]:
        """Return the seats of a visitor. Raises NotAllowed when there is none."""
        found = self.owners.get(owner_id)
        if found is None:
            raise NotAllowed("this game belongs to another player")
        return found

    def seen_by(self, owner_id: OwnerId) -> Seen:
        """Return how a visitor stands to the table now. Raises NotAllowed for who may not look."""
        row = self.row
        mine = self.owners.get(owner_id, ()) if row.public else self.seats_of(owner_id)
        behind = bool(row.delay) and not self.over and not mine
        last = max(0, row.ply - row.delay) if behind else row.ply
        curtain = viewer = None
        if self.hides and not self.over:
            curtain, viewer = self._hidden_from(owner_id, mine)
        return Seen(
            owner_id,
            mine,
            viewer,
            curtain,
            behind,
            last,
            # Smaller before a delayed end.
            version=last + (not self.waiting) if behind else self.version,
            my_turn=self.running and row.mover in mine and not self.paused,
            others=self.owners.keys() - {owner_id},
        )

    def _hidden_from(self, owner_id: OwnerId, mine: tuple[int, ...]) -> tuple[int | None, int]:
        """The player for whom a curtain waits, if any, and whose view a visitor gets.

        People who share a screen hand it over: until the one to move has asked to see the board,
        nobody's secrets are on it. Who has several seats sees as the one that looked last.
        """
        mover = self.row.mover
        if len(mine) < 2:
            return None, mine[0] if mine else ONLOOKER
        if not self.game.private:
            return None, mover if mover is not None and mover in mine else mine[0]
        looks = self.looking.get(owner_id, ONLOOKER)
        waits = self.running and mover in mine and looks != mover
        return (mover, ONLOOKER) if waits else (None, looks)

    def view(self, viewer: int | None) -> View:
        """Return what a player, or an onlooker, may see of the present state."""
        return self.kept(viewer, View.of, self.state, viewer)

    def kept(self, name: Hashable, make: Callable[P, Made], *of: P.args, **more: P.kwargs) -> Made:
        """Return what is made ``of`` the present state, made once for all who look."""
        found: Made | None = self._kept.get(name)
        if found is None:
            found = self._kept[name] = make(*of, **more)
        return found

    def lasting(
        self, name: Hashable, make: Callable[P, Made], *of: P.args, **more: P.kwargs
    ) -> Made:
        """Return what is made ``of`` the game and its seats, which moves do not change."""
        found: Made | None = self._lasting.get(name)
        if found is None:
            found = self._lasting[name] = make(*of, **more)
        return found

    def follow(self, row: GameRow, plies: tuple[PlyRow, ...]) -> None:
        """Follow plies that another process has played. Raises Unreadable."""
        state = self.state.copy()
        try:
            for ply in plies:
                state.play(ply.move)
        except LivestoneError as error:
            raise _unreadable(self.id, error) from error
        self.take(row, state, (*self.plies, *plies))

    def spread(self, event: Event, owner_id: OwnerId | None = None) -> None:
        """Tell the subscribers in every process of the server, or only one visitor's."""
        if self._spread is None:
            self.publish(event, owner_id)
        else:
            self._spread(self, event, owner_id)

    def publish(self, event: Event, owner_id: OwnerId | None = None) -> None:
        for queue, listener in self.listeners.items():
            if owner_id is not None and listener != owner_id:
                continue
            if queue.full():
                if event.name in ("thinking", "hint"):
                    continue
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(self.change())
            queue.put_nowait(event)

    def change(self) -> Event:
        data = {"ply": self.row.ply, "version": self.version}
        return Event("changed", self.version, data)


@lru_cache(256)
def hides(game: Game) -> bool:
    """Whether a game has hidden information; asked once for all tables, since rules take time."""
    return game.plain.observe is not None


def check_within(ply: int, last: int) -> None:
    """Raises BadRequest where a game of so many plies has no such ply."""
    if not 0 <= ply <= last:
        raise BadRequest(
            t("there is no ply {ply}: this game has plies 0 to {last}", ply=ply, last=last)
        )


def state_of(stored: Stored) -> State:
    """Replay a stored game, which takes a while. Raises Unreadable when it makes no game."""
    try:
        game = _game(find(stored.game.game), tuple(sorted(stored.game.options.items())))
        opening = stored.game.opening
        state = State(game) if opening is None else State.read(game, opening)
        for ply in stored.plies:
            state.play(ply.move)
    except LivestoneError as error:
        raise _unreadable(stored.game.id, error) from error
    return state


def _unreadable(id: str, error: LivestoneError) -> Unreadable:
    return Unreadable(t("the stored game {id} cannot be replayed: {error}", id=id, error=error))


@lru_cache(256)
def _game(kind: type[Game], options: tuple[tuple[str, Any], ...]) -> Game:
    """A game that all tables share where it is played with these options: its rules take time."""
    return load(kind.id, **dict(options))
