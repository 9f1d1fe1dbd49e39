"""Games that people play on their devices."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
fingerprint = "1b8560c79de7d3b7"


def upgrade() -> None:
    op.create_table(
        "device_games",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("plies", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("coach", sa.Boolean(), nullable=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("updated", sa.Float(53), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "id", name="pk_device_games"),
    )
