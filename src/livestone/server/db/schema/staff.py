"""Staff: reports, roles, bans, announcements and the audit log."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table

from livestone.server.db.schema.metadata import metadata

# What a person complains about, with the words as they were; ``done`` is null until a member of
# the staff has looked.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("reporter", String(64), nullable=False),
    Column("reporter_name", String(64), nullable=False),
    Column("about", String(64), nullable=False),
    Column("about_name", String(64), nullable=False),
    Column("game_id", String(32), nullable=True),
    Column("words", String(500), nullable=False),
    Column("reason", String(500), nullable=False),
    Column("done", Float(53), nullable=True),
    Column("done_by", String(64), nullable=True),
    Column("note", String(500), nullable=False),
    Index("ix_reports_done", "done", "at"),
)

# Who may do what on the staff's pages.
roles = Table(
    "roles",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("created", Float(53), nullable=False),
)

# Who may not log in, until when (null: for good), and why.
bans = Table(
    "bans",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("until", Float(53), nullable=True),
    Column("reason", String(500), nullable=False),
    Column("by", String(64), nullable=False),
)

# What every page says on top, until when (null: until it is taken down).
announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False),
    Column("until", Float(53), nullable=True),
)

# What the staff did, and what concerns the safety of accounts.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("actor", String(64), nullable=False),
    Column("act", String(32), nullable=False),
    Column("about", String(64), nullable=False),
    Column("detail", String(500), nullable=False),
    Column("address", String(64), nullable=False),
    Index("ix_audit_at", "at"),
)
