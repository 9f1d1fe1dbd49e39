"""What routes may ask for: ``tables``, the ``visitor``, his token (``secret``), the ``lobby``."""

from __future__ import annotations

from litestar.di import NamedDependency

from livestone.server.lobby import Lobby
from livestone.server.table import Tables

GivenTables = NamedDependency[Tables]
GivenVisitor = NamedDependency[str]
GivenSecret = NamedDependency[str]
GivenLobby = NamedDependency[Lobby]
