"""Studies and reviews, and what each visitor keeps."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from livestone.server.db.schema.metadata import metadata

# What a person has written about a game, or lines of play that they made up: see
# :mod:`livestone.server.studies.tree`. ``id`` is 128 random bits, the secret in the link, ``owner``
# a person as in ``seats``. ``visibility`` is ``private``, ``link`` or ``listed``; ``source`` is the
# game that it was made from, ``players`` are who played there; ``nodes`` counts the plies.
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("title", String(100), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("opening", String, nullable=True),
    Column("source", String(32), nullable=True),
    Column("players", JSON(none_as_null=True), nullable=True),
    Column("tree", JSON, nullable=False),
    Column("nodes", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Index("ix_studies_owner", "owner", "updated"),
)

# What the engine says of a finished game, once for everybody: how far it is (``done`` of
# ``total``), and at the end ``found``, the JSON of a :class:`livestone.play.review.Review`.
# ``updated`` is the last progress of the process that works on it.
reviews = Table(
    "reviews",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("status", String(8), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("found", JSON(none_as_null=True), nullable=True),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
)

# Who keeps something here or has a seat: how many games and studies, and how many bytes with what
# was said, are charged to them (see :mod:`livestone.server.db.quotas`); ``person`` is as in
# ``seats``.
# The row "" has what all guests keep together. ``address`` is the hash of the one that a guest came
# from last, ``seen`` when that was, ``checked`` when it was last looked whether something of theirs
# has expired. Who has played at a table of their own machine is ``local``.
visitors = Table(
    "visitors",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("address", String(24), nullable=False),
    Column("games", Integer, nullable=False),
    Column("studies", Integer, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("local", Boolean(create_constraint=False), nullable=False),
    Column("seen", Float(53), nullable=False),
    Column("checked", Float(53), nullable=False),
    Index("ix_visitors_address", "address", "local", "games", "studies", "bytes"),
    Index("ix_visitors_seen", "seen"),
)

# To whom each game and study (``kind``) is charged, and how many bytes.
holdings = Table(
    "holdings",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("bytes", Integer, nullable=False),
    Index("ix_holdings_person", "person"),
)
