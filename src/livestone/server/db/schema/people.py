"""People: accounts with sessions, tokens, ratings and bots; e-mail; puzzles tried; the staff."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, String

from livestone.server.db.schema.metadata import account_id, required, table

# People and bots with accounts. Their seats have ``id`` as ``owner_id``. ``key`` is the name as it
# must be unique (see :mod:`livestone.server.accounts.names`), ``password`` an argon2 hash, null for
# a bot, whose ``owner`` made it. ``secret`` keys the invitations of their games. A house bot has
# its ``level``. ``skeleton`` is what the name looks like (see :mod:`livestone.names`).
people = table(
    "people",
    Column("id", String(32), primary_key=True),
    Column("name", String(20), nullable=False),
    Column("key", String(64), nullable=False, index=True, unique=True),
    Column("kind", String(8), nullable=False),
    Column("owner", ForeignKey("people.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("password", String(200), nullable=True),
    Column("email", String(200), nullable=True),
    Column("accepts_bots", Boolean, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("level", Integer, nullable=True),
    Column("skeleton", String(64), nullable=False, server_default="", index=True),
)

# Sessions. ``token`` is the hash of the cookie, ``id`` names it in lists.
sessions = table(
    "sessions",
    Column("token", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    account_id(nullable=False, index=True),
    Column("device", String(80), nullable=False),
    *required(Float(53), "created", "seen"),
)

# What programs log in with, as hashes, and what each may do (``scopes``).
tokens = table(
    "tokens",
    Column("token", String(64), primary_key=True),
    Column("id", String(32), nullable=False),
    account_id(nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("scopes", JSON, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("seen", Float(53), nullable=True),
)

# The hashes of the recovery codes that have not been used.
recovery_codes = table(
    "recovery_codes",
    account_id(primary_key=True),
    Column("code", String(64), primary_key=True),
)

# Whom a person blocks.
blocks = table(
    "blocks",
    account_id(primary_key=True),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", Float(53), nullable=False),
)

# When a person is on vacation, so that their correspondence time is stopped.
vacations = table(
    "vacations",
    account_id(primary_key=True),
    Column("began", Float(53), primary_key=True),
    Column("ends", Float(53), nullable=False),
)

# Hashes of deleted accounts' names, which nobody can take again.
retired_names = table("retired_names", Column("key", String(64), primary_key=True))

# Ratings (Glicko-2) of people at games, with their results.
ratings = table(
    "ratings",
    account_id(primary_key=True),
    Column("game", String(64), primary_key=True),
    *required(Float(53), "value", "deviation", "volatility"),
    *required(Integer, "wins", "draws", "losses"),
)

# Who may log in on the line protocol. ``hashes`` are those of the token's file as it may lie on a
# disk: without the end of its line, and with either. On that protocol a hash is as good as the
# token, so a token is random and good for nothing else. ``revoked`` is null while it is good.
accounts = table(
    "accounts",
    Column("name", String(40), primary_key=True),
    Column("hashes", JSON, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("revoked", Float(53), nullable=True),
)

# Which program (its own name for itself) plays for an account, and until when no other may.
bot_leases = table(
    "bot_leases",
    account_id(primary_key=True),
    Column("holder", String(40), nullable=False),
    Column("until", Float(53), nullable=False),
)


# A proved address, and whether its owner gets mails about turns. It is valid as long as
# ``people.email`` is the same.
mailboxes = table(
    "mailboxes",
    account_id(primary_key=True),
    Column("address", String(200), nullable=False),
    Column("proved", Float(53), nullable=False),
    Column("turns", Boolean, nullable=False),
)

# Hashes of the secrets in links: to ``prove`` an address, or to ``reset`` a password.
mail_links = table(
    "mail_links",
    Column("secret", String(64), primary_key=True),
    account_id(nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("address", String(200), nullable=False),
    Column("expires", Float(53), nullable=False),
)

# Messages to be sent: ``turn`` about a game, ``prove``, or ``reset`` to the person with this
# ``name``. ``due`` is when it is tried next; it is deleted once sent. It has no secrets.
outbox = table(
    "outbox",
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    account_id(nullable=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("name", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("due", Float(53), nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)

# Up to which ply a person who wants mails has seen a game, and whether one was sent since.
read_receipts = table(
    "read_receipts",
    account_id(primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("ply", Integer, nullable=False),
    Column("mailed", Boolean, nullable=False),
)


# The first try of a person at a puzzle, the only one that is rated. ``puzzle`` is its key.
attempts = table(
    "attempts",
    account_id(primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("theme", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),
)

# How strong people are at puzzles (Glicko-2), and how many they have solved one after the other.
solvers = table(
    "solvers",
    account_id(primary_key=True),
    *required(Float(53), "value", "deviation", "volatility"),
    *required(Integer, "streak", "longest"),
)

# How hard puzzles have proved to be (Glicko-2).
puzzle_ratings = table(
    "puzzle_ratings",
    Column("puzzle", String(32), primary_key=True),
    *required(Float(53), "value", "deviation", "volatility"),
)


# What a person complains about, with the words as they were; ``done`` is null until a member of
# the staff has looked.
reports = table(
    "reports",
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    *required(String(64), "reporter", "reporter_name", "about", "about_name"),
    Column("game_id", String(32), nullable=True),
    *required(String(500), "words", "reason"),
    Column("done", Float(53), nullable=True),
    Column("done_by", String(64), nullable=True),
    Column("note", String(500), nullable=False),
    Index("ix_reports_done", "done", "at"),
)

# Who may do what on the staff's pages.
roles = table(
    "roles",
    account_id(primary_key=True),
    Column("role", String(16), nullable=False),
    Column("created", Float(53), nullable=False),
)

# Who may not log in, until when (null: for good), and why.
bans = table(
    "bans",
    account_id(primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("until", Float(53), nullable=True),
    Column("reason", String(500), nullable=False),
    Column("by", String(64), nullable=False),
)

# What every page says on top, until when (null: until it is taken down).
announcements = table(
    "announcements",
    Column("id", Integer, primary_key=True),
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False),
    Column("until", Float(53), nullable=True),
)

# What the staff did, and what concerns the safety of accounts.
audit = table(
    "audit",
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False, index=True),
    Column("actor", String(64), nullable=False),
    Column("act", String(32), nullable=False),
    Column("about", String(64), nullable=False),
    Column("detail", String(500), nullable=False),
    Column("address", String(64), nullable=False),
)
