"""What a schema is, in words that are the same for SQLite, PostgreSQL and our own tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    inspect,
)
from sqlalchemy.types import TypeEngine

from livestone.errors import StorageError

VERSION_TABLE = "alembic_version"
# A kind stands before those that it is a kind of.
_KINDS = (BigInteger, Integer, Float, Boolean, JSON)

Parts = Mapping[str, Any]


class UnknownSchema(StorageError):
    """The tables are not those of any edition that this program knows."""

    code = "unknown-schema"


def described(metadata: MetaData) -> dict[str, set[str]]:
    """The properties of each table that the program has, by its name."""
    return {table.name: set(_table(table)) for table in metadata.sorted_tables}


def found(connection: Connection) -> dict[str, set[str]]:
    """The properties of each table of a database, by its name."""
    inspector = inspect(connection)
    keys = inspector.get_multi_pk_constraint()
    foreign, indexes = inspector.get_multi_foreign_keys(), inspector.get_multi_indexes()
    return {
        table[1]: set(_lines(columns, keys[table], foreign[table], indexes[table]))
        for table, columns in inspector.get_multi_columns().items()
        if table[1] != VERSION_TABLE
    }


def fingerprint(schema: Mapping[str, Iterable[str]]) -> str:
    """Sixteen letters and digits that stand for a schema."""
    lines = sorted(f"{table} {line}" for table, lines in schema.items() for line in lines)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def differences(wanted: Mapping[str, set[str]], there: Mapping[str, set[str]]) -> list[str]:
    """What a schema lacks and what it has too much, by name, in words."""
    named = [
        *(f"the table {name!r} is missing" for name in sorted(wanted.keys() - there.keys())),
        *(f"the table {name!r} is unknown" for name in sorted(there.keys() - wanted.keys())),
    ]
    for name in sorted(wanted.keys() & there.keys()):
        named += [f"{name!r} lacks: {one}" for one in sorted(wanted[name] - there[name])]
        named += [f"{name!r} has, unknown: {one}" for one in sorted(there[name] - wanted[name])]
    return named


def _names(part: PrimaryKeyConstraint | ForeignKeyConstraint | Index) -> list[str]:
    return [column.name for column in part.columns]


def _table(table: Table) -> Iterator[str]:
    key = {"name": table.primary_key.name, "constrained_columns": _names(table.primary_key)}
    columns = [
        {
            "name": one.name,
            "type": one.type,
            "nullable": one.nullable,
            "default": one.server_default,
        }
        for one in table.columns
    ]
    foreign = [
        {
            "name": one.name,
            "constrained_columns": _names(one),
            "referred_table": one.referred_table.name,
            "referred_columns": [element.column.name for element in one.elements],
            "options": {"ondelete": one.ondelete},
        }
        for one in table.foreign_key_constraints
    ]
    indexes = [
        {
            "name": one.name,
            "column_names": _names(one),
            "unique": one.unique,
            "dialect_options": {
                key: value
                for _, options in one.dialect_options.items()
                for key, value in options.items()
            },
        }
        for one in table.indexes
    ]
    return _lines(columns, key, foreign, indexes)


def _lines(
    columns: Iterable[Parts], key: Parts, foreign: Iterable[Parts], indexes: Iterable[Parts]
) -> Iterator[str]:
    keys = key["constrained_columns"]
    yield f"primary key {key['name']} ({', '.join(keys)})"
    for column in columns:
        # A database numbers rows by itself in ways of its own.
        default = column["default"] is not None and column["name"] not in keys
        words = (" or null" if column["nullable"] else "") + (" with a default" if default else "")
        yield f"column {column['name']} {_kind(column['type'])}{words}"
    for one in foreign:
        here, there = ", ".join(one["constrained_columns"]), ", ".join(one["referred_columns"])
        deleted = (one["options"].get("ondelete") or "no action").lower()
        table = one["referred_table"]
        yield f"foreign key {one['name']} ({here}) to {table} ({there}), on delete {deleted}"
    for one in indexes:
        unique = "unique " if one["unique"] else ""
        partial = any(
            key.endswith("where") and value is not None
            for key, value in one.get("dialect_options", {}).items()
        )
        some = ", of some rows" if partial else ""
        yield f"{unique}index {one['name']} ({', '.join(one['column_names'])}){some}"


def _kind(kind: TypeEngine[Any]) -> str:
    if isinstance(kind, String):
        return "text" if kind.length is None else f"text of {kind.length}"
    return next((one.__name__.lower() for one in _KINDS if isinstance(kind, one)), str(kind))
