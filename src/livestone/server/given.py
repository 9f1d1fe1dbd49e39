"""What every route may ask for: ``tables``, the ``visitor``, and his token, the ``secret``."""

from __future__ import annotations

from litestar.di import NamedDependency

from livestone.server.table import Tables

GivenTables = NamedDependency[Tables]
GivenVisitor = NamedDependency[str]
GivenSecret = NamedDependency[str]
