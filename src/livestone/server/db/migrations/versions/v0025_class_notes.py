"""What the players of a class print and draw in their games."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
fingerprint = "d6e96bad9c74aeee"


def upgrade() -> None:
    op.create_table(
        "class_notes",
        sa.Column("game_id", sa.String(32), _key("game_id", "games"), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(32), _key("class_id", "classes"), nullable=False),
        sa.Column("notes", sa.JSON(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "member", name="pk_class_notes"),
    )
    op.create_index("ix_class_notes_class_id", "class_notes", ["class_id", "member", "at"])


def _key(column: str, table: str) -> sa.ForeignKey:
    name = f"fk_class_notes_{column}_{table}"
    return sa.ForeignKey(f"{table}.id", name=name, ondelete="CASCADE")
