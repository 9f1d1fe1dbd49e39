"""What each visitor keeps, counted."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
fingerprint = "55a1f9d26a3d1bc2"


def upgrade() -> None:
    """Count what there is; it was promised to stay, so none of it expires."""
    for table in ("challenges", "looks", "mutes", "outbox"):
        op.create_index(f"ix_{table}_game_id", table, ["game_id"])
    op.create_table(
        "visitors",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("address", sa.String(24), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("studies", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("local", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
        sa.Column("checked", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_visitors"),
    )
    counted = ["address", "local", "games", "studies", "bytes"]
    op.create_index("ix_visitors_address", "visitors", counted)
    op.create_index("ix_visitors_seen", "visitors", ["seen"])
    op.create_table(
        "holdings",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_holdings"),
    )
    op.create_index("ix_holdings_person", "holdings", ["person"])
    connection = op.get_bind()
    for statement in _COUNTED:
        connection.execute(sa.text(statement), {"now": time.time()} if ":now" in statement else {})


_COUNTED = (
    # A game is charged to whoever sits first, in steps of 100 plies.
    """
    INSERT INTO holdings (id, person, kind, bytes)
    SELECT games.id, seats.person, 'game', 22000 + 20000 * (games.ply / 100)
    FROM games JOIN seats ON seats.game_id = games.id
    WHERE seats.person IS NOT NULL AND seats.seat = (
        SELECT min(other.seat) FROM seats AS other
        WHERE other.game_id = games.id AND other.person IS NOT NULL
    )
    """,
    """
    INSERT INTO holdings (id, person, kind, bytes)
    SELECT id, owner, 'study', 1000 + length(CAST(tree AS TEXT)) FROM studies
    """,
    """
    INSERT INTO visitors (person, address, games, studies, bytes, local, seen, checked)
    SELECT person, '', 0, 0, 0, true, :now, 0 FROM (
        SELECT person FROM seats WHERE person IS NOT NULL
        UNION SELECT person FROM holdings UNION SELECT person FROM messages UNION SELECT ''
    ) AS everybody
    """,
    """
    UPDATE visitors SET
        games = (SELECT count(*) FROM holdings
            WHERE holdings.person = visitors.person AND kind = 'game'),
        studies = (SELECT count(*) FROM holdings
            WHERE holdings.person = visitors.person AND kind = 'study'),
        bytes = (SELECT coalesce(sum(holdings.bytes), 0) FROM holdings
            WHERE holdings.person = visitors.person)
            + (SELECT coalesce(sum(300 + 4 * length(text)), 0) FROM messages
            WHERE messages.person = visitors.person)
    """,
)
