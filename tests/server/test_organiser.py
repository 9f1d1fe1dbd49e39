"""The organiser over a real hall: who is paired, what is counted, and what a restart finds."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import until
from tests.server.lines.clients import OldClient, Place

from livestone.errors import BadOption, BadRequest, Conflict, NotFound, StorageError
from livestone.freeplay.board import Board
from livestone.server.freeplay.limits import Clock
from livestone.server.tables.store import GameStore
from livestone.server.tournaments.request import TournamentRequest
from livestone.server.tournaments.rules import TournamentRules
from livestone.server.tournaments.runner import TournamentRunner
from livestone.server.tournaments.store import TournamentStore

pytestmark = pytest.mark.anyio
SMALL = TournamentRules({"size": 4}, Clock(60.0, 600.0))
FOREVER = 10**9


def first(board: Board) -> tuple[int, int]:
    """Always the first cell that is legal."""
    return board.legal[0]


class School:
    """A hall, its organiser over the store in a folder, and clients that play there."""

    def __init__(self, folder: Path, rest: float = 0.0) -> None:
        self.folder = folder
        self.rest = rest
        self.clients: dict[str, OldClient] = {}
        self._tasks: dict[str, asyncio.Task[str]] = {}

    async def __aenter__(self) -> School:
        self.opened = await GameStore.open(self.folder)
        self.store = TournamentStore(self.opened)
        self.place = Place()
        await self.place.__aenter__()
        self.runner = TournamentRunner(self.place.hall, self.store, rest=self.rest)
        await self.runner.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.runner.close()
        for name in list(self._tasks):
            await self.leave(name)
        await self.place.__aexit__(*error)
        await self.opened.close()

    async def come(self, *names: str, move: Callable[[Board], Any] = first) -> None:
        """Have clients log in that play until they are sent away."""
        for name in names:
            client = self.clients[name] = OldClient(name, move, FOREVER)
            self._tasks[name] = asyncio.create_task(client.run(self.place.port))
        await self.place.until(lambda hall: hall.present.issuperset(names))

    async def leave(self, name: str) -> None:
        """Have a client go without a word."""
        task = self._tasks.pop(name)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await self.place.until(lambda hall: name not in hall.present)

    def heard(self, name: str, command: str) -> list[str]:
        """What a client has been told by this command."""
        return [text for said, text in self.clients[name].heard if said == command]


@asynccontextmanager
async def school(folder: Path, **wanted: Any) -> AsyncIterator[School]:
    async with School(folder, **wanted) as opened:
        yield opened


async def pause_ladder(at: School) -> None:
    await at.runner.set_status(at.runner.ladder.id, "paused")


async def over(at: School, id: str) -> Any:
    """Wait for a tournament's end, and return it as the store has it."""
    await until(lambda: at.runner.contest is None)
    stored = await at.store.read(id)
    assert stored is not None
    return stored


