"""E-mail: proved addresses, links, what is to be sent, who has looked at a game."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from livestone.server.db.schema.metadata import metadata

# An address that somebody has proved to be his, and whether he is written to when it is his turn.
# It holds as long as ``people.email`` says the same.
mailboxes = Table(
    "mailboxes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("proved", Float(53), nullable=False),
    Column("turns", Boolean(create_constraint=False), nullable=False),
)

# The hashes of secrets in links that were sent: to ``prove`` an address, or to set a ``reset``
# password.
mail_links = Table(
    "mail_links",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("address", String(200), nullable=False),
    Column("expires", Float(53), nullable=False),
)

# Letters that are to be sent: ``turn`` about a game, ``prove``, or ``reset`` to whoever has this
# ``name``. ``due`` is when it is tried next; it is gone when it was sent. No secret is kept here.
outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
    Column("name", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("due", Float(53), nullable=False),
    Column("tries", Integer, nullable=False),
    Index("ix_outbox_due", "due"),
    Index("ix_outbox_game_id", "game_id"),
)

# Up to which ply somebody who is written to has looked at a game, and whether he was written to
# since.
looks = Table(
    "looks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("mailed", Boolean(create_constraint=False), nullable=False),
    Index("ix_looks_game_id", "game_id"),
)
