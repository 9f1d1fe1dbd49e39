"""Statements that every move needs: made once, in each database's own words.

SQLAlchemy makes them, so that there is one text for both databases, but is not asked again: what it
does around a statement costs many times what the statement does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import JSON, Boolean, Table, bindparam, insert, literal_column, select, update
from sqlalchemy.dialects import sqlite

from livestone.server.db.schema.games import games, plans, plies

Reader = Callable[[Any], Any]
_encode = msgspec.json.Encoder().encode


def stored_json(value: Any) -> str:
    """A value of a JSON column as it is stored, by whichever way: in as few bytes as may be."""
    return _encode(value).decode()


class Statement:
    """One statement whose values are given by name each time; JSON goes in and out as Python."""

    def __init__(self, made: Any) -> None:
        self._made = made

    @cached_property
    def for_sqlite(self) -> str:
        """The text, with a ``:name`` for each value."""
        return str(self._made.compile(dialect=sqlite.dialect(paramstyle="named")))

    @cached_property
    def for_postgres(self) -> tuple[str, tuple[str, ...]]:
        """The text, with ``$1`` and so on, and the names of the values in this order."""
        from sqlalchemy.dialects.postgresql import asyncpg

        compiled = self._made.compile(dialect=asyncpg.dialect())  # type: ignore[no-untyped-call]
        return str(compiled), tuple(compiled.positiontup)

    def written(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        if not self._json:
            return values
        found = dict(values)
        for name in self._json:
            if found[name] is not None:
                found[name] = stored_json(found[name])
        return found

    def read(self, row: Sequence[Any]) -> tuple[Any, ...]:
        if not self._readers:
            return tuple(row)
        found = list(row)
        for at, reader in self._readers:
            if found[at] is not None:
                found[at] = reader(found[at])
        return tuple(found)

    @cached_property
    def _json(self) -> tuple[str, ...]:
        binds = self._made.compile(dialect=sqlite.dialect()).binds
        return tuple(name for name, bind in binds.items() if isinstance(bind.type, JSON))

    @cached_property
    def _readers(self) -> tuple[tuple[int, Reader], ...]:
        kinds = enumerate(column.type for column in self._made.exported_columns)
        readers = ((at, _reader(kind)) for at, kind in kinds)
        return tuple((at, reader) for at, reader in readers if reader is not None)


def _reader(kind: Any) -> Reader | None:
    return json.loads if isinstance(kind, JSON) else bool if isinstance(kind, Boolean) else None


def given(game: Mapping[str, Any], ply: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the statements below, of rows by column."""
    found: dict[str, Any] = {}
    for prefix, row in (("game_", game), ("ply_", ply)):
        for name, value in row.items():
            found[prefix + name] = value
    return found


def _binds(table: Table, prefix: str, but: Sequence[str]) -> dict[str, Any]:
    columns = [column for column in table.c if column.name not in but]
    return {one.name: bindparam(f"{prefix}{one.name}", type_=one.type) for one in columns}


# Change a game whose version was one less than it is now, and add a ply.
_id = bindparam("game_id", type_=games.c.id.type)
_known = (games.c.id == _id) & (games.c.version == bindparam("game_version") - literal_column("1"))
_changing = update(games).where(_known).values(_binds(games, "game_", ("id", "created")))
_ply = _binds(plies, "ply_", ("game_id",))
CHANGE_GAME = Statement(_changing)
ADD_PLY = Statement(insert(plies).values(_ply | {"game_id": _id}))
# What its next mover has decided ahead: after how many plies, and the lines.
_theirs = (plans.c.game_id == _id) & (
    plans.c.seat == bindparam("game_mover", type_=games.c.mover.type)
)
DECIDED = Statement(select(plans.c.ply, plans.c.lines).where(_theirs))
# All at once; adds and returns nothing where the version was another.
_changed = _changing.returning(games.c.id).cte("changed")
PLAY = Statement(
    insert(plies)
    .from_select(["game_id", *_ply], select(_changed.c.id, *_ply.values()))
    .returning(
        *(select(one).where(_theirs).scalar_subquery() for one in (plans.c.ply, plans.c.lines))
    )
)
