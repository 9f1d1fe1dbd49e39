"""A table in memory: the game's state beside its rows in the store, and who listens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from livestone.api.tables import Thinking
from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import View
from livestone.errors import BadRequest, LivestoneError, NotAllowed, StorageError
from livestone.games import find, load
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.tables.clock import Clock
from livestone.server.tables.deadlines import clock_of
from livestone.server.tables.store import GameRow, PlyRow, SeatRow, Stored
from livestone.server.tables.vacations import Away
from livestone.server.web.events import Event

if TYPE_CHECKING:
    from livestone.server.tables.move_list import MoveList

# A subscriber that does not read for this many events hears only that something has changed.
MAX_EVENTS = 100
BATCH = 10  # plies of a stored game that are replayed before others may work
MAX_PLIES = 5000  # of a game, unless a server is told otherwise; the rules of some have no end
Made = TypeVar("Made")


class Unreadable(StorageError):
    """A stored game that makes no game: nothing mends it."""


class Table:
    """One table. Changing it, or reading more than one field, needs ``lock``."""

    def __init__(
        self,
        id: str,
        now: Callable[[], float] = time.time,
        spread: Callable[[Table, Event, OwnerId | None], None] | None = None,
        max_plies: int = MAX_PLIES,
    ) -> None:
        self.id = id
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
        self._clock: tuple[GameRow, Clock] | None = None

    @property
    def version(self) -> int:
        """How often the game has changed; -1 before it is read from the store."""
        return self.row.version if hasattr(self, "row") else -1

    @property
    def ply(self) -> int:
        return self.row.ply

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def waiting(self) -> bool:
        return self.row.status == "waiting"

    @property
    def running(self) -> bool:
        return self.row.status == "running"

    @property
    def over(self) -> bool:
        return self.row.status == "finished"

    @property
    def mover(self) -> SeatRow | None:
        return None if self.row.mover is None else self.seats[self.row.mover]

    @property
    def sitting(self) -> list[tuple[int, OwnerId | None]]:
        """The seats, and whose they are."""
        return [(seat.seat, seat.owner_id) for seat in self.seats]

    @property
    def clock(self) -> Clock:
        if self._clock is None or self._clock[0] is not self.row:
            self._clock = self.row, clock_of(self.row, len(self.seats))
        return self._clock[1]

    @property
    def flag(self) -> float | None:
        """When the mover's time is up, a vacation taken into account; None where never."""
        at = None if self.row.mover is None else self.clock.flag_at(self.row.mover)
        return None if at is None else at + self.away.gone + self.away.more

    @property
    def is_due(self) -> bool:
        return self.row.due is not None and self.now() >= self.row.due and not self.over

    @property
    def by_days(self) -> bool:
        """Whether it is a correspondence game, in which one may be on vacation."""
        return self.row.control.endswith("d")

    @property
    def paused(self) -> bool:
        clock = self.clock
        return self.running and clock.control.timed and clock.stands

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
        self.seats = stored.seats
        self.take(stored.game, state, stored.plies)
        self._since = None

    def take(self, row: GameRow, state: State, plies: tuple[PlyRow, ...]) -> None:
        """Stand at a new row, which the store has already; whatever was being thought is stale."""
        if state is not getattr(self, "state", None):
            self._since = time.monotonic()
            self.away = Away()
            self._kept.clear()
        self.played = self._played(row, plies)
        self.row, self.state, self.plies = row, state, plies
        self.trouble = ""

    def _played(self, row: GameRow, plies: tuple[PlyRow, ...]) -> tuple[PlyRow, ...]:
        """The plies with which a game goes on to its next row; none where there is more to tell."""
        if self.version < 0 or row.version != self.version + 1:
            return ()
        quiet = all(
            one.status == "running" and one.takeback is None and one.offers is None
            for one in (self.row, row)
        )
        return plies[self.row.ply :] if quiet else ()

    def stop(self) -> None:
        for task in (self.bot, self.hint):
            if task is not None:
                task.cancel()
        self.bot = self.hint = None
        self.thinking = self.hinting = None

    def seats_of(self, owner_id: OwnerId) -> tuple[int, ...]:
        """Return the seats of a visitor. Raises NotAllowed when there is none."""
        found = self.seated(owner_id)
        if not found:
            raise NotAllowed("this game belongs to another player")
        return found

    def seated(self, owner_id: OwnerId) -> tuple[int, ...]:
        return tuple(seat.seat for seat in self.seats if seat.owner_id == owner_id)

    def check_seen_by(self, owner_id: OwnerId) -> None:
        """Make sure that a visitor may look at the table. Raises NotAllowed."""
        if not self.row.public:
            self.seats_of(owner_id)

    def behind(self, owner_id: OwnerId) -> bool:
        """Whether a person sees the game later than it is played: an onlooker, while it runs."""
        return bool(self.row.delay) and not self.over and not self.seated(owner_id)

    def shown_to(self, owner_id: OwnerId) -> int:
        behind = self.row.delay if self.behind(owner_id) else 0
        return max(0, self.row.ply - behind)

    def version_for(self, owner_id: OwnerId) -> int:
        """A number that rises only with what a visitor may see; smaller before a delayed end."""
        if not self.behind(owner_id):
            return self.version
        return self.shown_to(owner_id) + (not self.waiting)

    def view(self, viewer: int | None) -> View:
        """Return what a player, or an onlooker, may see of the present state."""
        return self.kept(viewer, lambda: self.state.view(viewer))

    def kept(self, name: Hashable, make: Callable[[], Made]) -> Made:
        """Return what is made of the present state, made once for all who look."""
        found: Made | None = self._kept.get(name)
        if found is None:
            found = self._kept[name] = make()
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
