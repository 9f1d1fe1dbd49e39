"""Every table of the schema.

Nothing is released yet, so there is one step, which follows ``schema.py``. With the first release
it is written out, table by table, and changes become steps of their own.
"""

from alembic import op

from livestone.server.db.schema import metadata

revision = "initial"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)
