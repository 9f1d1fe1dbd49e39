"""Onlookers some seconds behind: when each ply was played."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody is behind by seconds, and when plies were played is not known."""
    for table in ("games", "challenges"):
        seconds = sa.Column("delay_seconds", sa.Integer(), nullable=False, server_default="0")
        op.add_column(table, seconds)
    op.add_column("plies", sa.Column("at", sa.Float(53), nullable=True))
