"""Accounts, for players that log in on the line protocol."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("hashes", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("revoked", sa.Float(53), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_accounts"),
    )
