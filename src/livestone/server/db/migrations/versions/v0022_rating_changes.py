"""How a game has changed the ratings of its players."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
fingerprint = "10e74c4ccdeaaa84"


def upgrade() -> None:
    for name in ("rating_before", "rating_after"):
        op.add_column("seats", sa.Column(name, sa.Float(53), nullable=True))
