"""Games: their rows, seats, plies, premoves and endings, and the server's heartbeat."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    false,
    text,
    true,
)

from livestone.server.db.schema.metadata import metadata

# A game: what is played and how it stands. Times are seconds since 1970 (UTC). ``mover`` is null
# when nobody is to move; ``ended_by`` is the seat that resigned or ran out of time. ``version``
# rises with every change: a writer names the version it has seen, so that nothing is done twice
# or on top of something else. ``takeback`` is what a person asks the others to take back (``seat``,
# ``ply``, and the ``agreed`` seats), ``rematch`` the game that goes on after this one. ``control``
# is the text of a time control (:mod:`livestone.server.tables.time_control`), ``clock`` how its
# clocks stood when the present turn began (:mod:`livestone.server.tables.clock`), ``since`` when
# the mover's time began to run, null while it stands still, and ``due`` when something will happen
# by itself: a flag
# falls, or a game that nobody begins is called off. ``offers`` is what else a person proposes (a
# draw, a pause). A game that is not ``rated`` counts for nothing; anyone may watch a
# ``public`` one, ``delay`` plies behind.
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("opening", String, nullable=True),
    Column("status", String(16), nullable=False),
    Column("winners", JSON(none_as_null=True), nullable=True),
    Column("scores", JSON(none_as_null=True), nullable=True),
    Column("reason", String(32), nullable=False),
    Column("ended_by", Integer, nullable=True),
    Column("mover", Integer, nullable=True),
    Column("ply", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Column("takeback", JSON(none_as_null=True), nullable=True),
    Column("rematch", String(32), nullable=True),
    Column("control", String(32), nullable=False, server_default="none"),
    Column("clock", JSON(none_as_null=True), nullable=True),
    Column("since", Float(53), nullable=True),
    Column("due", Float(53), nullable=True),
    Column("offers", JSON(none_as_null=True), nullable=True),
    Column("rated", Boolean(create_constraint=False), nullable=False, server_default=true()),
    Column("public", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("delay", Integer, nullable=False, server_default="0"),
    Index("ix_games_due", "due"),
    Index("ix_games_public", "public", "status", "updated"),
)

# Who sits where. ``person`` is the hash of a guest's token, or the id of a person with an account;
# null where the account is no more. Bots have a level instead. A seat to
# which a friend is invited is ``open`` until they take it; ``invitation`` is the hash of the secret
# in their link, and stays, so that the link can say that it was used.
seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(64), nullable=True),
    Column("level", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("invitation", String(64), nullable=True),
    Index("ix_seats_person", "person"),
    Index("ix_seats_invitation", "invitation", unique=True),
)

# The plies, from 1. The primary key makes it impossible to play one twice. ``thoughts`` is what a
# bot last reported about its move, ``left`` what its player's clock showed after it, in seconds,
# ``at`` the server's time when it was played.
plies = Table(
    "plies",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("move", String(64), nullable=False),
    Column("mover", Integer, nullable=False),
    Column("seconds", Float(53), nullable=True),
    Column("thoughts", JSON(none_as_null=True), nullable=True),
    Column("left", Float(53), nullable=True),
    Column("at", Float(53), nullable=True),
)

# Moves that a player has decided on before their turn, known to nobody else: ``lines`` are what
# they answer to which replies, ``ply`` is how far the game was.
plans = Table(
    "plans",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("lines", JSON, nullable=False),
)

# The last sign of life of a server on this database, one row (``id`` 1): at what time of its own,
# and the offset of that from its machine's monotonic clock. What passes until the next start is
# nobody's time.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("offset", Float(53), nullable=False),
)

# Games that have ended; ``rated`` is null until the ratings know of it.
endings = Table(
    "endings",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("rated", Float(53), nullable=True),
    Index(
        "ix_endings_at",
        "at",
        sqlite_where=text("rated IS NULL"),
        postgresql_where=text("rated IS NULL"),
    ),
)
