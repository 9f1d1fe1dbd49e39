"""Bot processes: real ones, with bots that misbehave (see ``odd_bots``), and one real bot."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.compiled import started_game
from tests.play.engine import odd_bots
from tests.play.engine.odd_bots import Oddity
from tests.server.conftest import until

from livestone import games
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import EngineError
from livestone.games import add_file, catalogue, load
from livestone.play.engine import processes as engine_module
from livestone.play.engine.processes import Engine, NotCompiled, Question

# Not what other tests have added.
SHIPPED = [id for id, kind in catalogue().items() if kind.__module__.startswith("livestone.games.")]


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    """One process at most, whichever tests have used it before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVESTONE_TEST_MARK", str(tmp_path_factory.mktemp("mark") / "mark"))
        made = Engine(1, eager=True)
        yield made
        await made.close()
        assert made.processes == []


@pytest.fixture
async def new_engine() -> AsyncIterator[Engine]:
    """An engine without a process yet."""
    made = Engine(1, eager=True)
    yield made
    await made.close()
    assert made.processes == []


Thinking = asyncio.Task[Mapping[str, Any]]


async def patient(
    engine: Engine, level: int = odd_bots.PATIENT, table: str = ""
) -> tuple[Thinking, list[object]]:
    """A bot that thinks until it is told to stop, and its reports, one at least."""
    reports: list[object] = []
    asked = question(level, table=table)
    thinking = asyncio.create_task(engine.think(asked, reports.append))
    await until(lambda: len(reports) > 0)
    return thinking, reports


async def stop(thinking: Thinking) -> None:
    """Tell it to stop."""
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking


def question(level: int, *plies: str, table: str = "") -> Question:
    """A question to an odd bot."""
    return Question(Oddity(size=4), None, plies, level, table=table)


def alive(process: int) -> bool:
    """Whether a process still runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_answers_on_the_position(engine: Engine) -> None:
    state = State(Oddity(size=4))
    state.play("b2")
    state.play("c3")
    asked = Question(state.game, None, ("b2", "c3"), odd_bots.FIRST)
    first = state.game.wording.move_text(state.legal[0])
    assert (await engine.think(asked))["lines"][0]["move"] == first
    asked = Question(state.game, state.text, ("d4",), odd_bots.FIRST)
    state.play("d4")
    first = state.game.wording.move_text(state.legal[0])
    assert (await engine.think(asked))["lines"][0]["move"] == first
    assert len(engine.processes) == 1


async def test_a_real_bot(new_engine: Engine) -> None:
    game = load("freedom", size=4)
    new_engine.warm(game)
    reports = []
    asked = Question(game, None, ("b2",), 1, seed=3)
    last = await new_engine.think(asked, reports.append)
    assert reports[-1] == last
    assert last["final"]
    again = await new_engine.think(asked)
    assert again["lines"][0]["move"] == last["lines"][0]["move"]


async def test_a_bot_of_a_game_from_a_file(
    new_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    monkeypatch.setenv("LIVESTONE_GAMES", "")
    game = load(add_file(str(started_game("Mine"))))
    last = await new_engine.think(Question(game, None, ("b2",), 1, seed=3))
    assert last["final"]


async def test_stopped_at_once(engine: Engine) -> None:
    thinking, _ = await patient(engine)
    (process,) = engine.processes
    await stop(thinking)
    await engine.think(question(odd_bots.FIRST))
    assert engine.processes == [process]  # the same one: it has listened


async def test_one_that_does_not_listen_is_replaced(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "STOP_SECONDS", 0.05)
    thinking, _ = await patient(engine, odd_bots.DEAF)
    (process,) = engine.processes
    await stop(thinking)
    await engine.think(question(odd_bots.FIRST))
    assert not alive(process)
    assert engine.processes != [process]


async def test_killed_while_thinking_and_while_idle(engine: Engine) -> None:
    thinking, reports = await patient(engine)
    (process,) = engine.processes
    os.kill(process, signal.SIGKILL)
    seen = len(reports)
    await until(lambda: len(reports) > seen)  # another process thinks on
    assert engine.processes != [process]
    await stop(thinking)
    await engine.think(question(odd_bots.FIRST))
    os.kill(engine.processes[0], signal.SIGKILL)
    await engine.think(question(odd_bots.FIRST))
    assert len(engine.processes) == 1


async def test_stands_back_where_it_counts(engine: Engine) -> None:
    """Ctrl-C does not reach it; it is in the server's session, inside which niceness counts."""
    await engine.think(question(odd_bots.FIRST))
    (process,) = engine.processes
    assert os.getpgid(process) == process
    assert os.getsid(process) == os.getsid(0)
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process) >= min(mine + 10, 19)


