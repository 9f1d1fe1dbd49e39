"""What all tables of the database belong to."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Column, MetaData, Table
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

Kind: TypeAlias = TypeEngine[Any] | type[TypeEngine[Any]]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table(name: str, *parts: SchemaItem) -> Table:
    """A table of the database: its columns and indexes."""
    return Table(name, metadata, *parts)


def required(kind: Kind, *names: str) -> list[Column[Any]]:
    """Columns of one kind that are never null."""
    return [Column(name, kind, nullable=False) for name in names]
