"""The tables of the database; ``migrations/`` brings any older database to this shape."""

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
    MetaData,
    String,
    Table,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# A game: what is played and how it stands. Times are seconds since 1970 (UTC). ``mover`` is null
# when nobody is to move; ``ended_by`` is the seat that resigned or ran out of time. ``version``
# rises with every change: who writes names the version he has seen, so that nothing is done twice
# or on top of something else. ``takeback`` is what somebody asks the others to take back (``seat``,
# ``ply``, and the ``agreed`` seats), ``rematch`` the game that goes on after this one. ``control``
# is the text of a time control (:mod:`livestone.server.timing`), ``clock`` how its clocks stood
# when the present turn began (:mod:`livestone.server.countdown`), ``since`` when the mover's time
# began to run, null while it stands still, and ``due`` when something will happen by itself: a flag
# falls, or a game that nobody begins is called off. ``offers`` is what else somebody proposes (a
# draw, a pause). A game that is not ``rated`` counts for nothing; whoever likes may watch a
# ``public`` one, ``delay`` plies and ``delay_seconds`` behind.
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
    Column("delay_seconds", Integer, nullable=False, server_default="0"),
    Index("ix_games_due", "due"),
    Index("ix_games_public", "public", "status", "updated"),
)

# Moves that somebody has decided on before it is his turn, known to nobody else: ``lines`` are what
# he answers to which replies, ``ply`` is how far the game was.
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
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("offset", Float(53), nullable=False),
)

# Who sits where. ``person`` is the hash of a guest's token, or the id of somebody with an account;
# null where his account is no more. Bots have a level instead. A seat to
# which somebody is invited is ``open`` until he takes it; ``invitation`` is the hash of the secret
# in his link, and stays, so that the link can say that it was used.
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

# A tournament: its kind, what is played how (``plan``), the options and clocks of coming rounds
# (``settings``), who has entered, in order, and whether it is ``running``, ``paused``, ``finished``
# or ``stopped``. The ladder that is always there is one as well.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("plan", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("entrants", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Index("ix_tournaments_created", "created"),
)

# Who meets whom in a round that has begun (``data``), and with which options and clock.
rounds = Table(
    "rounds",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("begun", Float(53), nullable=False),
)

# What a game of a tournament brought. The primary key makes it impossible to count one twice;
# ``game_id`` is null where nobody played, because somebody was absent. ``fault`` is what the
# ``loser`` (a seat) did, in words.
results = Table(
    "results",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("meeting", Integer, primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("players", JSON, nullable=False),
    Column("winners", JSON, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("loser", Integer, nullable=True),
    Column("reason", String(32), nullable=False),
    Column("fault", String, nullable=True),
    Column("game_id", ForeignKey("games.id"), nullable=True),
    Column("at", Float(53), nullable=False),
    Index("ix_results_game_id", "game_id", unique=True),
    Index("ix_results_at", "at"),
)

# The visitors (their tokens' hashes) who may run tournaments.
operators = Table(
    "operators",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("created", Float(53), nullable=False),
)

# Who has an account. A seat of his has ``id`` as its person. ``key`` is the name as it must be
# unique (see :mod:`livestone.server.people.names`), ``password`` an argon2 hash, null for a bot,
# whose ``owner`` made it. ``secret`` keys the invitations of his games. A house bot has its
# ``level``.
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

# Where somebody is logged in. ``token`` is the hash of the cookie, ``id`` names it in lists.
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

# Whom somebody wants nothing to do with.
blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("created", Float(53), nullable=False),
    Index("ix_blocks_blocked", "blocked"),
)

# When somebody was or is away, so that no correspondence time of his runs.
vacations = Table(
    "vacations",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("began", Float(53), primary_key=True),
    Column("ends", Float(53), nullable=False),
)

# Hashes of the keys of names whose owners are gone, so that nobody can pass for them.
retired_names = Table("retired_names", metadata, Column("key", String(64), primary_key=True))

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

# How strong somebody is at a game (Glicko-2), and what that comes from.
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

# What somebody would like to play, and with whom: see :mod:`livestone.server.meeting.challenge`.
# ``kind`` is ``open``, or ``quick`` for who wants to be paired. ``seats`` has ``me``, ``anyone`` or
# ``bot:LEVEL``, ``shuffled`` says that seats are random; ``target`` is the person that it is
# for. Once it is ``taken``, ``game_id`` is the game. ``version`` rises with every change. ``note``
# is what somebody said who declined it.
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
    Column("delay_seconds", Integer, nullable=False, server_default="0"),
    Index("ix_challenges_status", "status", "changed"),
    Index("ix_challenges_game_id", "game_id"),
)

# Who is in a challenge, its maker at ``place`` 0. ``name`` is empty for a guest, whose ``rating``
# is null; ``keeper`` is whom a program belongs to. ``led`` says that he was shown to the game.
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

# Whom somebody does not want to read (``*``: nobody), in which game (``*``: in all of them).
mutes = Table(
    "mutes",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("muted", String(64), primary_key=True),
    Column("at", Float(53), nullable=False),
    Index("ix_mutes_game_id", "game_id"),
)

# What somebody complains about, with the words as they were; ``done`` is null until a member of
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

# What somebody has written about a game, or lines of play that he has made up: see
# :mod:`livestone.server.study.tree`. ``id`` is 128 random bits, the secret in the link, ``owner``
# a person as in ``seats``. ``visibility`` is ``private``, ``link`` or ``listed``; ``source`` is the
# game that it was made from, ``players`` are who played there; ``nodes`` counts the plies.
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("title", String(100), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("opening", String, nullable=True),
    Column("source", String(32), nullable=True),
    Column("players", JSON(none_as_null=True), nullable=True),
    Column("tree", JSON, nullable=False),
    Column("nodes", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Index("ix_studies_owner", "owner", "updated"),
)

# What the engine says of a finished game, once for everybody: how far it is (``done`` of
# ``total``), and at the end ``found``, the JSON of a :class:`livestone.play.review.Review`.
# ``updated`` is the last sign of life of whoever works on it.
reviews = Table(
    "reviews",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("status", String(8), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("found", JSON(none_as_null=True), nullable=True),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
)

# Who keeps something here or has a seat: how many games and studies, and how many bytes with what
# was said, are charged to them (see :mod:`livestone.server.quotas`); ``person`` is as in ``seats``.
# The row "" has what all guests keep together. ``address`` is the hash of the one that a guest came
# from last, ``seen`` when that was, ``checked`` when it was last looked whether something of theirs
# has expired. Who has played at a table of their own machine is ``local``.
visitors = Table(
    "visitors",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("address", String(24), nullable=False),
    Column("games", Integer, nullable=False),
    Column("studies", Integer, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("local", Boolean(create_constraint=False), nullable=False),
    Column("seen", Float(53), nullable=False),
    Column("checked", Float(53), nullable=False),
    Index("ix_visitors_address", "address", "local", "games", "studies", "bytes"),
    Index("ix_visitors_seen", "seen"),
)

# To whom each game and study (``kind``) is charged, and how many bytes.
holdings = Table(
    "holdings",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("bytes", Integer, nullable=False),
    Index("ix_holdings_person", "person"),
)
