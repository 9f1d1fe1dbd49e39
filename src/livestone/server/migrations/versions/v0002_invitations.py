"""Invitations to a seat, takebacks by agreement, rematches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; games from before have none of it."""
    op.add_column("seats", sa.Column("invitation", sa.String(64), nullable=True))
    op.create_index("ix_seats_invitation", "seats", ["invitation"], unique=True)
    op.add_column("games", sa.Column("takeback", sa.JSON(), nullable=True))
    op.add_column("games", sa.Column("rematch", sa.String(32), nullable=True))
