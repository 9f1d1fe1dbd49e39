"""Where visitors began to keep things, a row for every account, and one for everybody together."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
fingerprint = "1bf29263d0450e25"


def upgrade() -> None:
    origin = sa.Column("origin", sa.String(24), nullable=False, server_default="")
    op.add_column("visitors", origin)
    counted = ["origin", "local", "games", "studies", "bytes"]
    op.create_index("ix_visitors_origin", "visitors", counted)
    op.execute("UPDATE visitors SET origin = address")
    connection = op.get_bind()
    for statement in _STATEMENTS:
        connection.execute(sa.text(statement), {"now": time.time()})


_STATEMENTS = (
    # From now on it is known when an account was here last.
    """
    INSERT INTO visitors (person, address, games, studies, bytes, local, seen, checked, origin)
    SELECT id, '', 0, 0, 0, false, :now, 0, '' FROM people
    WHERE id NOT IN (SELECT person FROM visitors)
    """,
    """
    INSERT INTO visitors (person, address, games, studies, bytes, local, seen, checked, origin)
    SELECT '*', '', coalesce(sum(games), 0), coalesce(sum(studies), 0), coalesce(sum(bytes), 0),
        false, :now, 0, '' FROM visitors WHERE person <> ''
    """,
)
