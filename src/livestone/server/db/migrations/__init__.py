"""Bringing a database to the present schema, step by step, with Alembic.

A new database is made from :mod:`livestone.server.db.schema` as it is. Steps are for databases of
earlier editions; each names the fingerprint of the schema to which it leads, so that a schema that
nobody knows is found before anything is done to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from livestone.server.db.schema.fingerprint import (
    VERSION_TABLE,
    UnknownSchema,
    described,
    differences,
    fingerprint,
    found,
)
from livestone.server.db.schema.metadata import metadata

# What every schema was called for some days; their fingerprints tell them apart.
INITIAL = "initial"
MAX_NAMED = 5  # differences in a message


@cache
def steps() -> ScriptDirectory:
    return ScriptDirectory(Path(__file__).parent)


def newest() -> str:
    """The name of the present schema."""
    head = steps().get_current_head()
    assert head is not None
    return head


def version(connection: Connection) -> str | None:
    """The step up to which a database was brought; None for one without a table.

    Raises UnknownSchema for a newer Livestone's, and where the tables are not those of that step.
    """
    there = found(connection)
    named = MigrationContext.configure(connection).get_current_revision()
    if named is None:
        if there:
            raise UnknownSchema("it has tables, but not those of Livestone")
        return None
    known: dict[str, str] = {
        each.revision: each.module.fingerprint for each in steps().walk_revisions()
    }
    actual, head = fingerprint(there), newest()
    if named == INITIAL:
        named = next((name for name, wanted in known.items() if wanted == actual), named)
    if named not in known and named != INITIAL:
        raise UnknownSchema(_foreign(named, head))
    if known.get(named) != actual:
        raise UnknownSchema(_altered(named, there if named in (head, INITIAL) else None))
    return named


def in_words(present: str) -> str:
    """What a start does with a schema."""
    same = present == newest()
    return f"schema {present}" + ("" if same else f", which a start brings to {newest()}")


def create(connection: Connection) -> None:
    """Make every table in a database that has none, in its transaction."""
    metadata.create_all(connection, checkfirst=False)
    MigrationContext.configure(connection).stamp(steps(), "head")


def upgrade(connection: Connection, present: str, target: str = "head") -> None:
    """Bring a database from the step ``present`` to another, in its transaction."""
    script = steps()
    named = text(f"UPDATE {VERSION_TABLE} SET version_num = :present")
    connection.execute(named, {"present": present})  # Alembic knows no other names
    environment = EnvironmentContext(Config(), script)
    environment.configure(
        connection=connection,
        fn=lambda revision, context: script._upgrade_revs(target, revision),
    )
    environment.run_migrations()
    wrong = differences(described(metadata), found(connection)) if target == "head" else []
    if wrong:
        raise UnknownSchema(f"the steps from {present!r} lead elsewhere: {'; '.join(wrong)}")


def _foreign(named: str, head: str) -> str:
    if named.isdigit() and named < min(each.revision for each in steps().walk_revisions()):
        return (
            f"it is of a trial edition ({named!r}), from before the first one whose games are "
            "carried over: start that of revision 6d4b272a on it once, then this one"
        )
    return (
        f"it was kept by a newer Livestone (schema {named!r}; this program knows up to {head!r}): "
        "please update Livestone"
    )


def _altered(named: str, there: Mapping[str, set[str]] | None) -> str:
    """Words for a schema that is not what it is called; compared where it should be ours."""
    wrong = [] if there is None else differences(described(metadata), there)
    if not wrong:
        wrong = ["its tables are not those of that schema"]
    more = f"; and {len(wrong) - MAX_NAMED} more" if len(wrong) > MAX_NAMED else ""
    return (
        f"it is called schema {named!r}, but {'; '.join(wrong[:MAX_NAMED])}{more}. Nothing was "
        "changed: put a copy back, or ask for help with these words"
    )
