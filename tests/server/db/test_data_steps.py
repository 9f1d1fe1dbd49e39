"""What steps write into the rows of older stores."""

from __future__ import annotations

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine, text
from sqlalchemy.pool import StaticPool

from livestone.names import skeleton
from livestone.server.db.migrations import steps

NAMES = ("Willow", "uu1llow", "Zoë_77", "Łukasz", "Straße", "ÆØÅ-9", "Clärn", "House-10", "Đ0rn")


def test_every_name_gets_its_skeleton() -> None:
    step = steps().get_revision("0018")
    assert step is not None
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE people (id TEXT, name TEXT)"))
        for name in NAMES:
            values = {"id": f"@{name}", "name": name}
            connection.execute(text("INSERT INTO people VALUES (:id, :name)"), values)
        with Operations.context(MigrationContext.configure(connection)):
            step.module.upgrade()
        found = connection.execute(text("SELECT name, skeleton FROM people")).all()
    engine.dispose()
    assert dict(map(tuple, found)) == {name: skeleton(name) for name in NAMES}
