"""Challenges and who is here; games that others may watch, and games that count for nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables; games from before are rated, and nobody else's business."""
    _games()
    _challenges()
    _takers()
    op.create_table(
        "presence",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("place", sa.String(32), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        _yes_or_no("program"),
        sa.Column("seen", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("owner", "place", "process", name="pk_presence"),
    )
    op.create_index("ix_presence_seen", "presence", ["seen"])


def _yes_or_no(name: str, default: sa.ColumnElement[bool] | None = None) -> sa.Column[bool]:
    kind = sa.Boolean(create_constraint=False)
    return sa.Column(name, kind, nullable=False, server_default=default)


def _owner(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{to}"
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def _games() -> None:
    op.add_column("games", _yes_or_no("rated", sa.true()))
    op.add_column("games", _yes_or_no("public", sa.false()))
    op.add_column("games", sa.Column("delay", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_games_public", "games", ["public", "status", "updated"])


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("control", sa.String(32), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        _yes_or_no("shuffled"),
        _yes_or_no("rated"),
        sa.Column("low", sa.Integer(), nullable=True),
        sa.Column("high", sa.Integer(), nullable=True),
        sa.Column("audience", sa.String(8), nullable=False),
        sa.Column("target", sa.String(32), nullable=True),
        _yes_or_no("public"),
        sa.Column("delay", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("expires", sa.Float(53), nullable=False),
        sa.Column("changed", sa.Float(53), nullable=False),
        _owner("challenges", "target", "people"),
        _owner("challenges", "game_id", "games"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_status", "challenges", ["status", "changed"])


def _takers() -> None:
    op.create_table(
        "takers",
        sa.Column("challenge_id", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        _yes_or_no("program"),
        sa.Column("keeper", sa.String(64), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=True),
        _yes_or_no("certain"),
        _yes_or_no("accepts_bots"),
        _yes_or_no("led"),
        _owner("takers", "challenge_id", "challenges"),
        sa.PrimaryKeyConstraint("challenge_id", "place", name="pk_takers"),
    )
    op.create_index("ix_takers_owner", "takers", ["owner"])
