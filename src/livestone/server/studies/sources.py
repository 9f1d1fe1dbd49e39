"""What a study may be made from: a game played here, a record, a study's file, or no moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import BadRecord, BadRequest, Conflict, LivestoneError
from livestone.games import load
from livestone.languages.words import t
from livestone.records.characters import (
    check_line,
)
from livestone.records.record import (
    MAX_CHARS,
    Participant,
    Record,
)
from livestone.records.samples import sample_of
from livestone.server.db.owners import OwnerId
from livestone.server.studies import tree as trees
from livestone.server.studies.annotations import MAX_TITLE, title_of
from livestone.server.studies.study_reader import Reader
from livestone.server.studies.tree import Tree
from livestone.server.tables.commands import Tables
from livestone.server.tables.presenter import record_of
from livestone.server.tables.table import Table, check_within
from livestone.server.web.aside import aside

MANY = 300  # plies, for which it is worth to compile the rules
Text = Annotated[str, Meta(max_length=200)]


class NewStudy(Struct, forbid_unknown_fields=True):
    """A study to make, from one of four things.

    ``game`` with ``options`` and perhaps an ``opening`` (a position's text) begins without moves;
    ``table`` is the id of a game played here; ``record`` is the text of a record, or of a
    study's file; ``sample`` is a game whose sample is meant. ``ply`` is where to look first. With
    ``reuse`` a study of yours that was made of this table and has all of its moves is the answer.
    """

    game: Text | None = None
    options: dict[Text, str | int | bool] = {}
    opening: Annotated[str, Meta(max_length=10_000)] | None = None
    table: Text | None = None
    record: Annotated[str, Meta(max_length=MAX_CHARS)] | None = None
    sample: Text | None = None
    ply: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    title: Text | None = None
    visibility: Literal["private", "link", "listed"] = "link"
    reuse: bool = False


@dataclass(frozen=True)
class Draft:
    """A study before it is kept; ``at`` is the node to look at first."""

    game: Game
    title: str
    opening: str | None = None
    tree: Tree = field(default_factory=Tree)
    players: tuple[Participant, ...] = ()
    source: str | None = None
    at: int = trees.ROOT


async def draft_of(reader: Reader, tables: Tables, owner_id: OwnerId, data: NewStudy) -> Draft:
    """Return the study asked for. Raises BadRequest unless exactly one thing is given."""
    given = [name for name in ("game", "table", "record", "sample") if getattr(data, name)]
    if len(given) != 1:
        raise BadRequest("say what the study is made from: a game, a table, a record or a sample")
    if data.game:
        draft = empty(data.game, data.options, data.opening or None)
    elif data.table:
        draft = await of_table(reader, tables, data.table, owner_id)
    elif data.record:
        draft = await of_text(reader, owner_id, data.record)
    else:
        draft = await aside(lambda: of_record(sample_of(data.sample or "")))
    if data.ply is not None and not data.game:
        check_within(data.ply, len(draft.tree.nodes) - 1)
        draft = replace(draft, at=data.ply)
    return replace(draft, title=title_of(data.title)) if data.title else draft


def game_of(id: str, options: Mapping[str, Any]) -> Game:
    """Return a game that all studies share. Raises UnknownGame or BadOption."""
    return _game(id, tuple(sorted(options.items())))


@lru_cache(128)
def _game(id: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return load(id, **dict(options))


def start_of(game: Game, opening: str | None) -> State:
    """Return the state where a study begins. Raises BadPosition."""
    return State(game) if opening is None else State.read(game, opening)


def empty(game: str, options: Mapping[str, Any], opening: str | None = None) -> Draft:
    """Return a study without a move. Raises UnknownGame, BadOption or BadPosition."""
    made = load(game, **options)
    start_of(made, opening)
    return Draft(made, f"{made.title}: lines of my own", opening)


async def of_text(reader: Reader, owner_id: OwnerId, text: str) -> Draft:
    """Return the study of a record, or of a study's file. Raises BadRecord, TooMany or Busy."""
    if len(text) > MAX_CHARS:
        raise BadRecord(
            t("the file has {n} characters: no game needs over {most}", n=len(text), most=MAX_CHARS)
        )
    return await reader.do(owner_id, read_text, text.strip())


def read_text(text: str) -> Draft:
    """Return the study of a record, or of a study's file. Raises BadRecord."""
    if text.startswith("{") and f'"{trees.FORMAT}"' in text[:200]:
        return _of_file(text)
    return of_record(Record.read(text, trees.MAX_NODES))


def of_record(record: Record) -> Draft:
    """Return the study of a record. Raises BadRecord."""
    game = game_of(record.game, record.options)
    _be_quick(game, record.plies)
    return Draft(
        game,
        _title(game, [player.name for player in record.players]),
        record.opening,
        trees.of_record(record),
        record.players,
    )


def _check_format(data: Any) -> None:
    """Raises BadRecord unless this is a study as this program writes it."""
    if not isinstance(data, dict) or data.get("format") != trees.FORMAT:
        raise BadRecord(
            t("this is no study: its format is not {format}", format=repr(trees.FORMAT))
        )
    version, known = f"{data.get('version')!r:.20}", trees.VERSION
    if data.get("version") != known:
        raise BadRecord(
            t("version {version} is not known: it is {known}", version=version, known=known)
        )


def _of_file(text: str) -> Draft:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("this is no JSON, and so no study") from None
    _check_format(data)
    try:
        options = msgspec.convert(data.get("options", {}), dict[str, bool | int | str])
        opening = msgspec.convert(data.get("opening"), str | None)
        players = msgspec.convert(data.get("players", []), tuple[Participant, ...])
        game = load(data.get("game"), **options)
        for player in players:
            check_line(player.name)
        title = title_of(msgspec.convert(data.get("title", game.title), str))
        _be_quick(game, data.get("nodes"))
        state = start_of(game, opening)
    except (msgspec.ValidationError, LivestoneError) as error:
        raise BadRecord(str(error)) from None
    if players and len(players) != game.players:
        raise BadRecord(
            t(
                "{game} has {players} players, not {n}",
                game=game.title,
                players=game.players,
                n=len(players),
            )
        )
    return Draft(game, title, opening, trees.of_file(state, data.get("nodes")), players)


async def of_table(reader: Reader, tables: Tables, id: str, owner_id: OwnerId) -> Draft:
    """Return the study of a game played here, as far as a visitor may see it.

    Raises NotFound, NotAllowed, or Conflict for those who still play in it, and for a running game
    that hides something.
    """
    async with tables.looking_at(id, owner_id) as table:
        check_over(table, owner_id)
        if table.running and table.hides:
            raise Conflict("this game hides something until it is over: wait for its end")
        record = record_of(table, owner_id)
    draft = await reader.do(owner_id, of_record, record)
    return replace(draft, source=id)


def check_over(table: Table, owner_id: OwnerId) -> None:
    """Raises Conflict where a visitor still plays in a game."""
    if not table.over and owner_id in table.owners:
        raise Conflict("you play in this game: it can be studied when it is over")


def _be_quick(game: Game, plies: object) -> None:
    """Compile the rules where many plies are to be played."""
    if isinstance(plies, Sequence) and len(plies) > MANY:
        compile_rules(game)


def _title(game: Game, names: Sequence[str]) -> str:
    title = f"{game.title}: {' - '.join(names)}"
    return title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1]}…"
