"""PostgreSQL: connections that notice when it has gone, transactions, setting up, refusals.

A server of several processes needs it. asyncpg speaks its binary protocol and takes connection
addresses as libpq does; nothing else imports it.
"""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import logging
import socket
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Self
from urllib.parse import urlsplit

from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, DisconnectionError, TimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from livestone.errors import BadRequest, LivestoneError, StorageError
from livestone.extras import needed_for
from livestone.server.db.schema.fingerprint import UnknownSchema
from livestone.server.db.statements import PLAY, Statement, given, stored_json

OLDEST = 120000  # the version number of PostgreSQL 12
CONNECTIONS = 4  # of each process to write, and as many to read
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
# Advisory locks: any numbers do that nobody else has.
WRITING, PREPARING, OWNING = 0x11FE5701, 0x11FE5702, 0x11FE5703
PASSING = ("57", "08", "53")  # classes of errors: it ends or starts, is cut off, is full
SORT = (
    "SELECT count(*) FROM (SELECT repeat(md5(i::text), 32) AS line FROM generate_series(1, 1024) i "
    "ORDER BY line) AS sorted"
)
GAMES = "livestone_games"  # where every change of a game is announced
GONE = "the database does not answer; what was accepted is safe: try again in a moment"

# Announces each change of a game when it is committed, by any process: the game, its version,
# whether a bot is to move, since when the turn runs, and where a ply was played and nothing else
# happened all that has changed (see ``store.gone_on``), so that nobody has to ask. A trigger costs
# no way to the server and back.
_ANNOUNCE = f"""
CREATE OR REPLACE FUNCTION livestone_announce() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    step json;
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.status = 'running' AND NEW.status = 'running'
        AND NEW.version = OLD.version + 1 AND NEW.ply = OLD.ply + 1
        AND OLD.takeback IS NULL AND NEW.takeback IS NULL
        AND OLD.offers IS NULL AND NEW.offers IS NULL
    THEN
        SELECT json_build_object(
            'ply', NEW.ply, 'mover', NEW.mover, 'updated', NEW.updated,
            'clock', NEW.clock, 'since', NEW.since, 'due', NEW.due,
            'played', row_to_json(plies)
        ) INTO step FROM plies WHERE game_id = NEW.id AND ply = NEW.ply AND thoughts IS NULL;
    END IF;
    PERFORM pg_notify('{GAMES}', concat_ws(' ', NEW.id, NEW.version, (
        NEW.status = 'running' AND EXISTS (
            SELECT FROM seats WHERE game_id = NEW.id AND seat = NEW.mover AND kind = 'bot'
        )
    )::int, COALESCE(NEW.since, 0), step));
    RETURN NULL;
END $$
"""
_TRIGGER = """
CREATE TRIGGER livestone_announce AFTER INSERT OR UPDATE OF version ON games
FOR EACH ROW EXECUTE FUNCTION livestone_announce()
"""

log = logging.getLogger("livestone")


def driver() -> Any:
    """Return asyncpg. Raises ExtraMissing where it is not installed."""
    with needed_for("PostgreSQL"):
        import asyncpg
    return asyncpg


def shown(url: str) -> str:
    """A database's address without its password.

    >>> shown("postgresql://ada:secret@db.example:5433/games?sslmode=require")
    'postgresql://ada@db.example:5433/games'
    """
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    user = user.partition(":")[0]
    return f"postgresql://{user}{'@' if user else ''}{host}{parts.path}"


class Away(StorageError):
    """The database does not answer now: waiting mends it."""


class Refused(ConnectionError):
    """What no waiting mends: a wrong password or name, an address that cannot be."""


async def trouble(url: str) -> str:
    """Why the database does not answer now, or "". Raises StorageError for what stays wrong."""
    try:
        connection = await dial(url)
    except Refused as error:
        raise _unusable(url, error) from error
    except ConnectionError as error:
        return _words(error)
    await connection.close(timeout=ANSWER_SECONDS)
    return ""


async def look(url: str) -> str:
    """What a start would find, in words. Raises StorageError for what no waiting mends."""
    from livestone.server.db import migrations

    if reason := await trouble(url):
        return f"{shown(url)} does not answer now ({reason}): a server waits for it"
    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            present = await connection.run_sync(migrations.version)
    except (DBAPIError, OSError, UnknownSchema) as error:
        raise _unusable(url, error.orig if isinstance(error, DBAPIError) else error) from error
    finally:
        await engine.dispose()
    if present is None:
        return f"{shown(url)}: no tables yet, the first start makes them"
    return f"{shown(url)}: {migrations.in_words(present)}"