async def test_the_ladder_pairs_whoever_waits(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await at.runner.set_terms(at.runner.ladder.id, SMALL)
        await at.come("Ada", "Ben", "Cem")
        ladder = at.runner.ladder
        await until(lambda: len(ladder.tournament.results) >= 6)
        await pause_ladder(at)
        await until(lambda: not ladder.playing)
        results = (await at.store.read(ladder.id)).results
        assert {name for row in results for name in row.players} == {"Ada", "Ben", "Cem"}
        assert len({frozenset(row.players) for row in results}) > 1
        assert {row.reason for row in results} == {"finished"}
        stored = await at.opened.read(results[0].game_id)
        assert stored.game.options["size"] == 4
        assert [seat.name for seat in stored.seats] == results[0].players
        assert {seat.kind for seat in stored.seats} == {"player"}
        assert stored.game.winners == results[0].winners
        assert all(ply.seconds is not None for ply in stored.plies[:15])


async def test_on_the_ladder_nobody_plays_the_same_again_and_again(tmp_path: Path) -> None:
    async with school(tmp_path, rest=0.2) as at:
        await at.runner.set_terms(at.runner.ladder.id, SMALL)
        await at.come("Ada", "Ben", "Cem", "Dan")
        ladder = at.runner.ladder
        await until(lambda: len(ladder.tournament.results) >= 8)
        await pause_ladder(at)
        await until(lambda: not ladder.playing)
        results = (await at.store.read(ladder.id)).results
        for name in ("Ada", "Ben", "Cem", "Dan"):
            met = [frozenset(row.players) for row in results if name in row.players]
            assert all(one != other for one, other in pairwise(met))


async def test_a_swiss_tournament_counts_every_game_once(tmp_path: Path) -> None:
    names = ["Ada", "Ben", "Cem", "Dan", "Eve"]
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come(*names)
        contest = await at.runner.begin(TournamentRequest("Spring cup", rounds=3, terms=SMALL))
        stored = await over(at, contest.id)
        assert stored.row.status == "finished"
        assert len(stored.rounds) == 3
        assert len(stored.results) == 3 * 2 * 2  # rounds, meetings, games
        assert len({row.game_id for row in stored.results}) == 12
        standings = contest.tournament.standings()
        assert sum(one.points for one in standings) == 12 + 3 * 2  # a bye is a meeting won
        for name in names:
            ends = at.heard(name, "message")[-1]
            assert ends.startswith("Spring cup is over: you are number ")
        played = sum(len(at.heard(name, "game")) for name in names)
        assert played == 2 * len(stored.results)


async def test_one_tournament_at_a_time(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada", "Ben")
        contest = await at.runner.begin(TournamentRequest("One", "round-robin", terms=SMALL))
        with pytest.raises(Conflict, match="'One' goes on"):
            await at.runner.begin(TournamentRequest("Two", terms=SMALL))
        await over(at, contest.id)
        contest = await at.runner.begin(TournamentRequest("Two", "knock-out", terms=SMALL))
        await over(at, contest.id)
        with pytest.raises(NotFound):
            await at.runner.set_status(contest.id, "paused")
        found = await at.runner.find(contest.id)
        assert found.tournament.standings() == contest.tournament.standings()
        with pytest.raises(NotFound):
            await at.runner.find("nothing")


async def test_too_few_for_a_tournament(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        for kind in ("round-robin", "knock-out"):
            with pytest.raises(BadRequest, match="needs at least 2"):
                await at.runner.begin(TournamentRequest("Cup", kind, terms=SMALL))
        assert at.runner.contest is None
        assert await at.store.newest(10) == ([], 0)


async def test_who_comes_late_enters_the_next_round(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada", "Ben")
        order = TournamentRequest("Cup", rounds=2, games=1, terms=SMALL)
        await at.runner.begin(order)
        await at.runner.set_status(at.runner.contest.id, "paused")
        await until(lambda: not at.runner.contest.playing)
        await at.come("Cem", "Dan")
        contest = at.runner.contest
        await at.runner.set_status(contest.id, "running")
        stored = await over(at, contest.id)
        assert stored.row.entrants == ["Ada", "Ben", "Cem", "Dan"]
        assert len(stored.results) >= 3


async def test_who_does_not_come_back_loses(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada", "Ben", "Cem")
        await at.leave("Cem")
        order = TournamentRequest("Cup", "round-robin", games=1, terms=SMALL, grace=0.0)
        order = replace(order, entrants=("Ada", "Ben", "Cem"))
        contest = await at.runner.begin(order)
        stored = await over(at, contest.id)
        absent = [row for row in stored.results if row.reason == "absent"]
        assert [row.players[row.loser] for row in absent] == ["Cem", "Cem"]
        assert {row.fault for row in absent} == {"Cem did not come"}
        assert all(row.game_id is None for row in absent)
        assert at.heard("Ada", "message")[-1].startswith("Cup is over: you are number")


async def test_who_is_missing_is_waited_for(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada")
        order = TournamentRequest("Cup", "knock-out", games=1, terms=SMALL, grace=3600.0)
        contest = await at.runner.begin(replace(order, entrants=("Ada", "Ben")))
        await until(lambda: bool(at.runner.contest.waits_for(["Ben"], ["Ada"])))
        assert contest.tournament.results == ()
        await at.come("Ben")
        stored = await over(at, contest.id)
        assert {row.reason for row in stored.results} == {"finished"}


async def test_nobody_loses_while_nobody_is_there(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        order = TournamentRequest("Cup", "knock-out", games=1, terms=SMALL, grace=0.0)
        contest = await at.runner.begin(replace(order, entrants=("Ada", "Ben")))
        assert await at.runner._step() == math.inf
        assert contest.tournament.rounds == ()


async def test_who_leaves_loses_his_game(tmp_path: Path) -> None:
    moves = 0

    def leave(board: Board) -> Any:
        nonlocal moves
        moves += 1
        if moves > 2:
            raise asyncio.CancelledError
        return board.legal[0]

    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada")
        await at.come("Ben", move=leave)
        order = TournamentRequest("Cup", "round-robin", games=2, terms=SMALL, grace=0.0)
        contest = await at.runner.begin(order)
        stored = await over(at, contest.id)
        one, other = stored.results
        assert one.reason == "abandoned"
        assert one.players[one.loser] == "Ben"
        assert one.fault == "it left"
        assert other.reason == "absent"
        game = await at.opened.read(one.game_id)
        assert game.game.reason == "abandoned"
        assert game.game.ended_by == one.loser


async def test_rounds_are_played_by_the_terms_of_their_beginning(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada", "Ben")
        order = TournamentRequest("Cup", rounds=2, games=1, terms=SMALL)
        contest = await at.runner.begin(order)
        await until(lambda: len(contest.rounds) == 1)
        await at.runner.set_terms(contest.id, TournamentRules({"size": 5, "scoring": "stones"}))
        stored = await over(at, contest.id)
        games = [(await at.opened.read(row.game_id)).game for row in stored.results]
        assert [game.options["size"] for game in games] == [4, 5]
        assert games[1].options["scoring"] == "stones"


async def test_stopping(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada", "Ben")
        contest = await at.runner.begin(TournamentRequest("Cup", rounds=50, terms=SMALL))
        await until(lambda: len(contest.tournament.results) > 2)
        await at.runner.set_status(contest.id, "stopped")
        await until(lambda: not contest.playing)
        stored = await at.store.read(contest.id)
        assert stored.row.status == "stopped"
        assert len(stored.results) == len(contest.tournament.results) < 100
        assert at.runner.contest is None


async def test_stopping_the_ladder_begins_a_new_one(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await at.runner.set_terms(at.runner.ladder.id, SMALL)
        before = at.runner.ladder
        await at.come("Ada", "Ben")
        await until(lambda: len(before.tournament.results) > 0)
        await at.runner.set_status(before.id, "stopped")
        assert at.runner.ladder.id != before.id
        assert at.runner.ladder.terms == before.terms
        await until(lambda: len(at.runner.ladder.tournament.results) > 0)


async def test_games_that_the_end_of_the_server_breaks_off_are_nobodys_loss(tmp_path: Path) -> None:
    async with school(tmp_path) as at:
        await pause_ladder(at)
        ada, ben = [await at.place.logged_in(name) for name in ("Ada", "Ben")]
        contest = await at.runner.begin(TournamentRequest("Cup", "round-robin", terms=SMALL))
        await until(lambda: bool(at.place.hall.games))
        await at.runner.set_status(contest.id, "stopped")
        await at.runner.close()
        for client in (ada, ben):
            heard = b""
            while not heard.startswith(b"game: "):
                before, heard = heard, await client.line()
            assert before == b"message: The game is broken off, and does not count.\n"
            assert heard == b"game: nobody, , \n"
    async with school(tmp_path) as at:
        stored = await at.store.read(contest.id)
        assert stored.results == ()


async def test_a_mistake_of_ours_does_not_stop_it(
    tmp_path: Path, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.RETRY", 0.01)
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come("Ada", "Ben")
        play, begin, failed = at.place.hall.play, at.store.begin, 0

        async def wrong(*given: Any, **named: Any) -> Any:
            nonlocal failed
            failed += 1
            if failed % 2:
                raise RuntimeError("a mistake")
            call = play if named else begin
            return await call(*given, **named)

        monkeypatch.setattr(at.place.hall, "play", wrong)
        monkeypatch.setattr(at.store, "begin", wrong)
        contest = await at.runner.begin(TournamentRequest("Cup", "round-robin", terms=SMALL))
        stored = await over(at, contest.id)
        assert len(stored.results) == 2
        assert "no games could be begun: RuntimeError('a mistake')" in caplog.text
        assert "a game of" in caplog.text


async def test_a_restart_goes_on(tmp_path: Path) -> None:
    names = ("Ada", "Ben", "Cem", "Dan")
    counted = 0
    async with school(tmp_path) as at:
        await pause_ladder(at)
        await at.come(*names)
        contest = await at.runner.begin(TournamentRequest("Cup", rounds=3, terms=SMALL))
        await until(lambda: len(contest.tournament.results) >= 2)
    async with school(tmp_path) as at:
        again = at.runner.contest
        assert again.id == contest.id
        counted = len(again.tournament.results)
        assert 2 <= counted < 12
        await at.come(*names)
        stored = await over(at, contest.id)
        assert len(stored.results) == 12
        assert len({row.game_id for row in stored.results}) == 12


async def test_a_full_disk_is_asked_again(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.RETRY", 0.01)
    async with school(tmp_path) as at:
        await pause_ladder(at)
        finish, refused = at.store.finish, 0

        async def full(*given: Any) -> None:
            nonlocal refused
            refused += 1
            if refused < 4:
                raise StorageError("the disk is full")
            await finish(*given)

        monkeypatch.setattr(at.store, "finish", full)
        await at.come("Ada", "Ben")
        contest = await at.runner.begin(TournamentRequest("Cup", "round-robin", terms=SMALL))
        stored = await over(at, contest.id)
        assert len(stored.results) == 2
        assert refused == 5


async def test_seasons(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.SEASON", 3)
    async with school(tmp_path) as at:
        await at.runner.set_terms(at.runner.ladder.id, SMALL)
        before = at.runner.ladder
        await at.come("Ada", "Ben", "Cem")
        await until(lambda: at.runner.ladder is not before)
        assert set(at.runner.ladder.row.entrants) == {"Ada", "Ben", "Cem"}
        assert at.runner.ladder.terms == before.terms
        await until(lambda: len(at.runner.ladder.tournament.results) > 0)
        assert (await at.store.read(before.id)).row.status == "finished"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": ""}, "needs a name"),
        ({"name": "x" * 81}, "needs a name"),
        ({"name": "a\nb"}, "needs a name"),
        ({"kind": "ladder"}, "no kind of tournament here"),
        ({"grace": -1.0}, "make no sense"),
        ({"grace": float("nan")}, "make no sense"),
    ],
)
async def test_orders_that_make_no_sense(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        TournamentRequest(**{"name": "Cup"} | wrong)


@pytest.mark.parametrize(
    "wrong", [Clock(0.0, 10.0), Clock(5.0, 1.0), Clock(5.0, float("inf")), Clock(601.0, 3600.0)]
)
async def test_clocks_that_make_no_sense(wrong: Clock) -> None:
    with pytest.raises(BadRequest):
        TournamentRules({}, wrong)


async def test_rules_that_clients_cannot_play() -> None:
    with pytest.raises(BadOption, match="last_cell=choice"):
        TournamentRules({"last_cell": "choice"})
    with pytest.raises(BadOption):
        TournamentRules({"size": 99})
