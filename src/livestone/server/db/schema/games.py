"""Games with their heartbeat; the lobby and chat; studies, reviews and what visitors keep."""

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
    false,
    text,
    true,
)

from livestone.server.db.schema.metadata import owner_id, required, table

# A game: what is played and how it stands. Times are seconds since 1970 (UTC). ``mover`` is null
# when nobody is to move; ``ended_by`` is the seat that resigned or ran out of time. ``version``
# rises with every change: a writer names the version it has seen, so that nothing is done twice
# or on top of something else. ``takeback`` is what a person asks the others to take back (``seat``,
# ``ply``, and the ``agreed`` seats), ``rematch`` the game that goes on after this one. ``control``
# is the text of a time control (:mod:`livestone.play.time_control`), ``clock`` how its
# clocks stood when the present turn began (:mod:`livestone.server.tables.clock`), ``since`` when
# the mover's time began to run, null while it stands still, and ``due`` when something will happen
# by itself: a flag
# falls, or a game that nobody begins is called off. ``offers`` is what else a person proposes (a
# draw, a pause). A game that is not ``rated`` counts for nothing; anyone may watch a
# ``public`` one, ``delay`` plies behind.
games = table(
    "games",
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
    *required(Integer, "ply", "version"),
    *required(Float(53), "created", "updated"),
    Column("takeback", JSON(none_as_null=True), nullable=True),
    Column("rematch", String(32), nullable=True),
    Column("control", String(32), nullable=False, server_default="none"),
    Column("clock", JSON(none_as_null=True), nullable=True),
    Column("since", Float(53), nullable=True),
    Column("due", Float(53), nullable=True, index=True),
    Column("offers", JSON(none_as_null=True), nullable=True),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("delay", Integer, nullable=False, server_default="0"),
    Index("ix_games_public", "public", "status", "updated"),
)

