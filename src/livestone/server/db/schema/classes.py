"""Classes: who is in them, and the players that they have handed in."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, String

from livestone.server.db.schema.metadata import owner_id, required, table

# A class. Who types ``join`` becomes a student of an open one; null: only who has a code.
classes = table(
    "classes",
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False, index=True, unique=True),
    Column("join", String(8), nullable=True, index=True, unique=True),
    Column("created", Float(53), nullable=False),
)

# The students and teachers of a class. ``code`` is the hash of the one that lets in once, null when
# it was used; ``owner_id`` who has used it, null before.
class_members = table(
    "class_members",
    Column("class_id", ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("teacher", Boolean, nullable=False),
    owner_id(nullable=True, index=True),
    Column("code", String(64), nullable=True, index=True),
    Column("joined", Float(53), nullable=True),
)

# What a student has handed in, each a file of a player. ``fault`` is the report of the last game
# that it lost by one; ``cells`` says that it plays Freedom only, ``engine`` that it imports that,
# null where nobody knows.
class_versions = table(
    "class_versions",
    Column("class_id", ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    *required(String, "text"),
    Column("bytes", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("fault", String, nullable=True),
    Column("cells", Boolean, nullable=True),
    Column("engine", Boolean, nullable=True),
)

# What the player of a member printed, logged and drew in a game: texts by ply. Only its owner and
# teachers see it.
class_notes = table(
    "class_notes",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("class_id", ForeignKey("classes.id", ondelete="CASCADE"), nullable=False),
    Column("notes", JSON, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Index("ix_class_notes_class_id", "class_id", "member", "at"),
)
