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
from livestone.server import health, identity
from livestone.server.api import Api
from livestone.server.clock import ClockWatch, ServerTime
from livestone.server.describe import DescribedJson, DescribedYaml
from livestone.server.engine import Engine
from livestone.server.events import Events
from livestone.server.freeplay_api import FreeplayApi
from livestone.server.grandstand import Doorway, Grandstand
from livestone.server.guard import Guard, add_headers
from livestone.server.mail.api import MailApi
from livestone.server.mail.service import Mail
from livestone.server.meeting.api import MeetingApi
from livestone.server.meeting.service import Meeting
from livestone.server.onlookers import Looks, Pages
from livestone.server.people.api import PeopleApi
from livestone.server.people.attempts import kept_by
from livestone.server.people.service import People
from livestone.server.playing_api import PlayingApi
from livestone.server.pulse import Pulse
from livestone.server.quotas import Expiry, Quotas
from livestone.server.settings import LineSettings, Settings
from livestone.server.sockets import Sockets, socket
from livestone.server.staff.api import StaffApi
from livestone.server.staff.service import Staff
from livestone.server.status import code_of, message_of, status_of
from livestone.server.store import Store
from livestone.server.study.analysts import Analysts
from livestone.server.study.api import StudyApi
from livestone.server.study.review_api import ReviewApi
from livestone.server.study.reviews import Reviews
from livestone.server.study.service import Studies
from livestone.server.sweeper import Sweeper
from livestone.server.table import Tables
from livestone.server.talk.api import TalkApi
from livestone.server.talk.service import Talk

if TYPE_CHECKING:
    from livestone.server.metrics import Figures
    from livestone.server.relay import Relay

MOST_BODY_BYTES = 64 * 1024

log = logging.getLogger("livestone")


