"""Studies: who may see and change which, and every change with every refusal."""

from __future__ import annotations

import contextlib
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from litestar.di import NamedDependency

from livestone.api.studies import Mark, StudyLine, StudyPage, StudyView
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import (
    BadField,
    BadRequest,
    Conflict,
    LivestoneError,
    NotAllowed,
    NotFound,
    StorageError,
)
from livestone.languages.words import mark, t
from livestone.records.record import Participant, Record
from livestone.server.db.owners import OwnerId
from livestone.server.db.store import Outdated, Store
from livestone.server.studies.annotations import (
    MAX_MARKS,
    check_mark,
    comment_of,
    glyph_of,
    title_of,
)
from livestone.server.studies.sources import Draft, check_over, game_of, start_of
from livestone.server.studies.store import PAGE, StudyRow, StudyStore
from livestone.server.studies.study_reader import Reader
from livestone.server.studies.tree import FORMAT, ROOT, VERSION, Full, Tree
from livestone.server.tables.commands import TRIES, Tables
from livestone.server.tables.presenter import picture
from livestone.server.tables.registry import Stale
from livestone.server.web.aside import aside
from livestone.server.web.identity import Caller
from livestone.server.web.rate_limit import RateLimit, count_all

VISIBILITIES = ("private", "link", "listed")
MAX_LINE = 400  # plies added at once
MANY, MANY_FROM_ADDRESS, A_WHILE = 60, 300, 600.0
KEPT = 50  # studies in memory
MAX_STATES = 200  # positions in memory
MANY_PLIES = 3  # from which on they are replayed in a thread


@dataclass(frozen=True)
class Study:
    """A study as a visitor sees it (``mine``: may change it); ``author`` is empty for a guest."""

    row: StudyRow
    game: Game
    tree: Tree
    author: str = ""
    mine: bool = False

    @property
    def players(self) -> list[Participant]:
        if self.row.players:
            return msgspec.convert(self.row.players, list[Participant])
        return [Participant(seat.name) for seat in self.game.seats]

    def record(self, node: int | None = None) -> Record:
        """Return the main line, or the line through a node, as a record. Raises NotFound."""
        opening = start_of(self.game, self.row.opening)
        return self.tree.record(opening, self.players, node)

    def shown(self, node: int | None = None, position: dict[str, Any] | None = None) -> StudyView:
        row = self.row
        return StudyView(
            id=row.id,
            title=row.title,
            visibility=row.visibility,
            author=self.author or None,
            mine=self.mine,
            game=row.game,
            options=dict(self.game.option),
            opening=row.opening,
            players=row.players,
            version=row.version,
            created=row.created,
            updated=row.updated,
            nodes=tuple(self.tree),
            node=node,
            position=position,
        )

    def as_file(self) -> dict[str, Any]:
        """Return the JSON object of its file, which can be read in again."""
        row = self.row
        head = {"format": FORMAT, "version": VERSION, "title": row.title, "game": row.game}
        about = {"options": dict(self.game.option), "opening": row.opening}
        nodes = msgspec.to_builtins(list(self.tree))
        return {**head, **about, "players": row.players or [], "nodes": nodes}


