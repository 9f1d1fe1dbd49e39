"""Since when a machine's clock is in doubt."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
fingerprint = "ad5962ad7cb7f50c"


def upgrade() -> None:
    op.create_table(
        "clock_doubts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clock_doubts"),
    )
