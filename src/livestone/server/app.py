"""The web application: routes over one table service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Server

from livestone import __version__
from livestone.app.host_names import names_of
from livestone.errors import BadField, StorageError, TooMuchWork
from livestone.play.engine.processes import Engine
from livestone.server import routes
from livestone.server.accounts.expiry import AccountExpiry
from livestone.server.accounts.service import People
from livestone.server.accounts.visit import visit
from livestone.server.chat.service import Chat
from livestone.server.classes.service import Classes, classes_of, of_class
from livestone.server.db import reserve
from livestone.server.db.file_lock import serving
from livestone.server.db.sqlite_setup import make_folder
from livestone.server.db.whole_files import sweep
from livestone.server.device_games.service import DeviceGames
from livestone.server.lobby.api import of_lobby
from livestone.server.lobby.service import Lobby
from livestone.server.mail.service import Mail
from livestone.server.ops import health
from livestone.server.ops.known_types import learn_types
from livestone.server.ops.waiting import patiently
from livestone.server.puzzles.service import Puzzles
from livestone.server.quotas.expiry import Expiry
from livestone.server.quotas.quotas import Quotas
from livestone.server.settings import Settings
from livestone.server.staff.service import Staff
from livestone.server.studies.analysis import Analyses
from livestone.server.studies.reviews import Reviews
from livestone.server.studies.service import Studies
from livestone.server.tables.acts import place
from livestone.server.tables.api import of_owner, of_table
from livestone.server.tables.commands import Tables
from livestone.server.tables.heartbeat import Heartbeat, ServerTime, watch_clock
from livestone.server.tables.store import GameStore
from livestone.server.tables.sweeper import Sweeper
from livestone.server.tournaments.api import of_freeplay, of_freeplay_game
from livestone.server.tournaments.settings import LineSettings
from livestone.server.tournaments.spectators import (
    Spectators,
    operated,
    spectators_of,
    watched_by,
)
from livestone.server.web import identity, openapi
from livestone.server.web.direct import direct, service_of
from livestone.server.web.errors import code_of, message_of, status_of
from livestone.server.web.events import Topic
from livestone.server.web.guard import add_headers, guard
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rate_limit import kept_by
from livestone.server.web.rendering import error_page
from livestone.server.web.requests import CheckedRequest
from livestone.tasks import Tasks

if TYPE_CHECKING:
    from livestone.server.ops.metrics import Figures
    from livestone.server.tables.relay import Relay

MAX_BODY_BYTES = 64 * 1024
COMPILED_GAMES = 8  # by one process, which takes 30 MB for each
# The services that routes may ask for by these names.
SERVICES = (
    *("tables", "people", "mail", "lobby", "staff", "analyses"),
    *("reviews", "studies", "chat", "puzzles", "presence", "device_games"),
)

log = logging.getLogger("livestone")


def create_app(settings: Settings, engine: Engine | None = None) -> Litestar:
    """Return the application; its lifespan opens the store and ends the bots."""
    hosts = names_of(settings.hosts)
    learn_types()
    return Litestar(
        route_handlers=[
            Router("/", route_handlers=routes.api, middleware=[direct]),
            Router(
                "/",
                route_handlers=routes.pages,
                include_in_schema=False,
                before_request=identity.recognise,
            ),
        ],
        dependencies={
            **{name: Provide(service_of(name), sync_to_thread=False) for name in SERVICES},
            "spectators": Provide(spectators_of),
            "operated": Provide(operated),
            "watched": Provide(watched_by),
            "classes": Provide(classes_of),
            "caller": Provide(identity.caller),
            "visit": Provide(visit),
            "at": Provide(place),
        },
        lifespan=[partial(_running, settings, engine)],
        middleware=[guard(hosts)],
        state=State({"web": settings.web}),
        before_send=[identity.add_cookies, add_headers],
        exception_handlers={Exception: answer_error},
        request_class=CheckedRequest,
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Livestone",
            version=__version__,
            openapi_router=openapi.router(),
            servers=[Server(url=settings.web.base_path or "/")],
            render_plugins=openapi.PLUGINS,
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )


def answer_error(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answer an error: JSON for programs, a page for people."""
    status = status_of(error)
    if status == 500:
        # The route, not the path: that may have a person's secret in it.
        route = request.scope.get("path_template") or "no route"
        log.error("%s %s failed: %r", request.method, route, error)
        log.debug("the traceback:", exc_info=error)
    elif isinstance(error, StorageError):
        log.error("%s", error)
    headers = {"retry-after": str(error.seconds)} if isinstance(error, TooMuchWork) else None
    # Not request.url: that raises where the Host header, which is refused here, makes no sense.
    if request.scope["path"].startswith(("/api/", "/schema", "/metrics")):
        body = {"error": code_of(error), "message": message_of(error)}
        if isinstance(error, BadField):
            body["field"] = error.field
        return Response(body, status_code=status, media_type="application/json", headers=headers)
    page: Response[Any] = error_page(request, error)
    page.headers.update(headers or {})
    return page


