"""Talk at tables, complaints, the staff and what it does, and a log of what matters."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the seven tables."""
    _talk()
    _reports()
    _staff()
    _audit()


def _owner(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{to}"
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def _text(name: str, length: int, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=nullable)


def _time(name: str, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Float(53), nullable=nullable)


def _talk() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        _text("game_id", 32),
        _text("room", 16),
        _text("person", 64),
        _text("name", 64),
        _text("text", 500),
        _time("at"),
        _owner("messages", "game_id", "games"),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
    )
    op.create_index("ix_messages_game_id", "messages", ["game_id", "id"])
    op.create_index("ix_messages_at", "messages", ["at"])
    op.create_table(
        "mutes",
        _text("person", 64),
        _text("game_id", 32),
        _text("muted", 64),
        _time("at"),
        sa.PrimaryKeyConstraint("person", "game_id", "muted", name="pk_mutes"),
    )


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        _time("at"),
        _text("reporter", 64),
        _text("reporter_name", 64),
        _text("about", 64),
        _text("about_name", 64),
        _text("game_id", 32, nullable=True),
        _text("words", 500),
        _text("reason", 500),
        _time("done", nullable=True),
        _text("done_by", 64, nullable=True),
        _text("note", 500),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_done", "reports", ["done", "at"])


def _staff() -> None:
    op.create_table(
        "roles",
        _text("person", 32),
        _text("role", 16),
        _time("created"),
        _owner("roles", "person", "people"),
        sa.PrimaryKeyConstraint("person", name="pk_roles"),
    )
    op.create_table(
        "bans",
        _text("person", 32),
        _time("at"),
        _time("until", nullable=True),
        _text("reason", 500),
        _text("by", 64),
        _owner("bans", "person", "people"),
        sa.PrimaryKeyConstraint("person", name="pk_bans"),
    )


def _audit() -> None:
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer(), nullable=False),
        _text("text", 500),
        _time("at"),
        _time("until", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        _time("at"),
        _text("actor", 64),
        _text("act", 32),
        _text("about", 64),
        _text("detail", 500),
        _text("address", 64),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
