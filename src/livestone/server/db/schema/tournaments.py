"""Tournaments: rounds, results and operators."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, String

from livestone.server.db.schema.metadata import owner_id, required, table

# A tournament: its kind, what is played how (``plan``), the options and clocks of coming rounds
# (``settings``), who has entered, in order, and whether it is ``running``, ``paused``, ``finished``
# or ``stopped``. The ladder that is always there is one as well. Those of a class have its id.
tournaments = table(
    "tournaments",
    Column("id", String(32), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("kind", String(16), nullable=False),
    *required(JSON, "plan", "settings", "entrants"),
    Column("status", String(16), nullable=False),
    Column("created", Float(53), nullable=False, index=True),
    Column("updated", Float(53), nullable=False),
    Column("class_id", String(32), nullable=True, index=True),
)

# Who meets whom in a round that has begun (``data``), and with which options and clock.
rounds = table(
    "rounds",
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    *required(JSON, "data", "settings"),
    Column("begun", Float(53), nullable=False),
)

# What a game of a tournament brought. The primary key makes it impossible to count one twice;
# ``game_id`` is null where nobody played, because a person was absent. ``fault`` is what the
# ``loser`` (a seat) did, in words. In a class ``versions`` are
# those of the players' files by seat.
results = table(
    "results",
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("meeting", Integer, primary_key=True),
    Column("game", Integer, primary_key=True),
    *required(JSON, "players", "winners", "scores"),
    Column("loser", Integer, nullable=True),
    Column("reason", String(32), nullable=False),
    Column("fault", String, nullable=True),
    Column("game_id", ForeignKey("games.id"), nullable=True, index=True, unique=True),
    Column("at", Float(53), nullable=False, index=True),
    Column("versions", JSON(none_as_null=True), nullable=True),
)

# The last fault of each player who logs in, by name, as their program told it. ``game`` is the id
# of the game that it was in, which may not have been kept.
player_faults = table(
    "player_faults",
    Column("player", String(40), primary_key=True),
    Column("at", Float(53), nullable=False, index=True),
    Column("text", String, nullable=False),
    Column("game", String(32), nullable=True),
)

# The visitors (their tokens' hashes) who may run tournaments.
operators = table(
    "operators",
    owner_id(primary_key=True),
    Column("created", Float(53), nullable=False),
)