async def dial(url: str, **options: Any) -> Any:
    """Return a connection of asyncpg's. Raises ConnectionError, in words; Refused is for good."""
    asyncpg = driver()
    try:
        return await asyncpg.connect(
            url,
            timeout=CONNECT_SECONDS,
            server_settings={"application_name": "livestone", "jit": "off"},
            **{"command_timeout": ANSWER_SECONDS, **options},
        )
    except builtins.TimeoutError as error:
        raise ConnectionError(f"no answer in {CONNECT_SECONDS:g} seconds") from error
    except OSError as error:
        kind = Refused if _is_for_good(error) else ConnectionError
        raise kind(error.strerror or str(error)) from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        passes = (getattr(error, "sqlstate", None) or "").startswith(PASSING)
        # The driver's own of one who is cut off at a bad moment; what is set up wrong has a class.
        cut_off = type(error) is asyncpg.InterfaceError
        raise (ConnectionError if passes or cut_off else Refused)(str(error)) from error


async def hang_up(connection: Any) -> None:
    """Close a connection, or cut it off where that takes long."""
    if connection is not None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1.0):
                await connection.close()
        connection.terminate()


def _is_for_good(error: OSError) -> bool:
    """Whether a connection that failed would fail again: of a name, a right, a certificate."""
    if isinstance(error, socket.gaierror):
        return error.errno != socket.EAI_AGAIN
    # The driver has no class for a server that speaks no TLS where TLS is asked for.
    wrong = isinstance(error, PermissionError | ssl.SSLCertVerificationError)
    return wrong or "rejected SSL" in str(error)


