"""Accounts: people, their sessions, tokens, ratings and bots."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from livestone.server.db.schema.metadata import metadata

# People and bots with accounts. Their seats have ``id`` as the person. ``key`` is the name as it
# must be unique (see :mod:`livestone.server.accounts.names`), ``password`` an argon2 hash, null for
# a bot, whose ``owner`` made it. ``secret`` keys the invitations of their games. A house bot has
# its ``level``.
people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(20), nullable=False),
    Column("key", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("owner", ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    Column("password", String(200), nullable=True),
    Column("email", String(200), nullable=True),
    Column("accepts_bots", Boolean(create_constraint=False), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("level", Integer, nullable=True),
    Index("ix_people_key", "key", unique=True),
    Index("ix_people_owner", "owner"),
)

# Sessions. ``token`` is the hash of the cookie, ``id`` names it in lists.
sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),
    Index("ix_sessions_person", "person"),
)

# What programs log in with, as hashes, and what each may do (``scopes``).
tokens = Table(
    "tokens",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(60), nullable=False),
    Column("scopes", JSON, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("seen", Float(53), nullable=True),
    Index("ix_tokens_person", "person"),
)

# The hashes of the recovery codes that have not been used.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(64), primary_key=True),
)

# Whom a person blocks.
blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("created", Float(53), nullable=False),
    Index("ix_blocks_blocked", "blocked"),
)

# When a person is on vacation, so that their correspondence time is stopped.
vacations = Table(
    "vacations",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("began", Float(53), primary_key=True),
    Column("ends", Float(53), nullable=False),
)

# Hashes of deleted accounts' names, which nobody can take again.
retired_names = Table("retired_names", metadata, Column("key", String(64), primary_key=True))

# Ratings (Glicko-2) of people at games, with their results.
ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
)

# Who may log in on the line protocol. ``hashes`` are those of the token's file as it may lie on a
# disk: without the end of its line, and with either. On that protocol a hash is as good as the
# token, so a token is random and good for nothing else. ``revoked`` is null while it is good.
accounts = Table(
    "accounts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("hashes", JSON, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("revoked", Float(53), nullable=True),
)

# Which program (its own name for itself) plays for an account, and until when no other may.
bot_leases = Table(
    "bot_leases",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("holder", String(40), nullable=False),
    Column("until", Float(53), nullable=False),
)
