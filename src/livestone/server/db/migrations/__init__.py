"""Bringing a database to the present schema, step by step, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from livestone.errors import StorageError


def upgrade(connection: Connection) -> None:
    """Bring a database up to date in its transaction. Raises StorageError for a newer one's."""
    steps = ScriptDirectory(Path(__file__).parent)
    known = {revision.revision for revision in steps.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in known:
        raise StorageError(
            f"the games were kept by a newer Livestone (database version {present!r}, this "
            f"program knows up to {steps.get_current_head()!r}): please update Livestone; a "
            "version that is a number is from before the first release, and cannot be read"
        )
    if present == steps.get_current_head():
        return
    environment = EnvironmentContext(Config(), steps)
    environment.configure(
        connection=connection,
        fn=lambda revision, context: steps._upgrade_revs("head", revision),
    )
    environment.run_migrations()
