"""The tournament runner with real players: pairings, results, and restarts."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import until
from tests.server.freeplay.clients import LineServer, OldClient

from livestone.errors import BadOption, BadRequest, Conflict, EngineError, NotFound, StorageError
from livestone.freeplay.board import Board
from livestone.server.freeplay.limits import Clock
from livestone.server.tables.store import GameStore
from livestone.server.tournaments.request import NewTournament, TournamentRules, tournament_row
from livestone.server.tournaments.runner import MAX_TRIES, TournamentRunner
from livestone.server.tournaments.state import TournamentState
from livestone.server.tournaments.store import TournamentStore

SMALL = TournamentRules({"size": 4}, Clock(60.0, 600.0))
FOREVER = 10**9


def asked(**wanted: Any) -> NewTournament:
    """A tournament with small boards and much time."""
    usual = {"name": "Cup", "options": {"size": 4}, "move": 60.0, "game": 600.0}
    return NewTournament(**usual | wanted)


def first(board: Board) -> tuple[int, int]:
    """Always the first cell that is legal."""
    return board.legal[0]


class TournamentServer:
    """A line server, its runner over the store in a folder, and clients that play there.

    The ladder is paused before the clients of these ``names`` come, unless it is ``running``.
    """

    def __init__(self, folder: Path, *names: str, rest: float = 0.0, running: bool = False) -> None:
        self.folder = folder
        self.names = names
        self.rest = rest
        self.running = running
        self.clients: dict[str, OldClient] = {}
        self._tasks: dict[str, asyncio.Task[str]] = {}

    async def __aenter__(self) -> TournamentServer:
        self.opened = await GameStore.open(self.folder)
        self.store = TournamentStore(self.opened)
        self.server = LineServer()
        await self.server.__aenter__()
        self.runner = TournamentRunner(self.server.players, self.store)
        self.runner.rest = self.rest
        await self.runner.start()
        await self.runner.set_rules(self.runner.ladder.id, SMALL)
        if not self.running:
            await self.runner.set_status(self.runner.ladder.id, "paused")
        await self.come(*self.names)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.runner.close()
        for name in list(self._tasks):
            await self.leave(name)
        await self.server.__aexit__(*error)
        await self.opened.close()

    async def come(self, *names: str, move: Callable[[Board], Any] = first) -> None:
        """Have clients log in that play until they are sent away."""
        for name in names:
            client = self.clients[name] = OldClient(name, move, FOREVER)
            self._tasks[name] = asyncio.create_task(client.run(self.server.port))
        await self.server.until(lambda players: players.present.issuperset(names))

    async def leave(self, name: str) -> None:
        """Have a client go without a word."""
        task = self._tasks.pop(name)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await self.server.until(lambda players: name not in players.present)

    def heard(self, name: str, command: str) -> list[str]:
        """What a client has been told by this command."""
        return [text for said, text in self.clients[name].heard if said == command]

    async def begin(self, kind: str = "swiss", name: str = "Cup", **more: Any) -> TournamentState:
        """Begin a tournament with small boards."""
        return await self.runner.begin(tournament_row(asked(name=name, kind=kind, **more)))


async def over(server: TournamentServer, id: str) -> Any:
    """Wait for a tournament's end, and return it as the store has it."""
    await until(lambda: server.runner.current is None)
    stored = await server.store.read(id)
    assert stored is not None
    return stored