@asynccontextmanager
async def _running(settings: Settings, engine: Engine | None, app: Litestar) -> AsyncIterator[None]:
    url = settings.database
    async with AsyncExitStack() as stack:
        try:
            if url is None:
                make_folder(settings.data)
                reserve.release(settings.data)
                stack.enter_context(serving(settings.data, alone=settings.lines is not None))
                sweep(settings.data)
            store = await patiently(url, lambda: GameStore.open(settings.data, url))
            made = engine or Engine(settings.bots, beside=1, megabytes=settings.bot_megabytes)
            services = Services(app.state, settings, store, made)
            stack.push_async_callback(services.close)
            await patiently(url, services.start)
            await stack.enter_async_context(_at_work(services.work()))
            await stack.enter_async_context(_alone(url, services.duties))
            if url is None:
                await asyncio.to_thread(reserve.take, settings.data)
        except Exception as error:
            app.state.trouble = error  # the server says what keeps it from starting
            raise
        yield


class Services:
    """What routes use, in ``state``: made, started, kept at work and closed together."""

    def __init__(self, state: State, settings: Settings, store: GameStore, engine: Engine) -> None:
        self.settings, self.store, self.engine = settings, store, engine
        self.quotas = store.quotas = Quotas(settings.quotas, store.database.free_bytes)
        time = ServerTime()
        self.tables = tables = Tables(store, engine, time)
        tables.queue.serve("compile", Engine(1, eager=False, games=COMPILED_GAMES))
        tables.guests = settings.people.guests
        tables.registry.max_plies = settings.max_plies
        self.notifications: Relay | None = None
        if settings.database is not None:
            from livestone.server.db.notifications import Notifications
            from livestone.server.tables.relay import Relay

            self.notifications = Relay(tables.registry, store, Notifications(settings.database))
        self.sweeper, self.heartbeat = Sweeper(tables.registry, store, time), Heartbeat(store, time)
        tables.registry.keep_time_by(self.heartbeat)
        self.people = people = People(store, settings.people)
        self.logins = people.sessions
        self.lobby = Lobby(store, tables, people)
        self.presence = self.lobby.presence
        self.mail = Mail(store, people, tables, settings.mail)
        self.chat = Chat(store, tables, settings.talk)
        self.puzzles = Puzzles(store)
        self.device_games = DeviceGames(store, guests=settings.quotas is None)
        self.staff = Staff(store, people)
        self.studies = Studies(store, tables)
        self.analyses = Analyses(self.studies, Engine(1, eager=False))
        self.reviews = Reviews(store, tables, Engine(1, eager=False))
        self.health = health.Health(store, engine)
        self.figures: Figures | None = None
        if settings.web.figures:
            from livestone.server.ops.metrics import Figures

            self.figures = Figures(tables, engine, lambda: state.spectators)
            store.wrote = self.figures.writes.observe
            tables.queue.thought = self.figures.thoughts.observe
        asked = {"outside": settings.outside, "lines": settings.lines is not None}
        topics: dict[str, Topic] = {
            "me": of_owner,
            "games": of_table,
            "lobby": of_lobby,
            "freeplay": of_freeplay,
            "freeplay/games": of_freeplay_game,
            "classes": of_class,
        }
        asked |= {"spectators": None, "classes": None, "leave": self.leave, "topics": topics}
        state.update(vars(self) | asked)
        self.state = state

    async def start(self) -> None:
        """Read what happened before, and have the first bot compile."""
        if self.notifications is not None:
            counting = (self.people, self.people.guesses, self.lobby, self.chat, self.staff)
            self.notifications.share(
                kept_by((*counting, self.studies, self.analyses, self.mail, self.puzzles))
            )
            await self.notifications.start()
        await self.store.guard.begin()
        await self.heartbeat.resume()
        await self.engine.warm_up(await self.store.last_game())

    def work(self) -> list[Coroutine[Any, Any, None]]:
        work = [
            self.heartbeat.keep(),
            self.quotas.keep_up(self.store),
            self.store.guard.keep_up(),
            self.lobby.keep_up(),
            self.staff.keep_up(),
            watch_clock(),
        ]
        return [*work, self.mail.read_receipts.keep_saving()] if self.mail.on else work

    @asynccontextmanager
    async def duties(self) -> AsyncIterator[None]:
        """Do what only one process of a database does, until the end of the block."""
        self.heartbeat.owner = True
        lines = self.settings.lines
        async with nullcontext() if lines is None else serve_lines(lines, self.store) as spectators:
            self.state["spectators"] = spectators
            work = [self.sweeper.keep_time(), self.people.ratings.keep_up(), self.chat.keep_up()]
            if (quotas := self.settings.quotas) is not None:
                accounts = AccountExpiry(self.store, self.people, self.tables, quotas)
                work += [Expiry(self.store, quotas.days).keep_up(), accounts.keep_up()]
            if self.mail.outbox is not None:
                work.append(self.mail.outbox.keep_up())
            if self.notifications is not None:
                work.append(self.notifications.keep_bots_awake())
            classes = Classes(self.store, self.presence)
            async with _at_work(work), classes.at_work(self.settings.classes):
                self.state["classes"] = classes
                try:
                    yield
                finally:
                    self.state["classes"] = None
                    self.state["spectators"], self.heartbeat.owner = None, False

    def leave(self) -> None:
        services = (self.tables.registry, self.lobby, self.analyses, self.reviews)
        for service in services:
            service.leave()
        for service in (self.state["spectators"], self.state["classes"]):
            if service is not None:
                service.leave()

    async def close(self) -> None:
        if self.notifications is not None:
            await self.notifications.close()
        await self.tables.close()
        self.studies.reader.close()
        for service in (self.analyses, self.reviews, self.engine, self.store):
            await service.close()


