"""House bots with accounts of their own, and a word to who is declined."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody from before is a house bot."""
    op.add_column("people", sa.Column("level", sa.Integer(), nullable=True))
    note = sa.Column("note", sa.String(200), nullable=False, server_default="")
    op.add_column("challenges", note)
