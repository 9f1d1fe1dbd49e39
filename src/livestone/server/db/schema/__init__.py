"""The tables of the database; ``migrations/`` brings any older database to this shape."""

from __future__ import annotations

from livestone.server.db.schema.accounts import (
    accounts,
    blocks,
    bot_leases,
    people,
    ratings,
    recovery_codes,
    retired_names,
    sessions,
    tokens,
    vacations,
)
from livestone.server.db.schema.games import endings, games, heartbeats, plans, plies, seats
from livestone.server.db.schema.lobby import challenges, messages, mutes, presence, takers
from livestone.server.db.schema.mail import mail_links, mailboxes, outbox, read_receipts
from livestone.server.db.schema.metadata import metadata
from livestone.server.db.schema.puzzles import attempts, puzzle_ratings, solvers
from livestone.server.db.schema.staff import announcements, audit, bans, reports, roles
from livestone.server.db.schema.studies import holdings, reviews, studies, visitors
from livestone.server.db.schema.tournaments import operators, results, rounds, tournaments

__all__ = [
    "accounts",
    "announcements",
    "attempts",
    "audit",
    "bans",
    "blocks",
    "bot_leases",
    "challenges",
    "endings",
    "games",
    "heartbeats",
    "holdings",
    "mail_links",
    "mailboxes",
    "messages",
    "metadata",
    "mutes",
    "operators",
    "outbox",
    "people",
    "plans",
    "plies",
    "presence",
    "puzzle_ratings",
    "ratings",
    "read_receipts",
    "recovery_codes",
    "reports",
    "results",
    "retired_names",
    "reviews",
    "roles",
    "rounds",
    "seats",
    "sessions",
    "solvers",
    "studies",
    "takers",
    "tokens",
    "tournaments",
    "vacations",
    "visitors",
]