@asynccontextmanager
async def _at_work(work: Sequence[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    tasks = Tasks()
    for one in work:
        tasks.spawn(one)
    try:
        yield
    finally:
        await tasks.close()


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


@asynccontextmanager
async def serve_lines(settings: LineSettings, store: GameStore) -> AsyncIterator[Spectators]:
    """Let players in by the line protocol, and pair them, until the end of the block."""
    from livestone.server.accounts.player_tokens import PlayerTokens
    from livestone.server.freeplay.faults import FaultStore
    from livestone.server.freeplay.listener import Listener
    from livestone.server.freeplay.registry import PlayerRegistry
    from livestone.server.tournaments.operators import Operators
    from livestone.server.tournaments.runner import TournamentRunner
    from livestone.server.tournaments.store import TournamentStore

    ports = settings.bind()
    faults = FaultStore(store)
    players = PlayerRegistry(faults.keep)
    tournaments = TournamentStore(store)
    runner = TournamentRunner(players, tournaments)
    operators = Operators(store, settings.operator)
    keys = PlayerTokens(store, settings.keys)
    if settings.keys is not None:
        log.warning(
            "classroom: the public keys in %s are accepted. They are no secret: anyone who can "
            "read one can play in its owner's name.",
            settings.keys,
        )
    await runner.start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(runner.close)
        await stack.enter_async_context(_at_work([faults.keep_up()]))
        if settings.rules is not None:
            await runner.set_rules(runner.ladder.id, settings.rules)
        listener = Listener(players, keys.hashes, ports.listener, settings.limits, ports.safe)
        await stack.enter_async_context(listener)
        # Games are broken off before anybody is disconnected.
        stack.push_async_callback(runner.close)
        settings.opened(ports)
        port = ports.listener.getsockname()[1]
        yield Spectators(runner, store, operators, port, settings.keys is not None)
