"""What each name looks like, so that no other is taken for it."""

import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
fingerprint = "181937735a30e24a"


def upgrade() -> None:
    look = sa.Column("skeleton", sa.String(64), nullable=False, server_default="")
    op.add_column("people", look)
    op.create_index("ix_people_skeleton", "people", ["skeleton"])
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    found = connection.execute(sa.select(people.c.id, people.c.name)).all()
    change = people.update().where(people.c.id == sa.bindparam("person"))
    if found:
        values = [{"person": id, "skeleton": _skeleton(name)} for id, name in found]
        connection.execute(change.values(skeleton=sa.bindparam("skeleton")), values)


# As names are made of: letters of the Latin alphabet, digits, - and _.
_SPELT = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_DIGITS = str.maketrans("012345789", "olzeastbg")


def _skeleton(name: str) -> str:
    signs = unicodedata.normalize("NFKD", name.casefold().translate(_SPELT))
    plain = "".join(sign for sign in signs if sign.isalnum())
    number = re.search("(?<=[a-z])[0-9]{2,}$", plain)
    stem = (plain[: number.start()] if number else plain).translate(_DIGITS)
    for one, other in (("vv", "w"), ("uu", "w"), ("rn", "m"), ("cl", "d"), ("i", "l")):
        stem = stem.replace(one, other)
    return stem + (number[0] if number else "")
