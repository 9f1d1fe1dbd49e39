"""PostgreSQL: connections that notice when it has gone, transactions, setting up, refusals.

A server of several processes needs it. asyncpg speaks its binary protocol and takes connection
addresses as libpq does; nothing else imports it.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Self
from urllib.parse import urlsplit

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from livestone.errors import BadRequest, LivestoneError, StorageError

OLDEST = 120000  # the version number of PostgreSQL 12
CONNECTIONS = 4  # of each process to write, and as many to read
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
# Advisory locks: any numbers do that nobody else has.
WRITING, PREPARING, OWNING = 0x11FE5701, 0x11FE5702, 0x11FE5703
GAMES = "livestone_games"  # where every change of a game is announced
GONE = "the database does not answer; what was accepted is safe: try again in a moment"

# Announces each change of a game when it is committed, whoever makes it: the game, its version,
# and whether a bot is to move. A trigger costs no way to the server and back.
_ANNOUNCE = f"""
CREATE OR REPLACE FUNCTION livestone_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('{GAMES}', NEW.id || ' ' || NEW.version || ' ' || (
        NEW.status = 'running' AND EXISTS (
            SELECT FROM seats WHERE game_id = NEW.id AND seat = NEW.mover AND kind = 'bot'
        )
    )::int);
    RETURN NULL;
END $$
"""
_TRIGGER = """
CREATE TRIGGER livestone_announce AFTER INSERT OR UPDATE OF version ON games
FOR EACH ROW EXECUTE FUNCTION livestone_announce()
"""

log = logging.getLogger("livestone")


def driver() -> Any:
    """Return asyncpg. Raises StorageError where it is not installed."""
    try:
        import asyncpg
    except ImportError:
        raise StorageError(
            "PostgreSQL needs a package that is not installed: pip install 'livestone[postgres]'"
        ) from None
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


async def dial(url: str, **options: Any) -> Any:
    """Return a connection of asyncpg's. Raises ConnectionError, in words."""
    asyncpg = driver()
    try:
        return await asyncpg.connect(
            url,
            timeout=CONNECT_SECONDS,
            command_timeout=ANSWER_SECONDS,
            server_settings={"application_name": "livestone", "jit": "off"},
            **options,
        )
    except TimeoutError as error:
        raise ConnectionError(f"no answer in {CONNECT_SECONDS:g} seconds") from error
    except OSError as error:
        raise ConnectionError(error.strerror or str(error)) from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConnectionError(str(error)) from error


class Postgres:
    """A database of PostgreSQL's; see :class:`livestone.server.database.Database`."""

    def __init__(self, url: str, size: int = CONNECTIONS) -> None:
        self.url = url
        self._writer = _engine(url, size)
        self._reader = _engine(url, size, isolation_level="REPEATABLE READ").execution_options(
            postgresql_readonly=True
        )
        self._glancer = _engine(url, size, isolation_level="AUTOCOMMIT")

    @classmethod
    async def open(cls, url: str) -> Self:
        """Bring the database at a URL to the present shape, and open it. Raises StorageError."""
        opened = cls(url)
        try:
            await opened._prepare()
        except (DBAPIError, OSError) as error:
            await opened.close()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise StorageError(
                f"the database {shown(url)} cannot be used: {_words(reason)}"
            ) from error
        except BaseException:
            await opened.close()
            raise
        return opened

    @asynccontextmanager
    async def writing(self, alone: bool) -> AsyncIterator[AsyncConnection]:
        """See :class:`livestone.server.database.Database`."""
        async with self._writer.begin() as connection:
            if alone:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITING})")
            yield connection

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """See :class:`livestone.server.database.Database`."""
        return self._reader.connect()

    def glancing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """See :class:`livestone.server.database.Database`."""
        return self._glancer.connect()

    async def try_writing(self, connection: AsyncConnection) -> None:
        """See :class:`livestone.server.database.Database`."""
        await connection.exec_driver_sql("SELECT pg_logical_emit_message(true, 'livestone', '')")

    def refusal(self, doing: str, error: Exception) -> LivestoneError:
        """See :class:`livestone.server.database.Database`."""
        if not isinstance(error, DBAPIError) or error.connection_invalidated:
            log.warning("PostgreSQL: %s", _words(error))
            return StorageError(f"{doing}: {GONE}")
        state = getattr(error.orig, "sqlstate", None)
        if state is None or state.startswith("22"):  # of data, by the driver or the database
            return BadRequest(f"{doing}: what was sent cannot be kept ({_words(error.orig)})")
        if state.startswith(("57", "08", "53")) or state == "25006":  # ends, starts, is full
            log.warning("PostgreSQL: %s", _words(error.orig))
            return StorageError(f"{doing}: {GONE}")
        return StorageError(f"{doing}: {_words(error.orig)}")

    async def close(self) -> None:
        """See :class:`livestone.server.database.Database`."""
        for engine in (self._writer, self._reader, self._glancer):
            await engine.dispose()

    async def _prepare(self) -> None:
        """Migrate, in one transaction; who starts at the same time waits."""
        from livestone.server.migrations import upgrade

        async with self._writer.begin() as connection:
            ask = connection.exec_driver_sql
            version = int((await ask("SHOW server_version_num")).scalar_one())
            encoding = (await ask("SHOW server_encoding")).scalar_one()
            if version < OLDEST or encoding != "UTF8":
                raise StorageError(
                    f"the database {shown(self.url)} cannot be used: it is of PostgreSQL "
                    f"{version // 10000} in {encoding}; 12 or newer in UTF8 is needed"
                )
            await ask(f"SELECT pg_advisory_xact_lock({PREPARING})")
            await connection.run_sync(upgrade)
            await ask(_ANNOUNCE)
            await ask("DROP TRIGGER IF EXISTS livestone_announce ON games")
            await ask(_TRIGGER)


def _engine(url: str, size: int, **options: Any) -> AsyncEngine:
    async def creator() -> Any:
        return await dial(url)

    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=creator,
        pool_size=size,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
        **options,
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: Any, record: Any, proxy: Any) -> None:
        # The driver knows when the other end has closed: no question is needed to find out.
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return engine


def _words(error: object) -> str:
    """A driver's error on one line, without its class."""
    text = " ".join(str(error).split())
    return text.rpartition("'>: ")[2] or type(error).__name__
