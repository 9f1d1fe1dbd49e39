"""A table service on a store of its own, with an engine that the test plays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from sqlalchemy import func, select
from tests.patience import PATIENCE
from tests.server.databases import KINDS, address, current, prepare_folder
from tests.server.site import CHEAP, Site, register

from livestone.api.tables import Table as TableAnswer
from livestone.core.state import State
from livestone.errors import EngineError
from livestone.play.engine.processes import Question
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

ME, OTHER, THIRD, NOBODY = "me" * 32, "ot" * 32, "th" * 32, "no" * 32
SECRET = "the creator's token"
SMALL = {"size": "4"}
TWO = TableSpec("freedom", SMALL, ("me", "person"))
BOT = TableSpec("freedom", SMALL, ("me", "bot:3"))
FRIEND = TableSpec("freedom", SMALL, ("me", "friend"))
LIVE = TableSpec("freedom", SMALL, ("me", "friend"), control="1+5")
THREE = {"side": "3", "players": "3"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server without bots."""
    with Site(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def newcomer(site: Site) -> Iterator[Callable[..., Client]]:
    """Makes people who have never been here; with a name they have accounts."""
    made: list[Client] = []

    def new(name: str = "") -> Client:
        made.append(site.newcomer())
        if name:
            register(made[-1], name)
        return made[-1]

    yield new
    for client in made:
        client.close()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The server runs on asyncio."""
    return "asyncio"


@pytest.fixture
def guest(newcomer: Callable[..., Client]) -> Client:
    """A visitor without an account."""
    return newcomer()


@pytest.fixture
def other(newcomer: Callable[..., Client]) -> Client:
    """Another visitor without an account."""
    return newcomer()


@pytest.fixture
def me(newcomer: Callable[..., Client]) -> Client:
    """A visitor without an account, who follows redirects as browsers do."""
    client = newcomer()
    client.follow_redirects = True
    return client


class PuppetEngine:
    """Answers with the last legal move (by code point), once it may."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.asked: list[Question] = []
        self.stopped = 0
        self.trouble: str | None = None
        self.size = self.beside = 1000
        self.eager = False
        self.finished: list[str] = []  # games that it was told are over

    async def ready(self, question: Question) -> None:
        """Nothing to compile."""

    def over(self, table: str) -> None:
        """Nothing was kept."""
        self.finished.append(table)

    async def think(
        self, question: Question, tell: Callable[[Mapping[str, Any]], None] = lambda report: None
    ) -> Mapping[str, Any]:
        """Report once, wait until the test lets go, report again."""
        self.asked.append(question)
        if self.trouble is not None:
            raise EngineError(self.trouble)
        report = self.report(question)
        tell(report)
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        tell(report)
        return report

    def report(self, question: Question) -> dict[str, Any]:
        """What a bot would say."""
        state = State(question.game)
        if question.opening is not None:
            state = State.read(question.game, question.opening)
        for move in question.plies:
            state.play(move)
        move = state.legal_texts[-1]
        value = [1 / question.game.players] * question.game.players
        line = {"move": move, "value": value, "pv": [move], "proved": False, "points": None}
        return {"lines": [line], "nodes": 1, "seconds": 0.0, "depth": 1}


@pytest.fixture
async def engine() -> PuppetEngine:
    """The engine that the test plays."""
    return PuppetEngine()


@pytest.fixture(params=KINDS)
async def store(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[GameStore]:
    """An empty store, on each kind of database."""
    if request.param == "sqlite":
        prepare_folder(tmp_path)
    opened = await GameStore.open(tmp_path, address(request.param))
    yield opened
    await opened.close()


@pytest.fixture
def people(store: GameStore) -> People:
    """The accounts in the store."""
    return People(store, PeopleSettings(CHEAP))


class Now:
    """A time that stands until the test moves it."""

    def __init__(self) -> None:
        self.at = time.time()

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def now() -> Now:
    """The time by which ``tables`` go."""
    return Now()


@pytest.fixture
async def tables(store: GameStore, engine: PuppetEngine, now: Now) -> AsyncIterator[Tables]:
    """A table service."""
    service = Tables(store, engine, now)  # type: ignore[arg-type]
    yield service
    await service.close()


@pytest.fixture
async def second(
    store: GameStore, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[GameStore]:
    """The same store, as another process has it."""
    url = None if request.node.callspec.params["store"] == "sqlite" else current()
    opened = await GameStore.open(tmp_path, url)
    yield opened
    await opened.close()


@pytest.fixture
async def elsewhere(second: GameStore, now: Now) -> AsyncIterator[Tables]:
    """The table service of the other process."""
    service = Tables(second, PuppetEngine(), now)  # type: ignore[arg-type]
    yield service
    await service.close()


async def count(store: GameStore, table: Any) -> int:
    """How many rows a table has."""
    return int(await store.scalar(select(func.count()).select_from(table)))


async def seated(tables: Tables, spec: TableSpec = LIVE, *friends: str) -> str:
    """A game in which everybody has taken a seat."""
    view = await tables.create(spec, ME, SECRET)
    found = await tables.invitations(view.id, ME, SECRET)
    for text, friend in zip(found.values(), friends or (OTHER,), strict=False):
        await tables.sit(text, friend)
    return view.id


async def play(tables: Tables, id: str, lag: float = 0.0) -> TableAnswer:
    """Play the first legal move for the player who is to move."""
    view = await tables.view(id, ME)
    who = {0: ME, 1: OTHER, 2: THIRD}[view.mover or 0]
    view = await tables.view(id, who)
    return await tables.play(id, who, view.legal[0], view.last_ply, lag)


def seconds(view: TableAnswer) -> list[float]:
    """What the clocks show."""
    return [round(shown.seconds, 3) for shown in view.clock.seats]


async def until(condition: Callable[[], bool]) -> None:
    """Let the others work until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.001)


async def my_turn(tables: Tables, id: str) -> TableAnswer:
    """Wait for the bot."""
    async with asyncio.timeout(PATIENCE):
        while not (view := await tables.view(id, ME)).my_turn and view.status == "running":
            await asyncio.sleep(0.001)
    return view


async def cut_off(work: Coroutine[Any, Any, object], *writes: tuple[Any, str]) -> None:
    """Cancel somebody's work as soon as one of these methods has written to the database."""
    acting = asyncio.create_task(work)

    def cutting(method: Any) -> Any:
        async def write(*args: Any, **options: Any) -> Any:
            found = await method(*args, **options)
            acting.cancel()
            await asyncio.sleep(0)
            return found

        return write

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in writes:
            patch.setattr(owner, name, cutting(getattr(owner, name)))
        with pytest.raises(asyncio.CancelledError):
            await acting
