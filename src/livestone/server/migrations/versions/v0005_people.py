"""People with accounts: their sessions, tokens, codes, blocks and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the eight tables."""
    _people()
    _logins()
    _others()
    _ratings()


def _owner(table: str, column: str, to: str = "people") -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{to}"
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(32), nullable=True),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("email", sa.String(200), nullable=True),
        sa.Column("accepts_bots", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        _owner("people", "owner"),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_index("ix_people_key", "people", ["key"], unique=True)
    op.create_index("ix_people_owner", "people", ["owner"])
    op.create_table(
        "retired_names",
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_retired_names"),
    )


def _logins() -> None:
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
        _owner("sessions", "person"),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tokens",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=True),
        _owner("tokens", "person"),
        sa.PrimaryKeyConstraint("token", name="pk_tokens"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])


def _others() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        _owner("recovery_codes", "person"),
        sa.PrimaryKeyConstraint("person", "code", name="pk_recovery_codes"),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        _owner("blocks", "person"),
        _owner("blocks", "blocked"),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])


def _ratings() -> None:
    op.create_table(
        "endings",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("rated", sa.Float(53), nullable=True),
        _owner("endings", "game_id", "games"),
        sa.PrimaryKeyConstraint("game_id", name="pk_endings"),
    )
    unrated = sa.text("rated IS NULL")
    op.create_index(
        "ix_endings_at", "endings", ["at"], sqlite_where=unrated, postgresql_where=unrated
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("value", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("volatility", sa.Float(53), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        _owner("ratings", "person"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_ratings"),
    )