class Postgres:
    """A database of PostgreSQL's; its methods do as those of :class:`..database.Sqlite`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._writer = _engine(url)
        self._reader = _engine(url, isolation_level="REPEATABLE READ").execution_options(
            postgresql_readonly=True
        )
        self._pool = self._plain_pool()
        self.failures: tuple[type[Exception], ...] = (
            *(DBAPIError, TimeoutError, builtins.TimeoutError, OSError),
            *(driver().PostgresError, driver().InterfaceError),
            driver().exceptions.InternalClientError,  # of one who is cut off at a bad moment
        )

    @classmethod
    async def open(cls, url: str) -> Self:
        """Bring the database at a URL to the present shape, and open it. Raises StorageError.

        That is Away where the database does not answer now.
        """
        opened = cls(url)
        try:
            await opened._pool  # it has no connection yet
            try:
                await opened._prepare()
            except (DBAPIError, OSError) as error:
                reason = error.orig if isinstance(error, DBAPIError) else error
                state = getattr(reason, "sqlstate", None) or PASSING[0]
                for_good = isinstance(reason, Refused) or not state.startswith(PASSING)
                raise _unusable(url, reason, StorageError if for_good else Away) from error
        except BaseException:
            await opened.close()
            raise
        return opened

    @asynccontextmanager
    async def writing(self, alone: bool, urgent: bool) -> AsyncIterator[AsyncConnection]:
        async with self._writer.begin() as connection:
            if alone:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITING})")
            yield connection

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._reader.connect()

    async def ask(self, question: Statement, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of one statement that is a transaction by itself."""
        text, names = question.for_postgres
        written = question.written(values)
        async with self._pool.acquire(timeout=ANSWER_SECONDS) as connection:
            rows = await connection.fetch(text, *(written[name] for name in names))
        return [question.read(row) for row in rows]

    async def play(self, game: Mapping[str, Any], ply: Mapping[str, Any]) -> tuple[Any, ...] | None:
        return next(iter(await self.ask(PLAY, **given(game, ply))), None)

    def _plain_pool(self) -> Any:
        """Connections without SQLAlchemy's ways; they keep nothing between two statements."""

        async def connect(*_: Any, **options: Any) -> Any:
            return await dial(self.url, **options)

        async def reset(connection: Any) -> None:
            """Nothing is kept between two statements."""

        return driver().create_pool(
            min_size=0, max_size=CONNECTIONS, connect=connect, reset=reset, max_queries=2**31
        )

    async def clock_offset(self, connection: AsyncConnection) -> float | None:
        asked = time.monotonic()
        question = "SELECT extract(epoch FROM clock_timestamp())"
        there = float((await connection.exec_driver_sql(question)).scalar_one())
        return there - (asked + time.monotonic()) / 2

    async def check_room(self) -> None:
        """Do nothing: :meth:`try_writing` needs room."""

    def free_bytes(self) -> int | None:
        return None  # its disk is another machine's, perhaps

    async def try_writing(self, connection: AsyncConnection) -> None:
        # Sorts a megabyte in a file of its own, which is gone afterwards: what fits into the pages
        # and the log that there are would not show that the disk is full.
        await connection.exec_driver_sql("SET LOCAL work_mem = '64kB'")
        await connection.exec_driver_sql(SORT)
        await connection.exec_driver_sql("SELECT pg_logical_emit_message(true, 'livestone', '')")

    def refusal(self, doing: str, error: Exception) -> LivestoneError:
        if isinstance(error, DBAPIError):
            gone, reason = error.connection_invalidated, error.orig
        else:  # the driver's own: of data it is a ValueError, of the database it has a state
            gone = not isinstance(error, ValueError) and not hasattr(error, "sqlstate")
            reason = error
        if gone:
            log.warning("PostgreSQL: %s", _words(error))
            return Away(f"{doing}: {GONE}")
        state = getattr(reason, "sqlstate", None)
        if state is None or state.startswith("22"):  # of data, by the driver or the database
            return BadRequest(f"{doing}: what was sent cannot be kept ({_words(reason)})")
        if state.startswith(PASSING) or state == "25006":
            log.warning("PostgreSQL: %s", _words(reason))
            return Away(f"{doing}: {GONE}")
        return StorageError(f"{doing}: {_words(reason)}")

    async def close(self) -> None:
        self._pool.terminate()
        for engine in (self._writer, self._reader):
            await engine.dispose()

    async def _prepare(self) -> None:
        """Bring the schema up to date, in one transaction; who starts at the same time waits."""
        try:
            if await self._bring_up(self._writer, steps=False):
                return
            # Steps take as long as they take.
            engine = _engine(self.url, command_timeout=None)
            try:
                await self._bring_up(engine, steps=True)
            finally:
                await engine.dispose()
        except UnknownSchema as error:
            words = f"the database {shown(self.url)} cannot be used: {error}"
            raise UnknownSchema(words) from error

    async def _bring_up(self, engine: AsyncEngine, steps: bool) -> bool:
        """Make the schema, or with ``steps`` change it; whether it is the present one now."""
        async with engine.begin() as connection:
            ask = connection.exec_driver_sql
            version = int((await ask("SHOW server_version_num")).scalar_one())
            encoding = (await ask("SHOW server_encoding")).scalar_one()
            if version < OLDEST or encoding != "UTF8":
                raise StorageError(
                    f"the database {shown(self.url)} cannot be used: it is of PostgreSQL "
                    f"{version // 10000} in {encoding}; 12 or newer in UTF8 is needed"
                )
            await ask(f"SELECT pg_advisory_xact_lock({PREPARING})")
            if not await connection.run_sync(_migrate, steps, shown(self.url)):
                return False
            await ask(_ANNOUNCE)
            await ask("DROP TRIGGER IF EXISTS livestone_announce ON games")
            await ask(_TRIGGER)
        return True


def _migrate(connection: Connection, steps: bool, name: str) -> bool:
    """Make the schema, or with ``steps`` change it; whether it is the present one now."""
    from livestone.server.db import migrations

    present = migrations.version(connection)
    if present is None:
        migrations.create(connection)
        log.info("a new store is made: %s", name)
    elif present != migrations.newest():
        if not steps:
            return False
        log.info("%s is brought from schema %s to %s", name, present, migrations.newest())
        migrations.upgrade(connection, present)
    return True


def _engine(
    url: str, command_timeout: float | None = ANSWER_SECONDS, **options: Any
) -> AsyncEngine:
    async def creator() -> Any:
        return await dial(url, command_timeout=command_timeout)

    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=creator,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
        json_serializer=stored_json,
        **options,
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: Any, record: Any, proxy: Any) -> None:
        # The driver knows when the other end has closed: no question is needed to find out.
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return engine


def _unusable(url: str, error: object, kind: type[StorageError] = StorageError) -> StorageError:
    return kind(f"the database {shown(url)} cannot be used: {_words(error)}")


def _words(error: object) -> str:
    text = " ".join(str(error).split())
    return text.rpartition("'>: ")[2] or type(error).__name__
