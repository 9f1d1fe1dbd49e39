"""Classes, their members and the players that they hand in."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
fingerprint = "90dcd232c5ec72f3"


def upgrade() -> None:
    op.create_table(
        "classes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("join", sa.String(8), nullable=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_classes"),
    )
    op.create_table(
        "class_members",
        _class("class_members"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("teacher", sa.Boolean(), nullable=False),
        sa.Column("person", sa.String(64), nullable=True),
        sa.Column("code", sa.String(64), nullable=True),
        sa.Column("joined", sa.Float(53), nullable=True),
        sa.PrimaryKeyConstraint("class_id", "number", name="pk_class_members"),
    )
    op.create_table(
        "class_versions",
        _class("class_versions"),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("fault", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("class_id", "member", "version", name="pk_class_versions"),
    )
    op.create_index("ix_classes_name", "classes", ["name"], unique=True)
    op.create_index("ix_classes_join", "classes", ["join"], unique=True)
    op.create_index("ix_class_members_person", "class_members", ["person"])
    op.create_index("ix_class_members_code", "class_members", ["code"])
    op.add_column("tournaments", sa.Column("class_id", sa.String(32), nullable=True))
    op.create_index("ix_tournaments_class_id", "tournaments", ["class_id"])
    op.add_column("results", sa.Column("versions", sa.JSON(none_as_null=True), nullable=True))


def _class(table: str) -> sa.Column[str]:
    key = sa.ForeignKey("classes.id", name=f"fk_{table}_class_id_classes", ondelete="CASCADE")
    return sa.Column("class_id", sa.String(32), key, nullable=False)
