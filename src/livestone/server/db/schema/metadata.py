"""What all tables of the database belong to."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Column, ForeignKey, MetaData, String, Table
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


def owner_id(name: str = "person", **options: Any) -> Column[Any]:
    """Whose it is: an :data:`~livestone.server.db.owners.OwnerId`, a guest's or an account's."""
    return Column(name, String(64), key="owner_id", **options)


def account_id(**options: Any) -> Column[Any]:
    """The owner of what only accounts have."""
    account = ForeignKey("people.id", ondelete="CASCADE")
    return Column("person", account, key="owner_id", **options)