class Studies:
    """Every study of one server. What is refused changes nothing."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = StudyStore(store)
        self.tables = tables
        self.reader = Reader()
        self._kept: OrderedDict[tuple[str, int], tuple[Game, Tree]] = OrderedDict()
        self._states: OrderedDict[tuple[str, int], State] = OrderedDict()  # by study and node
        self._made = RateLimit(MANY, A_WHILE)
        self._addresses = RateLimit(MANY_FROM_ADDRESS, A_WHILE)

    async def make(self, draft: Draft, caller: Caller, visibility: str = "link") -> Study:
        """Keep a new study, after :meth:`attempt`. Raises TooMany, BadField or BadRequest."""
        now, players = time.time(), msgspec.to_builtins(draft.players)
        row = StudyRow(
            id=secrets.token_urlsafe(16),
            owner_id=caller.owner_id,
            title=title_of(draft.title),
            visibility=_visibility(visibility, caller.person is not None),
            game=draft.game.id,
            options=dict(draft.game.option),
            opening=draft.opening,
            source=draft.source,
            players=list(players) or None,
            tree=draft.tree.as_json(),
            nodes=len(draft.tree.nodes) - 1,
            version=1,
            created=now,
            updated=now,
        )
        await self.store.add(row)
        return await self._study(row, caller)

    async def attempt(self, caller: Caller) -> None:
        """Count that a visitor makes a study, before a file is read. Raises TooMany."""
        count_all((self._made, caller.owner_id), (self._addresses, caller.address))
        await self.store.check_room(caller.owner_id)

    async def mine(self, caller: Caller, page: int = 1) -> StudyPage:
        owner_id = caller.owner_id
        lines, total = await self.store.of(owner_id, page), await self.store.count(owner_id)
        return StudyPage(tuple(lines), total, page, max(1, -(-total // PAGE)))

    async def listed(self, owner_id: OwnerId) -> Sequence[StudyLine]:
        return await self.store.of(owner_id, visibility="listed")

    async def files(self, caller: Caller) -> AsyncIterator[tuple[str, str]]:
        """Yield the name and the file of each of the caller's studies that they may read now."""
        page = 1
        while lines := await self.store.of(caller.owner_id, page):
            for line in lines:
                # One may be deleted meanwhile, or of a game that they play.
                with contextlib.suppress(LivestoneError):
                    study = await self.read(line.id, caller)
                    yield f"studies/{line.id}.json", await aside(_file_of, study)
            page += 1

    async def read(self, id: str, caller: Caller) -> Study:
        """Return a study. Raises NotFound, or Conflict for those who still play its game."""
        row = await self.store.read(id)
        if row is None or (row.visibility == "private" and row.owner_id != caller.owner_id):
            raise NotFound("there is no such study: perhaps a part of the link is missing")
        if row.source is not None:
            await self._check_source(row.source, caller)
        return await self._study(row, caller)

    async def _check_source(self, game: str, caller: Caller) -> None:
        try:
            async with self.tables.looking_at(game, caller.owner_id) as table:
                check_over(table, caller.owner_id)
        except Conflict:
            raise
        except (NotAllowed, NotFound):
            pass  # a private game of others, or one that is no more

    async def existing(self, draft: Draft, caller: Caller) -> tuple[Study, int] | None:
        """Return the caller's study that has all plies of the draft, and the node to look at."""
        if draft.source is None:
            return None
        row = await self.store.made_from(draft.source, caller.owner_id)
        if row is None:
            return None
        study, path = await self._study(row, caller), [ROOT]
        for wanted in draft.tree.onward():
            node = study.tree.child(path[-1], wanted.move)
            if node is None:
                return None
            path.append(node)
        return study, path[draft.at]

    async def at(self, study: Study, node: int) -> State:
        """Return a copy of the state at a node. Raises NotFound, or StorageError for bad moves.

        The plies that lead to a node never change, so neither does its state: the last used are
        kept, and others are replayed from the nearest.
        """
        id, line = study.row.id, study.tree.line(node)
        path = [ROOT, *(one.id for one in line)]
        known = [place for place, one in enumerate(path) if (id, one) in self._states]
        start = known[-1] if known else 0
        begin = self._states[id, path[start]].copy() if known else None
        work = study, begin, [one.move for one in line[start:]]
        slow = len(line) - start > MANY_PLIES
        state = await aside(_replayed, *work) if slow else _replayed(*work)
        self._states[id, node] = state
        self._states.move_to_end((id, node))
        while len(self._states) > MAX_STATES:
            self._states.popitem(last=False)
        return state.copy()

    async def play(
        self, id: str, caller: Caller, at: int, moves: Sequence[str]
    ) -> tuple[Study, int]:
        """Add moves after a node, return the last node. Raises as play does, Full or NotFound."""
        if not 1 <= len(moves) <= MAX_LINE:
            raise BadRequest(
                t("give 1 to {most} moves at a time, not {n}", most=MAX_LINE, n=len(moves))
            )
        tries = 0
        while True:
            study = await self.own(id, caller)
            state, tree, node = await self.at(study, at), study.tree, at
            for move in moves:
                tree, node = tree.play(state, node, move)
            try:
                return await self.keep(study, tree), node
            except Stale:
                tries += 1
                if tries == TRIES:
                    raise

    async def note(
        self,
        study: Study,
        at: int,
        comment: str | None = None,
        glyph: str | None = None,
        marks: Sequence[Mark] | None = None,
    ) -> Study:
        """Annotate a move; what is None stays. Raises BadField, Full, Conflict or NotFound."""
        changes: dict[str, Any] = {}
        if comment is not None:
            changes["comment"] = comment_of(comment)
        if glyph is not None:
            changes["glyph"] = glyph_of(glyph)
        if marks is not None:
            sites = study.game.board.site
            found = dict.fromkeys(check_mark(mark, sites) for mark in marks)
            changes["marks"] = _few(tuple(found))
        return await self.keep(study, study.tree.note(at, **changes))

    async def settle(self, study: Study, title: str | None, visibility: str | None) -> Study:
        """Change a study's title or visibility. Raises BadField or Conflict."""
        changes = {}
        if title is not None:
            changes["title"] = title_of(title)
        if visibility is not None:
            changes["visibility"] = _visibility(visibility, bool(study.author))
        return await self._change(study, study.tree, **changes)

    async def copy(self, id: str, caller: Caller) -> Study:
        """Copy a study to the caller's own. Raises TooMany."""
        study = await self.read(id, caller)
        players = tuple(study.players) if study.row.players else ()
        draft = Draft(
            study.game, study.row.title, study.row.opening, study.tree, players, study.row.source
        )
        await self.attempt(caller)
        return await self.make(draft, caller)

    async def delete(self, id: str, caller: Caller) -> None:
        await self.own(id, caller)
        await self.store.delete(id)

    async def own(self, id: str, caller: Caller, version: int | None = None) -> Study:
        """Return a study that the caller may change and has seen. Raises NotAllowed or Conflict."""
        study = await self.read(id, caller)
        if not study.mine:
            raise NotAllowed("this study belongs to another player: copy it to your own first")
        if version not in (None, study.row.version):
            raise _changed()
        return study

    async def keep(self, study: Study, tree: Tree) -> Study:
        """Keep the tree that a study is to have from now on. Raises Conflict."""
        return study if tree is study.tree else await self._change(study, tree)

    async def _change(self, study: Study, tree: Tree, **changes: Any) -> Study:
        nodes = len(tree.nodes) - 1
        if tree is not study.tree:
            changes |= {"tree": tree.as_json(), "nodes": nodes}
        try:
            row = await self.store.change(study.row, **changes)
        except Outdated:
            raise _changed() from None
        self._remember(row, study.game, tree)
        return replace(study, row=row, tree=tree)

    async def _study(self, row: StudyRow, caller: Caller) -> Study:
        known = self._kept.get((row.id, row.version))
        if known is None:
            known = game_of(row.game, row.options), await aside(Tree.of_json, row.tree)
            self._remember(row, *known)
        mine = row.owner_id == caller.owner_id
        if mine:
            author = caller.person.name if caller.person else ""
        else:
            author = await self.store.name(row.owner_id)
        return Study(row, *known, author, mine)

    def _remember(self, row: StudyRow, game: Game, tree: Tree) -> None:
        self._kept[row.id, row.version] = game, tree
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def position_of(state: State) -> dict[str, Any]:
    """Return a position as a board shows it, with its legal moves."""
    view = state.view()
    more = {"paths": dict(view.paths), "prompt": view.prompt, "ending": view.ending}
    shown = {"picture": picture(view, view.steps), "recent": view.turn_start}
    return {**view.as_json(), **more, **shown}


