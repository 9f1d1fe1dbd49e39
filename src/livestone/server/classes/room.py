"""A class at work: its members, their files, and the runner that plays their tournaments."""

from __future__ import annotations

import difflib
import secrets
import time
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from livestone.api import classes as shapes
from livestone.errors import BadField, EngineError, NotAllowed, NotFound, TooMany
from livestone.freeplay.table import Played
from livestone.languages.words import mark, t
from livestone.names import skeleton, trimmed
from livestone.play.baselines import BASELINES
from livestone.server.classes.hosts import Hosts
from livestone.server.classes.players import HOUSE, HandedIn, HostedGame, HostedPlayers
from livestone.server.classes.store import ClassRow, ClassStore, MemberRow, VersionRow
from livestone.server.db.owners import OwnerId
from livestone.server.tables.store import GameStore
from livestone.server.tournaments.operators import Operators
from livestone.server.tournaments.request import NewTournament, TournamentRules, tournament_row
from livestone.server.tournaments.runner import TournamentRunner
from livestone.server.tournaments.spectators import PAUSE, Spectators, tournament_line
from livestone.server.tournaments.store import TournamentRow, TournamentStore
from livestone.server.web.aside import aside
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller
from livestone.server.web.presence import Presence
from livestone.server.web.principals import hashed
from livestone.server.web.rate_limit import RateLimit, count_all
from livestone.server.web.requests import check_visible

MAX_MEMBERS = 300  # of a class, its teachers among them
MAX_NAME = 40  # characters of a member's name
MAX_TEXT_BYTES = 64_000
MAX_TOURNAMENTS = 50  # that are listed
MAX_FAULT = 8000  # characters of a report that are kept
QUICK = 0.3  # seconds between looks for news: a teacher's page is less than a second behind
HAND_INS, MINUTE = 20, 60.0  # of one member in a minute
# Without signs that are taken for each other, and without vowels, so that they make no words.
LETTERS = "BCDFGHJKMNPQRSTVWXZ"
SIGNS = LETTERS + "23456789"


