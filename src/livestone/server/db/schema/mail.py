"""E-mail: proved addresses, links, the outbox, and read receipts."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from livestone.server.db.schema.metadata import metadata

# A proved address, and whether its owner gets mails about turns. It is valid as long as
# ``people.email`` is the same.
mailboxes = Table(
    "mailboxes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("proved", Float(53), nullable=False),
    Column("turns", Boolean(create_constraint=False), nullable=False),
)

# Hashes of the secrets in links: to ``prove`` an address, or to ``reset`` a password.
mail_links = Table(
    "mail_links",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("address", String(200), nullable=False),
    Column("expires", Float(53), nullable=False),
)

# Messages to be sent: ``turn`` about a game, ``prove``, or ``reset`` to the person with this
# ``name``. ``due`` is when it is tried next; it is deleted once sent. It has no secrets.
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

# Up to which ply a person who wants mails has seen a game, and whether one was sent since.
read_receipts = Table(
    "read_receipts",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("mailed", Boolean(create_constraint=False), nullable=False),
    Index("ix_read_receipts_game_id", "game_id"),
)
