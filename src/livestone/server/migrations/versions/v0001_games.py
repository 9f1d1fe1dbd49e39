"""Games, their seats and their plies."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("opening", sa.String(), nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("winners", sa.JSON(), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=True),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("ended_by", sa.Integer(), nullable=True),
        sa.Column("mover", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("updated", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=True),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_seats_game_id_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "plies",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(64), nullable=False),
        sa.Column("mover", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=True),
        sa.Column("thoughts", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_plies_game_id_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_plies"),
    )