# Who sits where. ``owner_id`` is the hash of a guest's token, or the id of an account;
# null where the account is no more. Bots have a level instead. A seat to
# which a friend is invited is ``open`` until they take it; ``invitation`` is the hash of the secret
# in their link, and stays, so that the link can say that it was used. ``rating_before`` and
# ``rating_after`` are what a rated game has made of the player's rating.
seats = table(
    "seats",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    owner_id(nullable=True, index=True),
    Column("level", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("invitation", String(64), nullable=True, index=True, unique=True),
    Column("rating_before", Float(53), nullable=True),
    Column("rating_after", Float(53), nullable=True),
)

# The plies, from 1. The primary key makes it impossible to play one twice. ``thoughts`` is what a
# bot last reported about its move, ``left`` what its player's clock showed after it, in seconds,
# ``at`` the server's time when it was played.
plies = table(
    "plies",
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
plans = table(
    "plans",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("lines", JSON, nullable=False),
)

# The last sign of life of a server on this database, one row (``id`` 1): at what time of its own,
# and the offset of that from its machine's monotonic clock. What passes until the next start is
# nobody's time.
heartbeats = table(
    "heartbeats",
    Column("id", Integer, primary_key=True),
    *required(Float(53), "at", "offset"),
)

# Since when (one row, ``id`` 1) the machine's time is in doubt, so that nothing is deleted by it:
# see :mod:`livestone.server.db.deletion_guard`.
clock_doubts = table(
    "clock_doubts",
    Column("id", Integer, primary_key=True),
    *required(Float(53), "since"),
)

_UNRATED = text("rated IS NULL")
# Games that have ended; ``rated`` is null until the ratings know of it.
endings = table(
    "endings",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("rated", Float(53), nullable=True),
    Index("ix_endings_at", "at", sqlite_where=_UNRATED, postgresql_where=_UNRATED),
)


# What a person would like to play, and with whom: see :mod:`livestone.server.lobby.challenges`.
# ``kind`` is ``open``, or ``quick`` for who wants to be paired. ``seats`` has ``me``, ``anyone`` or
# ``bot:LEVEL``, ``shuffled`` says that seats are random; ``target`` is the person that it is
# for. Once it is ``taken``, ``game_id`` is the game. ``version`` rises with every change. ``note``
# is what a person said who declined it.
challenges = table(
    "challenges",
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("control", String(32), nullable=False),
    Column("seats", JSON, nullable=False),
    *required(Boolean, "shuffled", "rated"),
    Column("low", Integer, nullable=True),
    Column("high", Integer, nullable=True),
    Column("audience", String(8), nullable=False),
    Column("target", ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    Column("public", Boolean, nullable=False),
    Column("delay", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=True, index=True),
    Column("version", Integer, nullable=False),
    *required(Float(53), "created", "expires", "changed"),
    Column("note", String(200), nullable=False, server_default=""),
    Index("ix_challenges_status", "status", "changed"),
)

# Who is in a challenge, its maker at ``place`` 0. ``name`` is empty for a guest, whose ``rating``
# is null; ``keeper`` is whom a program belongs to. ``led`` says that they were shown to the game.
takers = table(
    "takers",
    Column("challenge_id", ForeignKey("challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    owner_id("owner", nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("program", Boolean, nullable=False),
    Column("keeper", String(64), nullable=False),
    Column("rating", Float(53), nullable=True),
    *required(Boolean, "certain", "accepts_bots", "led"),
)

# Who was where (a game's id, or "" for no table), and when last, as each process of the server
# tells the others; ``name`` is empty for a guest.
presence = table(
    "presence",
    owner_id("owner", primary_key=True),
    Column("place", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("program", Boolean, nullable=False),
    Column("seen", Float(53), nullable=False, index=True),
)

# What was said at a table, in the ``room`` of its players or of its onlookers. ``owner_id`` is as
# in ``seats``; it is kept for some days only.
messages = table(
    "messages",
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("room", String(16), nullable=False),
    owner_id(nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False, index=True),
    Index("ix_messages_game_id", "game_id", "id"),
)

# Whom a person does not want to read (``*``: nobody), in which game (``*``: in all of them).
mutes = table(
    "mutes",
    owner_id(primary_key=True),
    Column("game_id", String(32), primary_key=True, index=True),
    Column("muted", String(64), primary_key=True),
    Column("at", Float(53), nullable=False),
)


# What a person has written about a game, or lines of play that they made up: see
# :mod:`livestone.server.studies.tree`. ``id`` is 128 random bits, the secret in the link,
# ``owner_id`` as in ``seats``. ``visibility`` is ``private``, ``link`` or ``listed``; ``source`` is
# the game that it was made from, ``players`` are who played there; ``nodes`` counts the plies.
studies = table(
    "studies",
    Column("id", String(32), primary_key=True),
    owner_id("owner", nullable=False),
    Column("title", String(100), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("opening", String, nullable=True),
    Column("source", String(32), nullable=True),
    Column("players", JSON(none_as_null=True), nullable=True),
    Column("tree", JSON, nullable=False),
    *required(Integer, "nodes", "version"),
    *required(Float(53), "created", "updated"),
    Index("ix_studies_owner", "owner_id", "updated"),
)

# A game that a person plays on their device, for whom ``id`` was made there. ``head`` and ``plies``
# are its record (:mod:`livestone.records.record`), null once it is deleted: the row tells other
# devices. ``version`` rises with every change, ``ply`` counts the plies, ``coach`` says whether a
# coach was chosen, ``bytes`` what its owner is charged.
device_games = table(
    "device_games",
    owner_id("owner", primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("head", JSON(none_as_null=True), nullable=True),
    Column("plies", JSON(none_as_null=True), nullable=True),
    Column("ply", Integer, nullable=False),
    Column("coach", Boolean, nullable=True),
    *required(Float(53), "created", "updated"),
    Column("bytes", Integer, nullable=False),
)

# What the engine says of a finished game, once for everybody: how far it is (``done`` of
# ``total``), and at the end ``found``, the JSON of a :class:`livestone.play.review.Review`.
# ``updated`` is the last progress of the process that works on it.
reviews = table(
    "reviews",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("status", String(8), nullable=False),
    *required(Integer, "done", "total"),
    Column("found", JSON(none_as_null=True), nullable=True),
    *required(Float(53), "created", "updated"),
)

# Who keeps something here or has a seat: how many games and studies, and how many bytes with what
# was said, are charged to them (see :mod:`livestone.server.quotas.quotas`); ``owner_id`` is as in
# ``seats``.
# The row "" has what all guests keep together, "*" what everybody does. ``address`` is the hash of
# the one that a visitor came from last, ``origin`` that of the one where they began to keep
# something, ``seen`` when they were here last (0: their account is deleted), ``checked`` when it
# was last looked whether something of theirs has expired. Who has played at a table of their own
# machine is ``local``.
visitors = table(
    "visitors",
    owner_id(primary_key=True),
    Column("address", String(24), nullable=False),
    Column("games", Integer, nullable=False, default=0),
    Column("studies", Integer, nullable=False, default=0),
    Column("bytes", BigInteger, nullable=False, default=0),
    Column("local", Boolean, nullable=False),
    Column("seen", Float(53), nullable=False, index=True),
    Column("checked", Float(53), nullable=False, default=0),
    Column("origin", String(24), nullable=False, server_default=""),
    Index("ix_visitors_address", "address", "local", "games", "studies", "bytes"),
    Index("ix_visitors_origin", "origin", "local", "games", "studies", "bytes"),
)

# To whom each game and study (``kind``) is charged, and how many bytes.
holdings = table(
    "holdings",
    Column("id", String(32), primary_key=True),
    owner_id(nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("bytes", Integer, nullable=False),
)
