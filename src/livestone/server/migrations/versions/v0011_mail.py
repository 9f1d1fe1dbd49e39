"""E-mail: proved addresses, links that end, what is to be sent, and which games were looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def _of(column: str, table: str, *, of: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{of}_{column}_{table}"
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    """Make the four tables; nobody has proved his address yet."""
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("proved", sa.Float(53), nullable=False),
        sa.Column("turns", sa.Boolean(create_constraint=False), nullable=False),
        _of("person", "people", of="mailboxes"),
        sa.PrimaryKeyConstraint("person", name="pk_mailboxes"),
    )
    op.create_table(
        "mail_links",
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("expires", sa.Float(53), nullable=False),
        _of("person", "people", of="mail_links"),
        sa.PrimaryKeyConstraint("secret", name="pk_mail_links"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("game_id", sa.String(32), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("due", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        _of("person", "people", of="outbox"),
        _of("game_id", "games", of="outbox"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    op.create_index("ix_outbox_due", "outbox", ["due"])
    op.create_table(
        "looks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("mailed", sa.Boolean(create_constraint=False), nullable=False),
        _of("person", "people", of="looks"),
        _of("game_id", "games", of="looks"),
        sa.PrimaryKeyConstraint("person", "game_id", name="pk_looks"),
    )
