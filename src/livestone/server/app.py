"""The web application: routes over one table service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Server

from livestone import __version__
from livestone.errors import BadField, Busy, NotFound, StorageError
from livestone.server import routes
from livestone.server.accounts.service import People
from livestone.server.chat.service import Chat
from livestone.server.db.quotas import Expiry, Quotas
from livestone.server.engine.processes import Engine
from livestone.server.lobby.service import Lobby
from livestone.server.mail.service import Mail
from livestone.server.ops import health
from livestone.server.settings import Settings
from livestone.server.staff.service import Staff
from livestone.server.studies.analysis import Analysts
from livestone.server.studies.reviews import Reviews
from livestone.server.studies.service import Studies
from livestone.server.tables.commands import Tables
from livestone.server.tables.heartbeat import Heartbeat
from livestone.server.tables.server_time import ClockWatch, ServerTime
from livestone.server.tables.spectator_pages import Looks, Pages
from livestone.server.tables.store import GameStore
from livestone.server.tables.sweeper import Sweeper
from livestone.server.tournaments.settings import LineSettings
from livestone.server.tournaments.spectators import Doorway, Spectators
from livestone.server.web import identity
from livestone.server.web.error_pages import error_page
from livestone.server.web.errors import code_of, message_of, status_of
from livestone.server.web.guard import Guard, add_headers
from livestone.server.web.openapi import DescribedJson, DescribedYaml
from livestone.server.web.rate_limit import kept_by
from livestone.server.web.websocket import Sockets

if TYPE_CHECKING:
    from livestone.server.ops.metrics import Figures
    from livestone.server.tables.relay import Relay

MOST_BODY_BYTES = 64 * 1024
# The services that routes may ask for by these names.
SERVICES = (
    "tables",
    "people",
    "mail",
    "meeting",
    "staff",
    "analysts",
    "reviews",
    "studies",
    "talk",
    "presence",
)

log = logging.getLogger("livestone")


def create_app(settings: Settings, engine: Engine | None = None) -> Litestar:
    """Return the application; its lifespan opens the store and ends the bots.

    ``engine`` may have begun to warm up already.
    """
    guard = Guard(settings.hosts)
    return Litestar(
        route_handlers=[
            *routes.api,
            Router(
                "/",
                route_handlers=routes.pages,
                include_in_schema=False,
                before_request=identity.recognise,
            ),
        ],
        dependencies={
            **{name: Provide(_service(name), sync_to_thread=False) for name in SERVICES},
            "spectators": Provide(grandstand_of, sync_to_thread=False),
            "caller": Provide(identity.caller),
            "visitor": Provide(identity.visitor),
            "secret": Provide(identity.secret),
        },
        lifespan=[_running(settings, engine)],
        middleware=[guard],
        state=State({"hosts": guard.hosts}),
        before_send=[identity.add_cookies, add_headers],
        exception_handlers={Exception: answer_error},
        request_max_body_size=MOST_BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Livestone",
            version=__version__,
            path="/schema",
            servers=[Server(url=settings.web.base_path or "/")],
            render_plugins=[DescribedJson(path=["/", "/openapi.json"]), DescribedYaml()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )


def _service(name: str) -> Callable[[Request[Any, Any, Any]], Any]:
    """Return what provides routes with one of the application's services."""

    def service(request: Request[Any, Any, Any]) -> Any:
        return request.app.state[name]

    return service


def grandstand_of(request: Request[Any, Any, Any]) -> Spectators:
    """Return what the line server shows. Raises NotFound where there is none."""
    spectators: Spectators | None = request.app.state.spectators
    if spectators is None and request.app.state.lines:
        raise Busy("tournaments are at another process of this server: try again in a moment")
    if spectators is None:
        raise NotFound("no Freeplay here: it needs a server that 'livestone serve' has started")
    return spectators