async def test_a_crash_is_tried_again(engine: Engine) -> None:
    report = await engine.think(question(odd_bots.DYING_ONCE))
    assert report["lines"][0]["move"] == "a1"


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        (odd_bots.DYING, "ended 3 times"),
        (odd_bots.FAILING, "RuntimeError: a mistake in a bot"),
        (odd_bots.SILENT, "no move"),
    ],
)
async def test_trouble(engine: Engine, level: int, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        await engine.think(question(level))
    report = await engine.think(question(odd_bots.NOISY))  # what it prints is no answer
    assert report["lines"][0]["move"] == "a1"


async def test_more_questions_than_processes(engine: Engine) -> None:
    thinking = asyncio.create_task(engine.think(question(odd_bots.PATIENT)))
    others = [asyncio.create_task(engine.think(question(odd_bots.FIRST))) for _ in range(5)]
    waiting = others.pop()
    waiting.cancel()
    thinking.cancel()
    await asyncio.gather(*others)
    assert len(engine.processes) == 1
    await asyncio.gather(thinking, waiting, return_exceptions=True)


async def test_warming_up_leaves_no_process_too_many(new_engine: Engine) -> None:
    new_engine.warm(Oddity(size=4))
    new_engine.warm(Oddity(size=5))
    await asyncio.gather(*(new_engine.think(question(odd_bots.FIRST)) for _ in range(3)))
    await until(lambda: new_engine._warming is None)
    assert len(new_engine.processes) == 1


async def test_weaker_bots_do_not_wait_for_the_strongest(new_engine: Engine) -> None:
    engine = new_engine
    slow = Oddity(size=odd_bots.SLOW_SIZE)
    engine.warm(slow)
    report = await engine.think(Question(slow, None, (), odd_bots.FIRST))
    assert report["lines"][0]["move"] == "a1"
    assert engine._warming is not None
    waiting = asyncio.create_task(engine.think(Question(slow, None, (), odd_bots.PATIENT)))
    await until(lambda: len(engine.processes) == 2)  # another one, while the first still compiles
    assert not waiting.done()
    waiting.cancel()
    await asyncio.wait({waiting})


async def test_closed_in_the_middle(new_engine: Engine) -> None:
    engine = new_engine
    engine.warm(Oddity(size=4))
    thinking = asyncio.create_task(engine.think(question(odd_bots.DEAF)))
    await until(lambda: len(engine.processes) > 0)
    processes = engine.processes
    thinking.cancel()
    await asyncio.wait({thinking})
    await engine.close()
    assert not any(alive(process) for process in processes)


async def test_where_it_is_told_to_wait_nothing_is_compiled_before_a_bot_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIVESTONE_WARM_UP", "false")
    engine = Engine(1)
    await engine.warm_up()
    engine.warm(Oddity(size=4))
    assert engine.processes == []
    await engine.close()


async def thought(engine: Engine, table: str, *plies: str) -> tuple[int, int]:
    """How often the bot of a game has thought by now, and in which process it is."""
    report = await engine.think(question(odd_bots.COUNTING, *plies, table=table))
    return report["nodes"], report["lines"][0]["visits"]


async def test_a_bot_is_kept_for_its_next_move(engine: Engine) -> None:
    assert [(await thought(engine, "one"))[0] for _ in range(3)] == [1, 2, 3]
    assert (await thought(engine, "two"))[0] == 1
    assert (await thought(engine, "one", "a1"))[0] == 1  # the bot of another seat
    assert (await thought(engine, "one"))[0] == 4
    assert [(await thought(engine, ""))[0] for _ in range(2)] == [1, 1]  # of no table
    engine.over("one")
    assert (await thought(engine, "one"))[0] == 1
    assert (await thought(engine, "two"))[0] == 2


async def test_a_game_goes_to_the_process_that_keeps_its_bot_unless_that_is_busy() -> None:
    engine = Engine(1, eager=False, beside=1)
    try:
        thinking, _ = await patient(engine)
        (busy,) = engine.processes
        _, first = await thought(engine, "one")  # so another process was started
        assert first != busy
        await stop(thinking)
        await until(lambda: len(engine._idle) == 2)
        places = [(await thought(engine, table))[1] for table in ("one", "two", "one", "two")]
        assert places == [first, busy, first, busy]  # whoever keeps less takes a new game
        assert (await thought(engine, "two"))[0] == 3
        thinking, _ = await patient(engine, table="one")
        count, place = await thought(engine, "one")
        assert (count, place) == (1, busy)  # it does not wait for the process that keeps it
        await stop(thinking)
    finally:
        await engine.close()


async def test_what_is_not_compiled_is_refused_where_it_is_only_to_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    engine = Engine(1, eager=False)
    try:
        for asked in (bot_move(load("freedom", size=4)), analysis(load("kamelen"))):
            with pytest.raises(NotCompiled):
                await engine.think(replace(asked, kernels="load"))
    finally:
        await engine.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
async def test_what_was_compiled_for_a_question_is_all_it_needs(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    compiler, engine = Engine(1, eager=False, games=0), Engine(1, eager=False)
    rules = load(game)
    try:
        for asked in (bot_move(rules), bot_move(rules, 10), analysis(rules)):
            assert await compiler.think(replace(asked, kernels="compile")) == {}
            assert (await engine.think(replace(asked, kernels="load")))["lines"]
        await until(lambda: not compiler.processes)  # so that what it has compiled takes no memory
    finally:
        await compiler.close()
        await engine.close()


def bot_move(game: Game, level: int = 1) -> Question:
    """A question for a bot's first move."""
    return Question(game, None, (), level, seconds=0.3)


def analysis(game: Game) -> Question:
    """A question of a study."""
    return Question(game, None, (), seconds=0.3, task="analyse")
