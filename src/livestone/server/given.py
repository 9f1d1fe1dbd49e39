"""What every route may ask for by name: ``tables: GivenTables``, ``visitor: GivenVisitor``."""

from __future__ import annotations

from litestar.di import NamedDependency

from livestone.server.table import Tables

GivenTables = NamedDependency[Tables]
GivenVisitor = NamedDependency[str]
