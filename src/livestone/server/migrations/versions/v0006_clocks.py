"""Time controls and clocks, offers, moves decided ahead, vacations, and the server's pulse."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables; games from before have no clock."""
    none = sa.Column("control", sa.String(32), nullable=False, server_default="none")
    op.add_column("games", none)
    op.add_column("games", sa.Column("clock", sa.JSON(), nullable=True))
    op.add_column("games", sa.Column("since", sa.Float(53), nullable=True))
    op.add_column("games", sa.Column("due", sa.Float(53), nullable=True))
    op.add_column("games", sa.Column("offers", sa.JSON(), nullable=True))
    op.add_column("plies", sa.Column("left", sa.Float(53), nullable=True))
    op.create_index("ix_games_due", "games", ["due"])
    op.create_table(
        "plans",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        _owner("plans", "game_id", "games"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_plans"),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("offset", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("began", sa.Float(53), nullable=False),
        sa.Column("ends", sa.Float(53), nullable=False),
        _owner("vacations", "person", "people"),
        sa.PrimaryKeyConstraint("person", "began", name="pk_vacations"),
    )


def _owner(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{to}"
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")