async def test_the_ladder_pairs_whoever_waits_until_it_is_stopped(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path, "Ada", "Ben", "Cem", running=True) as server:
        ladder = server.runner.ladder
        await until(lambda: len(ladder.tournament.results) >= 6)
        await server.runner.set_status(ladder.id, "paused")
        await until(lambda: not ladder.playing)
        results = (await server.store.read(ladder.id)).results
        assert {name for row in results for name in row.players} == {"Ada", "Ben", "Cem"}
        assert len({frozenset(row.players) for row in results}) > 1
        assert {row.reason for row in results} == {"finished"}
        stored = await server.opened.read(results[0].record)
        assert stored.game.options["size"] == 4
        assert [seat.name for seat in stored.seats] == list(results[0].players)
        assert {seat.kind for seat in stored.seats} == {"player"}
        assert stored.game.winners == list(results[0].winners)
        assert all(ply.seconds is not None for ply in stored.plies[:15])
        await server.runner.set_status(ladder.id, "stopped")
        assert server.runner.ladder.id != ladder.id
        assert server.runner.ladder.rules == ladder.rules
        await until(lambda: len(server.runner.ladder.tournament.results) > 0)


async def test_on_the_ladder_nobody_plays_the_same_again_and_again(tmp_path: Path) -> None:
    names = ("Ada", "Ben", "Cem", "Dan")
    async with TournamentServer(tmp_path, *names, rest=0.2, running=True) as server:
        ladder = server.runner.ladder
        await until(lambda: len(ladder.tournament.results) >= 8)
        await server.runner.set_status(ladder.id, "paused")
        await until(lambda: not ladder.playing)
        results = (await server.store.read(ladder.id)).results
        for name in names:
            met = [frozenset(row.players) for row in results if name in row.players]
            assert all(one != other for one, other in pairwise(met))


async def test_a_swiss_tournament_counts_every_game_once(tmp_path: Path) -> None:
    names = ["Ada", "Ben", "Cem", "Dan", "Eve"]
    async with TournamentServer(tmp_path, *names) as server:
        state = await server.begin(name="Spring cup", rounds=3)
        stored = await over(server, state.id)
        assert stored.row.status == "finished"
        assert len(stored.rounds) == 3
        assert len(stored.results) == 3 * 2 * 2  # rounds, meetings, games
        assert len({row.record for row in stored.results}) == 12
        standings = state.tournament.standings()
        assert sum(one.points for one in standings) == 12 + 3 * 2  # a bye is a meeting won
        for name in names:
            ends = server.heard(name, "message")[-1]
            assert ends.startswith("Spring cup is over: you are number ")
        played = sum(len(server.heard(name, "game")) for name in names)
        assert played == 2 * len(stored.results)


async def test_one_tournament_at_a_time(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path) as server:
        for kind in ("round-robin", "knock-out"):
            with pytest.raises(BadRequest, match="needs at least 2"):
                await server.begin(kind)
        assert server.runner.current is None
        assert await server.store.newest(10) == ([], 0)
        await server.come("Ada", "Ben")
        state = await server.begin("round-robin", "One")
        with pytest.raises(Conflict, match="'One' goes on"):
            await server.begin(name="Two")
        await over(server, state.id)
        state = await server.begin("knock-out", "Two")
        await over(server, state.id)
        with pytest.raises(NotFound):
            await server.runner.set_status(state.id, "paused")
        found = await server.runner.find(state.id)
        assert found.tournament.standings() == state.tournament.standings()
        with pytest.raises(NotFound):
            await server.runner.find("nothing")


async def test_who_comes_late_enters_the_next_round(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path, "Ada", "Ben") as server:
        state = await server.begin(rounds=2, games=1)
        await server.runner.set_status(state.id, "paused")
        await until(lambda: not state.playing)
        await server.come("Cem", "Dan")
        await server.runner.set_status(state.id, "running")
        stored = await over(server, state.id)
        assert stored.row.entrants == ["Ada", "Ben", "Cem", "Dan"]
        assert len(stored.results) >= 3


async def test_who_does_not_come_back_loses(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path, "Ada", "Ben", "Cem") as server:
        await server.leave("Cem")
        entrants = ("Ada", "Ben", "Cem")
        state = await server.begin("round-robin", games=1, grace=0.0, entrants=entrants)
        stored = await over(server, state.id)
        absent = [row for row in stored.results if row.reason == "absent"]
        assert [row.players[row.loser] for row in absent] == ["Cem", "Cem"]
        assert {row.words for row in absent} == {"Cem did not come"}
        assert all(row.record is None for row in absent)
        assert server.heard("Ada", "message")[-1].startswith("Cup is over: you are number")


