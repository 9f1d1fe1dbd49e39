"""Read receipts and bots' leases have new names; spectators are behind by moves only."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
fingerprint = "cbf8d8622a5e07aa"

MAX_DELAY = 50  # plies; what a delay in seconds becomes, so that nobody sees more than was agreed


def upgrade() -> None:
    """Carry the rows over, and let a spectator who was seconds behind see no more than before."""
    op.create_table(
        "read_receipts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("mailed", sa.Boolean(), nullable=False),
        _owner("read_receipts", "person", "people"),
        _owner("read_receipts", "game_id", "games"),
        sa.PrimaryKeyConstraint("person", "game_id", name="pk_read_receipts"),
    )
    op.create_table(
        "bot_leases",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        _owner("bot_leases", "person", "people"),
        sa.PrimaryKeyConstraint("person", name="pk_bot_leases"),
    )
    for old, new in (("looks", "read_receipts"), ("duties", "bot_leases")):
        op.execute(f"INSERT INTO {new} SELECT * FROM {old}")
        op.drop_table(old)
    op.create_index("ix_read_receipts_game_id", "read_receipts", ["game_id"])
    for table in ("games", "challenges"):
        op.execute(f"UPDATE {table} SET delay = {MAX_DELAY} WHERE delay_seconds > 0")
        with op.batch_alter_table(table) as batch:
            batch.drop_column("delay_seconds")


def _owner(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{to}"
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")