def create_app(settings: Settings, engine: Engine | None = None) -> Litestar:
    """Return the application; its lifespan opens the store and ends the bots.

    ``engine`` may have begun to warm up already.
    """
    from livestone.server import pages

    guard = Guard(settings.hosts)
    return Litestar(
        route_handlers=[
            Api,
            Events,
            FreeplayApi,
            *health.handlers,
            MailApi,
            MeetingApi,
            PeopleApi,
            StaffApi,
            ReviewApi,
            StudyApi,
            TalkApi,
            PlayingApi,
            socket,
            Router(
                "/",
                route_handlers=pages.handlers,
                include_in_schema=False,
                before_request=identity.recognise,
            ),
        ],
        dependencies={
            "tables": Provide(tables_of, sync_to_thread=False),
            "grandstand": Provide(grandstand_of, sync_to_thread=False),
            "people": Provide(people_of, sync_to_thread=False),
            "mail": Provide(mail_of, sync_to_thread=False),
            "meeting": Provide(meeting_of, sync_to_thread=False),
            "staff": Provide(staff_of, sync_to_thread=False),
            "analysts": Provide(analysts_of, sync_to_thread=False),
            "reviews": Provide(reviews_of, sync_to_thread=False),
            "studies": Provide(studies_of, sync_to_thread=False),
            "talk": Provide(talk_of, sync_to_thread=False),
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


def tables_of(request: Request[Any, Any, Any]) -> Tables:
    """Return the application's table service."""
    tables: Tables = request.app.state.tables
    return tables


def staff_of(request: Request[Any, Any, Any]) -> Staff:
    """Return the application's staff service."""
    staff: Staff = request.app.state.staff
    return staff


def analysts_of(request: Request[Any, Any, Any]) -> Analysts:
    """Return who answers questions about studies."""
    analysts: Analysts = request.app.state.analysts
    return analysts


def reviews_of(request: Request[Any, Any, Any]) -> Reviews:
    """Return the application's reviews."""
    reviews: Reviews = request.app.state.reviews
    return reviews


def studies_of(request: Request[Any, Any, Any]) -> Studies:
    """Return the application's studies."""
    studies: Studies = request.app.state.studies
    return studies


def talk_of(request: Request[Any, Any, Any]) -> Talk:
    """Return the application's talk service."""
    talk: Talk = request.app.state.talk
    return talk


def people_of(request: Request[Any, Any, Any]) -> People:
    """Return the application's people service."""
    people: People = request.app.state.people
    return people


def mail_of(request: Request[Any, Any, Any]) -> Mail:
    """Return what is to be done about e-mail."""
    mail: Mail = request.app.state.mail
    return mail


def meeting_of(request: Request[Any, Any, Any]) -> Meeting:
    """Return where people meet."""
    meeting: Meeting = request.app.state.meeting
    return meeting


def grandstand_of(request: Request[Any, Any, Any]) -> Grandstand:
    """Return what the line server shows. Raises NotFound where there is none."""
    grandstand: Grandstand | None = request.app.state.grandstand
    if grandstand is None and request.app.state.lines:
        raise Busy("tournaments are at another process of this server: try again in a moment")
    if grandstand is None:
        raise NotFound("no Freeplay here: it needs a server that 'livestone serve' has started")
    return grandstand


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
    from livestone.server import pages

    page: Response[Any] = pages.error_page(request, error)
    return page


def _running(settings: Settings, given: Engine | None) -> Any:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(settings.data, settings.database)
        quotas = app.state.quotas = store.quotas = Quotas(settings.quotas)
        engine = given or Engine(settings.bots, beside=1, megabytes=settings.bot_megabytes)
        time = ServerTime()
        tables = Tables(store, engine, time)
        app.state.tables = tables
        notifications = _notifications(settings, tables, store)
        sweeper, pulse = Sweeper(tables, store, time), Pulse(store, time)
        tables.keep_time_by(pulse)
        app.state.store = store
        people = app.state.people = People(store, settings.people)
        tables.guests = settings.people.guests
        meeting = app.state.meeting = Meeting(store, tables, people)
        mail = app.state.mail = Mail(store, people, tables, settings.mail)
        talk = app.state.talk = Talk(store, tables, settings.talk)
        staff = app.state.staff = Staff(people)
        studies = app.state.studies = Studies(store, tables)
        analysts = app.state.analysts = Analysts(studies, Engine(1, eager=False))
        reviews = app.state.reviews = Reviews(store, tables, Engine(1, eager=False))
        app.state.sockets = Sockets()
        app.state.onlookers, app.state.looks = Pages(), Looks(tables, talk)
        app.state.grandstand = None
        app.state.lines = settings.lines is not None
        app.state.outside = settings.outside
        app.state.replay, app.state.start = settings.replay, settings.start
        app.state.web = settings.web
        app.state.health = health.Health(store, engine)
        app.state.leave = lambda: _leave(tables, meeting, analysts, reviews, app.state.grandstand)
        if settings.web.figures:
            app.state.figures = _figures(app, store, tables, engine)

        @asynccontextmanager
        async def duties() -> AsyncIterator[None]:
            """What only one process of a database does, until the end of the block."""
            pulse.owner = True
            lines = nullcontext() if settings.lines is None else serve_lines(settings.lines, store)
            async with lines as grandstand:
                app.state.grandstand = grandstand
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
                        app.state.grandstand, pulse.owner = None, False

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
    from livestone.server.owner_lock import OwnerLock

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


def _notifications(settings: Settings, tables: Tables, store: Store) -> Relay | None:
    """Join the tables to those of other processes, where there may be any."""
    if settings.database is None:
        return None
    from livestone.server.bus import Bus
    from livestone.server.relay import Relay

    return Relay(tables, store, Bus(settings.database))


def _figures(app: Litestar, store: Store, tables: Tables, engine: Engine) -> Figures:
    """Have figures counted from now on."""
    from livestone.server.metrics import Figures

    figures = Figures(tables, engine, lambda: app.state.grandstand)
    store.wrote, tables.queue.thought = figures.wrote, figures.thought
    return figures


def _leave(
    tables: Tables,
    meeting: Meeting,
    analysts: Analysts,
    reviews: Reviews,
    grandstand: Grandstand | None,
) -> None:
    """Let go of every browser that listens."""
    tables.leave()
    meeting.leave()
    analysts.leave()
    reviews.leave()
    if grandstand is not None:
        grandstand.leave()


@asynccontextmanager
async def serve_lines(settings: LineSettings, store: Store) -> AsyncIterator[Grandstand]:
    """Let players in by the line protocol, and pair them, until the end of the block."""
    from livestone.server.accounts import Accounts
    from livestone.server.lines.door import Door
    from livestone.server.lines.hall import Hall
    from livestone.server.operators import Operators
    from livestone.server.organiser import Organiser
    from livestone.server.tournaments import TournamentStore

    ports = settings.bind()
    hall = Hall()
    tournaments = TournamentStore(store)
    organiser = Organiser(hall, tournaments)
    doorway = Doorway(ports.listener.getsockname()[1], settings.keys is not None)
    operators = Operators(tournaments, settings.operator)
    keys = Accounts(store, settings.keys)
    if settings.keys is not None:
        log.warning(
            "classroom: the public keys in %s are accepted. They are no secret: whoever can read "
            "one can play in its owner's name.",
            settings.keys,
        )
    await organiser.start()
    try:
        if settings.terms is not None:
            await organiser.set_terms(organiser.ladder.id, settings.terms)
        async with Door(hall, keys, ports.listener, settings.limits, ports.safe):
            settings.opened(ports)
            try:
                yield Grandstand(organiser, store, operators, doorway)
            finally:
                await organiser.close()  # games are broken off before anybody is sent home
    finally:
        await organiser.close()
