"""The classes of a server: made at its start, joined by codes, found by their members."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from litestar.di import NamedDependency

from livestone.api import classes as shapes
from livestone.errors import BadField, Busy, NotFound
from livestone.freeplay import box
from livestone.languages.words import mark, t
from livestone.server.classes.hosts import Hosts
from livestone.server.classes.room import LETTERS, Room, code_hash, plain_code
from livestone.server.classes.setup import ClassSetup, Slip, Slips
from livestone.server.classes.store import ClassRow, ClassStore, MemberRow
from livestone.server.db.owners import OwnerId
from livestone.server.tables.store import GameStore
from livestone.server.tournaments.spectators import Spectators
from livestone.server.web.aside import aside
from livestone.server.web.events import Event
from livestone.server.web.identity import AnyRequest, Caller
from livestone.server.web.presence import Presence
from livestone.server.web.rate_limit import RateLimit, count_all

TEACHER = "Teacher"
# Wrong codes within a quarter of an hour, from one address and in all.
MAX_WRONG, MAX_WRONG_IN_ALL, QUARTER = 30, 1000, 15 * 60.0
WRONG = mark("this code is not good here, or not any more: ask for another one")


class Classes:
    """All classes; ``slips`` are those of the classes that the start was asked for."""

    def __init__(self, store: GameStore, presence: Presence, size: int | None = None) -> None:
        self.rooms: dict[str, Room] = {}
        self.slips: tuple[Slips, ...] = ()
        self._store, self._presence = store, presence
        self._hosts = Hosts(size)
        self._wrong = RateLimit(MAX_WRONG, QUARTER)
        self._wrong_in_all = RateLimit(MAX_WRONG_IN_ALL, QUARTER)
        self._refusal = ""

    @asynccontextmanager
    async def at_work(self, setup: ClassSetup | None) -> AsyncIterator[Classes]:
        """Play until the end of the block. Raises StorageError."""
        rows = await ClassStore(self._store).all()
        try:
            if rows or setup is not None:
                self._refusal = await aside(_why_not)
            for row in rows:
                await self._open(row)
            if setup is not None:
                made = [await self._set_up(*one, setup) for one in setup.classes.items()]
                self.slips = tuple(made)
            yield self
        finally:
            for room in self.rooms.values():
                await room.close()
            await self._hosts.close()

    def leave(self) -> None:
        """Have everybody who follows a class go."""
        for room in self.rooms.values():
            room.spectators.leave()

    def of(self, caller: Caller) -> list[shapes.ClassLine]:
        """The classes of who asks."""
        found = ((room, room.find(caller.owner_id)) for room in self.rooms.values())
        return [
            shapes.ClassLine(room.row.id, room.row.name, member.number, member.teacher)
            for room, member in found
            if member is not None
        ]

    def room(self, id: str) -> Room:
        """Return a class. Raises NotFound."""
        if id not in self.rooms:
            raise NotFound(t("there is no class {id}", id=repr(id[:40])))
        return self.rooms[id]

    async def join(self, code: str, name: str, caller: Caller) -> shapes.ClassLine:
        """Let somebody in by their code, or by an open class's and a name.

        Raises BadField, TooMany or StorageError.
        """
        attempt = (self._wrong, caller.address), (self._wrong_in_all, "all")
        count_all(*attempt)
        room, row = self._whose(code)
        for limit, key in attempt:
            limit.take_back(key)
        mine = room.find(caller.owner_id)
        if row is not None:
            mine = await room.admit(row, caller.owner_id)
        elif mine is None:
            mine = await room.add(name, owner_id=caller.owner_id, joined=time.time())
        return shapes.ClassLine(room.row.id, room.row.name, mine.number, mine.teacher)

    def playing(self, game_id: str) -> Spectators | None:
        """The spectators of the class in which a game runs; None for any other game."""
        rooms = (room for room in self.rooms.values() if game_id in room.players.games)
        return next((room.spectators for room in rooms), None)

    async def notes_of(self, game_id: str, owner_id: OwnerId) -> dict[int, str]:
        """What players printed and drew in a game, by ply, as far as it is for who asks."""
        mine = {id: room.find(owner_id) for id, room in self.rooms.items()}
        found: dict[int, str] = {}
        rows = await ClassStore(self._store).notes(game_id) if any(mine.values()) else ()
        for row in rows:
            member = mine.get(row.class_id)
            if member is not None and (member.teacher or member.number == row.member):
                found |= {int(ply): text for ply, text in row.notes.items()}
        return found

    async def adopt(self, guest: OwnerId, person: OwnerId) -> None:
        """Have the account with which a guest has logged in be in the guest's classes."""
        for room in self.rooms.values():
            member = room.find(guest)
            if member is not None and room.find(person) is None:
                await room.hand_over(member, person)

    def _whose(self, code: str) -> tuple[Room, MemberRow | None]:
        """The class that a code is of, and the member, if it is one's own. Raises BadField."""
        plain, kept = plain_code(code), code_hash(code)
        for room in self.rooms.values():
            if room.row.join is not None and plain == room.row.join:
                return room, None
            for row in room.members.values():
                if row.code == kept:
                    return room, row
        raise BadField("code", t(WRONG))

    async def _open(self, row: ClassRow) -> Room:
        room = Room(row, self._store, self._hosts, self._presence, self._refusal)
        await room.start()
        self.rooms[row.id] = room
        return room

    async def _set_up(self, name: str, students: tuple[str, ...], setup: ClassSetup) -> Slips:
        """Make a class, or go on with it; what is new in it gets slips."""
        room = next((room for room in self.rooms.values() if room.row.name == name), None)
        if room is None:
            row = ClassRow(secrets.token_hex(8), name, None, time.time())
            await ClassStore(self._store).create(row)
            room = await self._open(row)
        if setup.open and room.row.join is None:
            letters = "".join(secrets.choice(LETTERS) for _ in range(4))
            await room.store.set_join(room.row.id, letters)
            room.row = replace(room.row, join=letters)
        known = {member.name: member for member in room.members.values()}
        slips = []
        for student in students:
            member = known.get(student) or await room.add(student)
            if student not in known or (setup.renew and member.joined is None):
                slips.append(Slip(student, await room.new_code(member.number)))
        teacher = next((one for one in room.members.values() if one.teacher), None)
        if teacher is None:
            teacher = await room.add(TEACHER, teacher=True)
        return Slips(name, await room.new_code(teacher.number), tuple(slips), room.row.join)


def _why_not() -> str:
    """Why files of others are not played here, as a sentence; empty where they are."""
    reason = box.missing()
    if reason is None:
        return ""
    return t("files that others hand in are played only in a sandbox: {reason}", reason=reason)


async def classes_of(request: AnyRequest) -> Classes:
    """Return the classes. Raises Busy where another process of the server has them."""
    found: Classes | None = request.app.state.classes
    if found is None:
        raise Busy(mark("classes are at another process of this server: try again in a moment"))
    return found


async def of_class(request: AnyRequest, caller: Caller, id: str) -> AsyncIterator[Event]:
    """Return the news of a class for one of its members. Raises NotFound or Busy."""
    room = (await classes_of(request)).room(id)
    room.member(caller)  # refuse before the stream begins
    return room.follow(caller)


ClassesDep = NamedDependency[Classes]
