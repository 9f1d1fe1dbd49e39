"""What all tables of the database belong to."""

from __future__ import annotations

from sqlalchemy import MetaData, Table
from sqlalchemy.schema import SchemaItem

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
