"""The lobby and chat: challenges, who is present, messages."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from livestone.server.db.schema.metadata import metadata

# What a person would like to play, and with whom: see :mod:`livestone.server.lobby.challenges`.
# ``kind`` is ``open``, or ``quick`` for who wants to be paired. ``seats`` has ``me``, ``anyone`` or
# ``bot:LEVEL``, ``shuffled`` says that seats are random; ``target`` is the person that it is
# for. Once it is ``taken``, ``game_id`` is the game. ``version`` rises with every change. ``note``
# is what a person said who declined it.
challenges = Table(
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("control", String(32), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("shuffled", Boolean(create_constraint=False), nullable=False),
    Column("rated", Boolean(create_constraint=False), nullable=False),
    Column("low", Integer, nullable=True),
    Column("high", Integer, nullable=True),
    Column("audience", String(8), nullable=False),
    Column("target", ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    Column("public", Boolean(create_constraint=False), nullable=False),
    Column("delay", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
    Column("version", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("expires", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("note", String(200), nullable=False, server_default=""),
    Index("ix_challenges_status", "status", "changed"),
    Index("ix_challenges_game_id", "game_id"),
)

# Who is in a challenge, its maker at ``place`` 0. ``name`` is empty for a guest, whose ``rating``
# is null; ``keeper`` is whom a program belongs to. ``led`` says that they were shown to the game.
takers = Table(
    "takers",
    metadata,
    Column("challenge_id", ForeignKey("challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("program", Boolean(create_constraint=False), nullable=False),
    Column("keeper", String(64), nullable=False),
    Column("rating", Float(53), nullable=True),
    Column("certain", Boolean(create_constraint=False), nullable=False),
    Column("accepts_bots", Boolean(create_constraint=False), nullable=False),
    Column("led", Boolean(create_constraint=False), nullable=False),
    Index("ix_takers_owner", "owner"),
)

# Who was where (a game's id, or "" for no table), and when last, as each process of the server
# tells the others; ``name`` is empty for a guest.
presence = Table(
    "presence",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("place", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("program", Boolean(create_constraint=False), nullable=False),
    Column("seen", Float(53), nullable=False),
    Index("ix_presence_seen", "seen"),
)

# What was said at a table, in the ``room`` of its players or of its onlookers. ``person`` is as in
# ``seats``; it is kept for some days only.
messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("room", String(16), nullable=False),
    Column("person", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False),
    Index("ix_messages_game_id", "game_id", "id"),
    Index("ix_messages_at", "at"),
)

# Whom a person does not want to read (``*``: nobody), in which game (``*``: in all of them).
mutes = Table(
    "mutes",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("muted", String(64), primary_key=True),
    Column("at", Float(53), nullable=False),
    Index("ix_mutes_game_id", "game_id"),
)