async def test_who_is_missing_is_waited_for(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path, "Ada") as server:
        state = await server.begin("knock-out", games=1, grace=3600.0, entrants=("Ada", "Ben"))
        await until(lambda: bool(state.waits_for(["Ben"], ["Ada"])))
        assert state.tournament.results == ()
        await server.come("Ben")
        stored = await over(server, state.id)
        assert {row.reason for row in stored.results} == {"finished"}


async def test_nobody_loses_while_nobody_is_there(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path) as server:
        state = await server.begin("knock-out", games=1, grace=0.0, entrants=("Ada", "Ben"))
        assert await server.runner._step() == math.inf
        assert state.tournament.rounds == ()


async def test_a_player_who_leaves_loses_the_game(tmp_path: Path) -> None:
    moves = 0

    def leave(board: Board) -> Any:
        nonlocal moves
        moves += 1
        if moves > 2:
            raise asyncio.CancelledError
        return board.legal[0]

    async with TournamentServer(tmp_path, "Ada") as server:
        await server.come("Ben", move=leave)
        state = await server.begin("round-robin", games=2, grace=0.0)
        stored = await over(server, state.id)
        one, other = stored.results
        assert one.reason == "abandoned"
        assert one.players[one.loser] == "Ben"
        assert one.words == "it left"
        assert other.reason == "absent"
        game = await server.opened.read(one.record)
        assert game.game.reason == "abandoned"
        assert game.game.ended_by == one.loser


async def test_rounds_are_played_by_the_rules_of_their_beginning(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path, "Ada", "Ben") as server:
        state = await server.begin(rounds=2, games=1)
        await until(lambda: len(state.rounds) == 1)
        await server.runner.set_rules(state.id, TournamentRules({"size": 5, "scoring": "stones"}))
        stored = await over(server, state.id)
        games = [(await server.opened.read(row.record)).game for row in stored.results]
        assert [game.options["size"] for game in games] == [4, 5]
        assert games[1].options["scoring"] == "stones"


async def test_stopping(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path, "Ada", "Ben") as server:
        state = await server.begin(rounds=50)
        await until(lambda: len(state.tournament.results) > 2)
        await server.runner.set_status(state.id, "stopped")
        await until(lambda: not state.playing)
        stored = await server.store.read(state.id)
        assert stored.row.status == "stopped"
        assert len(stored.results) == len(state.tournament.results) < 100
        assert server.runner.current is None


async def test_games_that_the_end_of_the_server_breaks_off_are_nobodys_loss(tmp_path: Path) -> None:
    async with TournamentServer(tmp_path) as server:
        ada, ben = [await server.server.logged_in(name) for name in ("Ada", "Ben")]
        state = await server.begin("round-robin")
        await until(lambda: bool(server.server.players.games))
        await server.runner.set_status(state.id, "stopped")
        await server.runner.close()
        for client in (ada, ben):
            heard = b""
            while not heard.startswith(b"game: "):
                before, heard = heard, await client.line()
            assert before == b"message: The game is broken off, and does not count.\n"
            assert heard == b"game: nobody, , \n"
    async with TournamentServer(tmp_path) as server:
        stored = await server.store.read(state.id)
        assert stored.results == ()