def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an error: JSON for programs, a page for people."""
    status = status_of(error)
    if status == 500:
        # The route, not the path: that may have somebody's secret in it.
        route = request.scope.get("path_template") or "no route"
        log.error("%s %s failed: %r", request.method, route, error)
        log.debug("the traceback:", exc_info=error)
    elif isinstance(error, StorageError):
        log.error("%s", error)
    # Not request.url: that raises where the Host header, which is refused here, makes no sense.
    if request.scope["path"].startswith(("/api/", "/schema", "/metrics")):
        body = {"error": code_of(error), "message": message_of(error)}
        if isinstance(error, BadField):
            body["field"] = error.field
        return Response(body, status_code=status, media_type="application/json")
    page: Response[Any] = error_page(request, error)
    return page


def _running(settings: Settings, given: Engine | None) -> Any:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await GameStore.open(settings.data, settings.database)
        quotas = app.state.quotas = store.quotas = Quotas(settings.quotas)
        engine = given or Engine(settings.bots, beside=1, megabytes=settings.bot_megabytes)
        time = ServerTime()
        tables = Tables(store, engine, time)
        app.state.tables = tables
        notifications = _notifications(settings, tables, store)
        sweeper, pulse = Sweeper(tables, store, time), Heartbeat(store, time)
        tables.keep_time_by(pulse)
        app.state.store = store
        people = app.state.people = People(store, settings.people)
        tables.guests = settings.people.guests
        meeting = app.state.meeting = Lobby(store, tables, people)
        app.state.presence = meeting.presence
        mail = app.state.mail = Mail(store, people, tables, settings.mail)
        talk = app.state.talk = Chat(store, tables, settings.talk)
        staff = app.state.staff = Staff(store, people)
        studies = app.state.studies = Studies(store, tables)
        analysts = app.state.analysts = Analysts(studies, Engine(1, eager=False))
        reviews = app.state.reviews = Reviews(store, tables, Engine(1, eager=False))
        app.state.sockets = Sockets()
        app.state.onlookers, app.state.looks = Pages(), Looks(tables, talk)
        app.state.spectators = None
        app.state.lines = settings.lines is not None
        app.state.outside = settings.outside
        app.state.replay, app.state.start = settings.replay, settings.start
        app.state.web = settings.web
        app.state.health = health.Health(store, engine)
        app.state.leave = lambda: _leave(tables, meeting, analysts, reviews, app.state.spectators)
        if settings.web.figures:
            app.state.figures = _figures(app, store, tables, engine)

        @asynccontextmanager
        async def duties() -> AsyncIterator[None]:
            """What only one process of a database does, until the end of the block."""
            pulse.owner = True
            lines = nullcontext() if settings.lines is None else serve_lines(settings.lines, store)
            async with lines as spectators:
                app.state.spectators = spectators
                work = [sweeper.keep_time(), people.ratings.keep_up(), talk.keep_up()]
                if quotas.settings.days:
                    work.append(Expiry(store, quotas.settings.days).keep_up())
                if mail.post is not None:
                    work.append(mail.post.keep_up())
                if notifications is not None:
                    work.append(notifications.keep_bots_awake())
                async with _at_work(work):
                    try:
                        yield
                    finally:
                        app.state.spectators, pulse.owner = None, False

        try:
            if notifications is not None:
                notifications.share(
                    kept_by((people, meeting, talk, staff, studies, analysts, mail))
                )
                await notifications.start()
            await pulse.resume()
            await engine.warm_up(await store.last_game())
            work = [
                pulse.keep(),
                quotas.keep_up(store),
                meeting.keep_up(),
                staff.keep_up(),
                ClockWatch().watch(),
            ]
            if mail.on:
                work.append(mail.looks.keep_up())
            async with _at_work(work), _alone(settings.database, duties):
                yield
        finally:
            if notifications is not None:
                await notifications.close()
            await tables.close()
            studies.reader.close()
            await analysts.close()
            await reviews.close()
            await engine.close()
            await store.close()

    return _telling(lifespan)


@asynccontextmanager
async def _at_work(work: Sequence[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Have tasks run until the end of the block."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def _alone(
    database: str | None, duties: Callable[[], AbstractAsyncContextManager[None]]
) -> AsyncIterator[None]:
    """Do the duties of the one process: at once with SQLite, while the lock is held otherwise."""
    if database is None:
        async with duties():
            yield
        return
    from livestone.server.db.owner_lock import OwnerLock

    lock = OwnerLock(database, duties)
    async with _at_work([lock.keep()]):
        await lock.decided.wait()
        yield


def _telling(lifespan: Any) -> Any:
    """The same, noting for the server (``state.trouble``) what keeps it from starting."""

    @asynccontextmanager
    async def told(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(lifespan(app))
            except Exception as error:
                app.state.trouble = error
                raise
            yield

    return told


def _notifications(settings: Settings, tables: Tables, store: GameStore) -> Relay | None:
    """Join the tables to those of other processes, where there may be any."""
    if settings.database is None:
        return None
    from livestone.server.db.notifications import Notifications
    from livestone.server.tables.relay import Relay

    return Relay(tables, store, Notifications(settings.database))


def _figures(app: Litestar, store: GameStore, tables: Tables, engine: Engine) -> Figures:
    """Have figures counted from now on."""
    from livestone.server.ops.metrics import Figures

    figures = Figures(tables, engine, lambda: app.state.spectators)
    store.wrote, tables.queue.thought = figures.wrote, figures.thought
    return figures


def _leave(
    tables: Tables,
    meeting: Lobby,
    analysts: Analysts,
    reviews: Reviews,
    spectators: Spectators | None,
) -> None:
    """Let go of every browser that listens."""
    tables.leave()
    meeting.leave()
    analysts.leave()
    reviews.leave()
    if spectators is not None:
        spectators.leave()


@asynccontextmanager
async def serve_lines(settings: LineSettings, store: GameStore) -> AsyncIterator[Spectators]:
    """Let players in by the line protocol, and pair them, until the end of the block."""
    from livestone.server.accounts.player_tokens import Accounts
    from livestone.server.freeplay.listener import Listener
    from livestone.server.freeplay.registry import PlayerRegistry
    from livestone.server.tournaments.operators import Operators
    from livestone.server.tournaments.runner import TournamentRunner
    from livestone.server.tournaments.store import TournamentStore

    ports = settings.bind()
    hall = PlayerRegistry()
    tournaments = TournamentStore(store)
    runner = TournamentRunner(hall, tournaments)
    doorway = Doorway(ports.listener.getsockname()[1], settings.keys is not None)
    operators = Operators(tournaments, settings.operator)
    keys = Accounts(store, settings.keys)
    if settings.keys is not None:
        log.warning(
            "classroom: the public keys in %s are accepted. They are no secret: whoever can read "
            "one can play in its owner's name.",
            settings.keys,
        )
    await runner.start()
    try:
        if settings.terms is not None:
            await runner.set_terms(runner.ladder.id, settings.terms)
        async with Listener(hall, keys, ports.listener, settings.limits, ports.safe):
            settings.opened(ports)
            try:
                yield Spectators(runner, store, operators, doorway)
            finally:
                await runner.close()  # games are broken off before anybody is sent home
    finally:
        await runner.close()
