"""What the files that are handed in to a class can play."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
fingerprint = "055b9c7cd95283cc"


def upgrade() -> None:
    for name in ("cells", "engine"):
        op.add_column("class_versions", sa.Column(name, sa.Boolean(), nullable=True))