async def test_a_mistake_of_ours_does_not_stop_it(
    tmp_path: Path, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.RETRY", 0.01)
    async with TournamentServer(tmp_path, "Ada", "Ben") as server:
        play, begin, failed = server.server.players.play, server.store.begin, 0

        async def wrong(*given: Any, **named: Any) -> Any:
            nonlocal failed
            failed += 1
            if failed % 2:
                raise RuntimeError("a mistake")
            call = play if named else begin
            return await call(*given, **named)

        monkeypatch.setattr(server.server.players, "play", wrong)
        monkeypatch.setattr(server.store, "begin", wrong)
        state = await server.begin("round-robin")
        stored = await over(server, state.id)
        assert len(stored.results) == 2
        assert "no games could be begun: RuntimeError('a mistake')" in caplog.text
        assert "a game of" in caplog.text


async def test_a_game_that_always_fails_is_left_out(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.RETRY", 0.0)
    async with TournamentServer(tmp_path, "Ada", "Ben", "Cem") as server:
        play, tried = server.server.players.play, Counter[tuple[str, ...]]()

        async def killed(names: tuple[str, ...], *given: Any, **named: Any) -> Any:
            if "Cem" in names:
                tried[names] += 1
                raise EngineError("its process was killed")
            return await play(names, *given, **named)

        monkeypatch.setattr(server.server.players, "play", killed)
        state = await server.begin("round-robin")
        stored = await over(server, state.id)
        assert set(tried.values()) == {MAX_TRIES}
        played = {row.players: (row.reason, row.words) for row in stored.results}
        assert len(played) == 6
        for names in tried:
            words = f"not played, after {MAX_TRIES} attempts: its process was killed"
            assert played.pop(names) == ("absent", words)
        assert set(played.values()) == {("finished", "")}


async def test_a_restart_goes_on(tmp_path: Path) -> None:
    names = ("Ada", "Ben", "Cem", "Dan")
    async with TournamentServer(tmp_path, *names) as server:
        state = await server.begin(rounds=3)
        await until(lambda: len(state.tournament.results) >= 2)
    async with TournamentServer(tmp_path) as server:
        again = server.runner.current
        assert again.id == state.id
        counted = len(again.tournament.results)
        assert 2 <= counted < 12
        await server.come(*names)
        stored = await over(server, state.id)
        assert len(stored.results) == 12
        assert len({row.record for row in stored.results}) == 12


async def test_a_full_disk_is_asked_again(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.RETRY", 0.01)
    async with TournamentServer(tmp_path, "Ada", "Ben") as server:
        finish, refused = server.store.finish, 0

        async def full(*given: Any) -> None:
            nonlocal refused
            refused += 1
            if refused < 4:
                raise StorageError("the disk is full")
            await finish(*given)

        monkeypatch.setattr(server.store, "finish", full)
        state = await server.begin("round-robin")
        stored = await over(server, state.id)
        assert len(stored.results) == 2
        assert refused == 5


async def test_seasons(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("livestone.server.tournaments.runner.SEASON", 3)
    async with TournamentServer(tmp_path, running=True) as server:
        before = server.runner.ladder
        await server.come("Ada", "Ben", "Cem")
        await until(lambda: server.runner.ladder is not before)
        assert set(server.runner.ladder.row.entrants) == {"Ada", "Ben", "Cem"}
        assert server.runner.ladder.rules == before.rules
        await until(lambda: len(server.runner.ladder.tournament.results) > 0)
        assert (await server.store.read(before.id)).row.status == "finished"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": ""}, "needs a name"),
        ({"name": "a\nb"}, "needs a name"),
        ({"kind": "ladder"}, "no kind of tournament here"),
        ({"grace": -1.0}, "make no sense"),
        ({"grace": math.nan}, "make no sense"),
        ({"move": 0.0}, "0 seconds for a move make no sense"),
        ({"move": 601.0, "game": 3600.0}, "601 seconds for a move make no sense"),
        ({"game": math.inf}, "inf seconds for a game make no sense"),
        ({"game": 1.0}, "1 seconds for a game are less than the 60 for a move"),
        ({"options": {"last_cell": "choice"}}, "last_cell=choice cannot be played here"),
        ({"options": {"size": 99}}, "size='99' is not allowed"),
    ],
)
async def test_requests_that_are_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises((BadOption, BadRequest), match=words):
        tournament_row(asked(**wrong))