def _file_of(study: Study) -> str:
    return json.dumps(study.as_file(), ensure_ascii=False, indent=2) + "\n"


def _visibility(text: str, registered: bool) -> str:
    if text not in VISIBILITIES:
        known = ", ".join(VISIBILITIES)
        raise BadField(
            "visibility",
            t("{text} is no visibility: choose {known}", text=repr(text[:20]), known=known),
        )
    if text == "listed" and not registered:
        raise BadField("visibility", "a guest has no profile to list it on: register first")
    return text


def _few(marks: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(marks) > MAX_MARKS:
        raise Full(t("a position has at most {most} marks, not {n}", most=MAX_MARKS, n=len(marks)))
    return marks


def _changed() -> Stale:
    return Stale(
        mark("the study has changed meanwhile, perhaps in another window: look at it again")
    )


def _replayed(study: Study, begin: State | None, moves: Sequence[str]) -> State:
    """The state after moves, from another one or from the start. Raises StorageError."""
    try:
        state = begin or start_of(study.game, study.row.opening)
        for move in moves:
            state.play(move)
    except LivestoneError as error:
        raise StorageError(
            t("the study {study} cannot be replayed: {error}", study=study.row.id, error=error)
        ) from error
    return state


StudiesDep = NamedDependency[Studies]
