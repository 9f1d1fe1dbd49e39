"""A visitor's game at a server."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from livestone.api.chat import Conversation
from livestone.api.events import Event
from livestone.api.studies import Review
from livestone.api.tables import Hint, Seat, Table
from livestone.client.study import Study
from livestone.client.wire import part

if TYPE_CHECKING:
    from livestone.client.client import Client


class Game:
    """A game; ``table`` is how it stood when the server was last asked.

    Every method asks it, and raises what it refuses with.
    """

    def __init__(self, client: Client, table: Table) -> None:
        self._client = client
        self.table = table

    def __repr__(self) -> str:
        table = self.table
        return f"<Game {table.id} of {table.game}, {table.status}, ply {table.last_ply}>"

    @property
    def id(self) -> str:
        """The game's id."""
        return self.table.id

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return self.table.last_ply

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that may be played now; none unless it is one's turn."""
        return self.table.legal

    @property
    def my_turn(self) -> bool:
        """Whether one is to move."""
        return self.table.my_turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.status == "finished"

    @property
    def result(self) -> str:
        """How it ended, in words; empty while it runs."""
        return self.table.result

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self.table.seats

    def refresh(self) -> Table:
        """Look how the game stands."""
        return self._take(None, "")

    def at(self, ply: int) -> Table:
        """Return the table as it was after so many plies."""
        return self._told(None, "", ply=ply)

    def play(self, move: str) -> Table:
        """Play a move where the game was last seen; if the answer is lost it is not done twice."""
        return self._take({"move": move, "ply": self.ply}, "/plies")

    def look(self) -> Table:
        """Lift the curtain for the one to move, where people share a screen."""
        return self._take({"ply": self.ply}, "/look")

    def undo(self) -> Table:
        """Take back to one's last decision, or ask the others for it."""
        return self._take({"ply": self.ply}, "/undo")

    def answer_takeback(self, allow: bool) -> Table:
        """Allow or refuse what another asks to take back; who asked withdraws it with False."""
        asked = self.table.takeback
        seat = 0 if asked is None else asked.seat
        return self._take({"ply": self.ply, "seat": seat, "allow": allow}, "/takeback")

    def offer(self, kind: str) -> Table:
        """Offer the others a ``draw`` or a ``pause``, or agree to theirs."""
        return self._take({"kind": kind, "ply": self.ply}, "/offer")

    def answer(self, kind: str, allow: bool) -> Table:
        """Agree to what another offers, or refuse it; who offered it withdraws it with False."""
        seat = next((offer.seat for offer in self.table.offers if offer.kind == kind), 0)
        data = {"kind": kind, "seat": seat, "allow": allow, "ply": self.ply}
        return self._take(data, "/answer")

    def resume(self) -> Table:
        """Let the clocks of a paused game go on."""
        return self._take({}, "/resume")

    def claim(self) -> Table:
        """Win a live game whose player to move has left: see ``table.claim``."""
        return self._take({}, "/claim")

    def abort(self) -> Table:
        """Call the game off before everybody has made a first turn."""
        return self._take({}, "/abort")

    def plan(self, *lines: Sequence[str]) -> Table:
        """Decide ahead what to play: ``["*", move]``, or lines of replies; nothing forgets them."""
        return self._take({"lines": [list(line) for line in lines], "ply": self.ply}, "/plan")

    def resign(self) -> Table:
        """Give up, or call off a game that waits for players."""
        return self._take({}, "/resign")

    def rematch(self) -> Game | None:
        """Ask for the same game again, everybody one seat further on, or agree to that.

        Returns the new game once everybody wants it, None until then: it is ``table.rematch`` as
        soon as there is one.
        """
        return self._again(self._client.read(Table, self._path("/rematch"), {}))

    def answer_rematch(self, allow: bool) -> Game | None:
        """Agree to the rematch that another asks for, or decline; who asked withdraws it."""
        seat = next((offer.seat for offer in self.table.offers if offer.kind == "rematch"), 0)
        data = {"kind": "rematch", "seat": seat, "allow": allow, "ply": self.ply}
        return self._again(self._told(data, "/answer"))

    def _again(self, table: Table) -> Game | None:
        if table.id != self.id:
            return Game(self._client, table)
        self.table = table
        return None

    def hint(self) -> Hint:
        """Return a move that looks good, after a second or so."""
        return self._client.read(Hint, self._path("/hint"), {})

    def invitations(self) -> dict[int, str]:
        """Return the invitations to open seats, for who started the game."""
        found = self._client.read(list[dict[str, Any]], self._path("/invitations"))
        return {one["seat"]: one["invitation"] for one in found}

    def talk(self) -> Conversation:
        """Return the chat of one's room: the players', or the onlookers'."""
        return self._client.read(Conversation, self._path("/talk"))

    def say(self, text: str) -> Conversation:
        """Write a chat message."""
        return self._client.read(Conversation, self._path("/talk"), {"text": text}, again=False)

    def mute(self, message: int | None = None) -> Conversation:
        """Hide the messages of one's author here, or everybody's."""
        return self._client.read(Conversation, self._path("/talk/mute"), {"message": message})

    def unmute(self) -> Conversation:
        """Show everybody's messages again here."""
        return self._client.read(Conversation, self._path("/talk/unmute"), {})

    def report(self, message: int, reason: str = "") -> None:
        """Report a message to the staff."""
        data = {"message": message, "reason": reason}
        self._client.read(dict[str, Any], self._path("/talk/report"), data, again=False)

    def record(self) -> str:
        """Return the game's record as text, as far as one may know it."""
        return self._client.text(self._path("/record.txt"))

    def review(self, begin: bool = False) -> Review:
        """Return how far the engine's review of the game is; ``begin`` has it made."""
        return self._client.read(Review, self._path("/review"), {} if begin else None)

    def review_events(self, patience: float | None = None) -> Generator[Event, None, None]:
        """Yield how the review gets on: ``thinking``, and ``changed`` once it is there."""
        return self._client.follow(self._path("/review/events"), patience)

    def study(self, ply: int | None = None) -> Study:
        """Make a study of the game, to be looked at after ``ply`` plies."""
        return self._client.new_study(table=self.id, ply=ply)

    def events(self, patience: float | None = None) -> Generator[Event, None, None]:
        """Yield what happens until the game is over; ``table`` is as the event says.

        The first is ``changed``; there may be several for one change. Where that is no news, the
        server is not asked. See :meth:`Client.events`.
        """
        with contextlib.closing(self._client.follow(self._path("/events"), patience)) as events:
            for event in events:
                new = event.name == "changed" and event.data["version"] > self.table.version
                if new or event.name == "finished":
                    self.refresh()
                yield event
                if self.over:
                    return

    def _path(self, rest: str) -> str:
        return f"/games/{part(self.id)}{rest}"

    def _take(self, data: dict[str, Any] | None, rest: str) -> Table:
        self.table = self._told(data, rest)
        return self.table

    def _told(self, data: dict[str, Any] | None, rest: str, **query: Any) -> Table:
        """Ask for a table, without the plies that are known here, and put them in."""
        known = self.table
        since = known.cursor or None
        found = self._client.read(Table, self._path(rest), data, since=since, **query)
        return found.completed(known)
