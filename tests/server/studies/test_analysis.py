"""The engine on a study's page: its events, and whom it does not help."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.server.conftest import ME, OTHER, PuppetEngine

from livestone.core.state import State
from livestone.errors import GameOver
from livestone.games import load
from livestone.play.engine import analysis as thinker
from livestone.play.engine.processes import Question
from livestone.server.studies import sources
from livestone.server.studies.analysis import Analyses, Playing
from livestone.server.studies.service import Studies, Study
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.web.identity import Caller

I, OPPONENT = Caller(ME, "mine"), Caller(OTHER, "theirs")  # noqa: E741
GAME = load("freedom", size=4)


class Puppet(PuppetEngine):
    """The engine that the test plays, as a pool of one."""

    size, running = 1, 0

    def report(self, question: Question) -> dict[str, Any]:
        """What an analysis would say."""
        line = {"words": "White 50%, estimated", "source": "estimated"}
        found = super().report(question)
        return {**found, "work": "1 position", "lines": [found["lines"][0] | line]}

    async def close(self) -> None:
        """Nothing to end."""


@pytest.fixture
async def puppet() -> Puppet:
    return Puppet()


@pytest.fixture
async def studies(store: GameStore, tables: Tables) -> Studies:
    return Studies(store, tables)


@pytest.fixture
async def analyses(studies: Studies, puppet: Puppet) -> AsyncIterator[Analyses]:
    made = Analyses(studies, puppet)  # type: ignore[arg-type]
    yield made
    await made.close()


async def study_of(studies: Studies, *moves: str, caller: Caller = I) -> Study:
    """A study of a small board with a line played."""
    made = await studies.make(sources.empty("freedom", {"size": 4}), caller)
    if moves:
        made, _ = await studies.play(made.row.id, caller, 0, moves)
    return made


async def events(analyses: Analyses, study: Study, node: int, caller: Caller = I) -> list[str]:
    return [event.name async for event in await analyses.follow(study, node, caller)]


async def game(tables: Tables, *moves: str, control: str = "none") -> str:
    """A running game of ME against OTHER, as far as these moves."""
    spec = TableSpec("freedom", {"size": 4}, ("me", "anyone"), control=control)
    id = await tables.begin(spec, [(ME, "Me"), (OTHER, "He")])
    for ply, move in enumerate(moves):
        await tables.play(id, (ME, OTHER)[ply % 2], move, ply)
    return id


async def test_the_position_is_asked_about(
    analyses: Analyses, studies: Studies, puppet: Puppet
) -> None:
    study = await study_of(studies, "a1", "b1")
    assert await events(analyses, study, 1) == ["queued", "analysis", "analysis", "done"]
    (asked,) = puppet.asked
    assert (asked.plies, asked.seconds, asked.lines) == (("a1",), 10.0, 3)
    assert asked.as_json(7)["task"] == "analyse"


async def test_trouble_ends_the_stream(
    analyses: Analyses, studies: Studies, puppet: Puppet
) -> None:
    puppet.trouble = "it fails"
    study = await study_of(studies)
    assert await events(analyses, study, 0) == ["queued", "trouble"]


async def test_there_is_nothing_to_say_after_the_end(analyses: Analyses, studies: Studies) -> None:
    played, moves = State(GAME), list[str]()
    while not played.over:
        moves.append(played.legal_texts[0])
        played.play(moves[-1])
    study = await study_of(studies, *moves)
    with pytest.raises(GameOver):
        await analyses.check(study, len(moves), I)


@pytest.mark.parametrize("control", ["none", "5+3"])
async def test_who_plays_the_same_game_gets_no_help(
    analyses: Analyses, studies: Studies, tables: Tables, control: str
) -> None:
    study, other = await study_of(studies, "d4"), await study_of(studies, "d4", caller=OPPONENT)
    id = await game(tables, "a1", "b1", control=control)
    for one, caller in ((study, I), (other, OPPONENT)):
        with pytest.raises(Playing, match="you play a game of Freedom now"):
            await analyses.follow(one, 1, caller)
    await analyses.check(study, 1, Caller("on" * 32, "onlooker"))
    await tables.resign(id, ME)
    await analyses.check(study, 1, I)


async def test_by_correspondence_ones_own_games_are_spared_only(
    analyses: Analyses, studies: Studies, tables: Tables
) -> None:
    await game(tables, "a1", "b1", control="3d")
    on_it = await study_of(studies, "a1", "b1", "c1", "d1")
    for node in (2, 3, 4):
        with pytest.raises(Playing, match="a game that you play could reach"):
            await analyses.check(on_it, node, I)
    await analyses.check(on_it, 1, I)
    beside = await study_of(studies, "a1", "b2", "c2")
    await analyses.check(beside, 3, I)


async def test_a_game_alone_against_the_house_forbids_nothing(
    analyses: Analyses, studies: Studies, tables: Tables
) -> None:
    spec = TableSpec("freedom", {"size": 4}, ("me", "person"))
    await tables.create(spec, ME)
    study = await study_of(studies, "a1")
    await analyses.check(study, 1, I)


async def test_the_engine_process_answers() -> None:
    told: list[dict[str, Any]] = []
    question = {"task": "analyse", "seconds": 0.3, "lines": 2}
    thinker.answer(question, State(GAME), lambda: False, told.append)
    report = told[-1]["report"]
    assert report["final"]
    assert len(report["lines"]) == 2
    line = report["lines"][0]
    assert line["path"] == [line["move"]] == line["pv"][:1]
    assert line["words"].startswith("White ")
    assert line["source"] in line["words"]
    assert "positions" in report["work"]