def new_code() -> str:
    """A code of 39 random bits, such as ``K7QM-2XWF``."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(8))
    return f"{signs[:4]}-{signs[4:]}"


def plain_code(typed: str) -> str:
    """A code however it was typed.

    >>> plain_code(" k7qm 2xwf")
    'K7QM2XWF'
    """
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def code_hash(code: str) -> str:
    return hashed(f"class code {plain_code(code)}")


class Room:
    """A class; ``refusal`` says why files are not played here, empty where they are."""

    def __init__(
        self, row: ClassRow, store: GameStore, hosts: Hosts, presence: Presence, refusal: str
    ) -> None:
        self.row = row
        self.refusal = refusal
        self.store = ClassStore(store)
        self.members: dict[int, MemberRow] = {}
        self.newest: dict[int, VersionRow] = {}
        self.players = HostedPlayers(hosts, self._after, self._rules, refusal)
        usual = TournamentRules(house=tuple(BASELINES))
        self.runner = TournamentRunner(self.players, TournamentStore(store, row.id), usual)
        self.spectators = Spectators(self.runner, store, Operators(store, ""), 0, pause=QUICK)
        self._hosts = hosts
        self._presence = presence
        self._place = f"class {row.id}"
        self._hand_ins = RateLimit(HAND_INS, MINUTE)

    async def start(self) -> None:
        """Go on where the last server ended. Raises StorageError."""
        self.members = {one.number: one for one in await self.store.members(self.row.id)}
        self.newest = {one.member: one for one in await self.store.newest(self.row.id)}
        self.players.hand_in(map(self._file, self.newest.values()))
        await self.runner.start()

    async def close(self) -> None:
        self.spectators.leave()
        await self.runner.close()

    # Who is in it.

    def member(self, caller: Caller) -> MemberRow:
        """Who asks. Raises NotFound for who is not in the class."""
        found = self.find(caller.owner_id)
        if found is None:
            raise NotFound(mark("you are not in this class: enter the code that you were given"))
        return found

    def teacher(self, caller: Caller) -> MemberRow:
        """The teacher who asks. Raises NotFound or NotAllowed for others."""
        found = self.member(caller)
        if not found.teacher:
            raise NotAllowed(mark("only a teacher of this class may do that"))
        return found

    def find(self, owner_id: OwnerId) -> MemberRow | None:
        return next((one for one in self.members.values() if one.owner_id == owner_id), None)

    def numbered(self, number: int) -> MemberRow:
        if number not in self.members:
            raise NotFound(t("this class has no member {number}", number=number))
        return self.members[number]

    def check_name(self, name: str) -> str:
        """Return a student's name as it is shown. Raises BadField for one that does not do."""
        name = trimmed(name)
        check_visible(name, "name", mark("name"))
        if not 1 <= len(name) <= MAX_NAME:
            raise BadField("name", t("a name has 1 to {most} characters", most=MAX_NAME))
        looks = skeleton(name) or name.casefold()
        others = (*HOUSE, *(one.name for one in self.members.values()))
        if looks in {skeleton(other) or other.casefold() for other in others}:
            raise BadField(
                "name",
                t("the name {name} is taken, or looks like one that is", name=repr(name)),
            )
        return name

    async def add(self, name: str, **more: object) -> MemberRow:
        """Add a member. Raises BadField or TooMany."""
        name = self.check_name(name)
        if len(self.members) >= MAX_MEMBERS:
            raise TooMany(t("a class has at most {n} members", n=MAX_MEMBERS))
        row = MemberRow(max(self.members, default=0) + 1, name, **more)  # type: ignore[arg-type]
        self.members[row.number] = row  # before another request is answered
        try:
            await self.store.add(self.row.id, [row])
        except BaseException:
            del self.members[row.number]
            raise
        self.players.changes.notify()
        return row

    async def new_code(self, number: int) -> str:
        """Give a member another code; the browser that they have used is theirs until then."""
        code = new_code()
        await self._change(replace(self.numbered(number), code=code_hash(code)))
        return code

    async def admit(self, row: MemberRow, owner_id: OwnerId) -> MemberRow:
        """Let somebody in by a member's code, which is good once; their last browser is not in."""
        before = self.find(owner_id)
        row = replace(row, owner_id=owner_id, code=None, joined=time.time())
        if before is not None and before.number != row.number:
            await self._change(replace(before, owner_id=None))
        await self._change(row)
        return row

    async def hand_over(self, row: MemberRow, owner_id: OwnerId) -> None:
        await self._change(replace(row, owner_id=owner_id))

    async def _change(self, row: MemberRow) -> None:
        self.members[row.number] = row
        await self.store.change(self.row.id, row)
        self.players.changes.notify()

    # What they hand in.

    async def hand_in(self, member: MemberRow, text: str) -> shapes.HandedIn:
        """Keep a file, and let it play. Raises BadField, NotAllowed or TooMany."""
        if self.refusal:
            raise NotAllowed(self.refusal)
        if len(text.encode(errors="surrogatepass")) > MAX_TEXT_BYTES:
            raise BadField("text", t("a file has at most {n} bytes", n=MAX_TEXT_BYTES))
        if not text.strip() or "\0" in text or (not text.isascii() and _is_broken(text)):
            raise BadField("text", t("this is not the text of a Python file"))
        count_all((self._hand_ins, str(member.number)))
        cells, engine = await self._check(member, text)
        row = await self.store.hand_in(self.row.id, member.number, text, cells, engine)
        self.newest[member.number] = row
        self.players.hand_in([self._file(row)])
        self.runner.wake([member.name, *HOUSE])
        return self._handed_in(row)

    async def _check(self, member: MemberRow, text: str) -> tuple[bool | None, bool | None]:
        """Whether a file names cells and imports the engine. Raises BadField if it cannot play."""
        newest = self.newest.get(member.number)
        cells = engine = None
        if newest is not None and newest.text == text:
            cells, engine = newest.cells, newest.engine
        else:
            with suppress(EngineError):  # which is not the file's fault
                found = await self._hosts.check(text)
                if "fault" in found:
                    raise BadField("text", found["fault"][:MAX_FAULT])
                cells, engine = found["cells"], found["engine"]
        file = HandedIn(member.name, 0, text, cells, engine)
        reasons = [file.why_not(one.rules) for one in (self.runner.event, self.runner.ladder)]
        if all(reasons):
            raise BadField("text", reasons[0])
        return cells, engine

    def _rules(self) -> tuple[TournamentRules, Collection[str]]:
        """The rules in force, and who of the house is here: for a tournament all of it."""
        event = self.runner.event
        rules = event.rules
        return rules, rules.house if event is self.runner.ladder else HOUSE

    async def version(self, number: int, version: int, since: int) -> shapes.PlayerVersion:
        """Return a version with what has changed in it since another one. Raises NotFound."""
        member = self.numbered(number)
        rows = {row.version: row for row in await self.store.versions(self.row.id, number)}
        if version not in rows:
            raise NotFound(t("there is no version {version}", version=version))
        row, before = rows[version], rows.get(since)
        changes = () if before is None else await aside(_changes, before.text, row.text)
        return shapes.PlayerVersion(
            member.name, version, row.at, row.fault or "", row.text, changes
        )

    def tournament_row(self, asked: NewTournament) -> TournamentRow:
        """Return the row of a new tournament. Raises BadRequest, also for who cannot play."""
        rules = asked.rules()
        files = {self.members[number].name: row for number, row in self.newest.items()}
        for name in asked.entrants:
            if name in HOUSE:
                continue
            if name not in files:
                said = t("{name} has not handed in a player", name=repr(name[:40]))
                raise BadField("entrants", said)
            if why := self._file(files[name]).why_not(rules):
                raise BadField("entrants", t("{name} cannot take part: {why}", name=name, why=why))
        row = tournament_row(structs.replace(asked, entrants=[]))
        return replace(row, entrants=list(dict.fromkeys(asked.entrants)))

    def _file(self, row: VersionRow) -> HandedIn:
        name = self.members[row.member].name
        return HandedIn(name, row.version, row.text, row.cells, row.engine)

    async def _after(self, game: HostedGame, played: Played) -> None:
        """Keep what only its owner and teachers see of a game: notes, and the report of a fault."""
        numbers = {one.name: one.number for one in self.members.values()}
        seats = zip(game.names, game.versions, game.notes, strict=True)
        notes = {
            numbers[name]: notes for name, version, notes in seats if version is not None and notes
        }
        if notes:
            await self.store.keep_notes(self.row.id, game.id, notes)
        if played.loser is None or (version := game.versions[played.loser]) is None:
            return
        number, report = numbers[game.names[played.loser]], played.report[:MAX_FAULT]
        newest = self.newest[number]
        if newest.version == version:
            self.newest[number] = replace(newest, fault=report)
        await self.store.note_fault(self.row.id, number, version, report)

    # What they see.

    async def shape(self, me: MemberRow) -> shapes.Class:
        here = self._presence.at(self._place)
        rows, _ = await self.runner.store.newest(MAX_TOURNAMENTS)
        mine = await self.store.versions(self.row.id, me.number)
        current = self.runner.current
        return shapes.Class(
            id=self.row.id,
            name=self.row.name,
            number=me.number,
            teacher=me.teacher,
            join=self.row.join if me.teacher else None,
            refusal=self.refusal,
            members=tuple(
                shapes.ClassMember(
                    one.number,
                    one.name,
                    one.teacher,
                    one.joined,
                    one.owner_id in here,
                    self._newest(one, whole=me.teacher or one.number == me.number),
                )
                for one in self.members.values()
            ),
            opponents=tuple(HOUSE),
            versions=tuple(map(self._handed_in, mine)),
            ladder=self.runner.ladder.id,
            tournament=None if current is None else current.id,
            tournaments=tuple(map(tournament_line, rows)),
        )

    def _newest(self, member: MemberRow, whole: bool) -> shapes.HandedIn | None:
        row = self.newest.get(member.number)
        if row is None:
            return None
        return self._handed_in(row if whole else replace(row, fault=None))

    def _handed_in(self, row: VersionRow) -> shapes.HandedIn:
        why = self._file(row).why_not(self.runner.event.rules)
        return shapes.HandedIn(row.version, row.bytes, row.at, row.fault or "", why)

    async def follow(self, caller: Caller) -> AsyncIterator[Event]:
        """Yield an event whenever something has changed; who reads them is here."""
        pause = QUICK if self.member(caller).teacher else PAUSE
        with self._presence.staying(caller.identity, self._place):
            self.players.changes.notify()
            try:
                async for event in self.spectators.follow(pause=pause):
                    yield event
            finally:
                self.players.changes.notify()


def _is_broken(text: str) -> bool:
    """Whether a text has half of a letter, which no file can have."""
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def _changes(old: str, new: str) -> tuple[str, ...]:
    """What has changed, as ``diff -u`` writes it, without the names of files."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="")
    return tuple(lines)[2:]
