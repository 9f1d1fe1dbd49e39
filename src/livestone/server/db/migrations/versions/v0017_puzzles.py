"""First tries at puzzles, and how strong people and how hard puzzles are."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
fingerprint = "feeeb595579f8340"


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("theme", sa.String(40), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        _person("attempts"),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_attempts"),
    )
    op.create_table(
        "solvers",
        sa.Column("person", sa.String(32), nullable=False),
        *_rating(),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        _person("solvers"),
        sa.PrimaryKeyConstraint("person", name="pk_solvers"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(32), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )


def _rating() -> list[sa.Column[float]]:
    names = ("value", "deviation", "volatility")
    return [sa.Column(name, sa.Float(53), nullable=False) for name in names]


def _person(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_person_people"
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=name, ondelete="CASCADE")
