"""Which of several programs plays for an account."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody is on duty."""
    op.create_table(
        "duties",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_duties_person_people", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", name="pk_duties"),
    )
