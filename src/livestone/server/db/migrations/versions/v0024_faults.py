"""The last faults of players' programs."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
fingerprint = "2dbd608ff9041850"


def upgrade() -> None:
    op.create_table(
        "player_faults",
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("game", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("player", name="pk_player_faults"),
    )
    op.create_index("ix_player_faults_at", "player_faults", ["at"])
