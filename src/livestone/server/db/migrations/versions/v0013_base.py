"""The schema of the first edition whose stores are carried over (24 November 2026).

No step leads here: a new database has the newest schema at once.
"""

revision = "0013"
down_revision = None
branch_labels = None
depends_on = None
fingerprint = "7e6a46acb2e03a69"


def upgrade() -> None:
    raise AssertionError("a database without tables is made, not brought up")
