"""The last sign of life of a server has a new name."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
fingerprint = "f045f2b76a4a67b9"


def upgrade() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("offset", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeats"),
    )
    op.execute("INSERT INTO heartbeats SELECT * FROM pulse")
    op.drop_table("pulse")
