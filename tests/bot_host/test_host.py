"""House bots against people, as clients of a real server, and two hosts for one bot."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pytest
from tests.patience import PATIENCE
from tests.server.conftest import PuppetEngine
from tests.server.site import Site, until

from livestone.bot_host import lease
from livestone.bot_host.host import BotHost, HostSettings
from livestone.bot_host.tokens import load
from livestone.cli.main import run
from livestone.client import Client, Game
from livestone.core.state import State
from livestone.play.engine.processes import Question
from livestone.server.accounts import bot_lease

SMALL = {"size": 4}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server keeps its games, and the file of tokens."""
    made = tmp_path_factory.mktemp("data")
    assert run(["admin", "house", str(made / "tokens"), "--data", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    """A running server without bots of its own."""
    with Site(folder) as running:
        yield running


class FirstMove(PuppetEngine):
    """Finds the first legal move at once, and thinks it wins by ``value``."""

    value = 0.9

    def report(self, question: Question) -> dict[str, Any]:
        """The first move."""
        opening, game = question.opening, question.game
        state = State(game) if opening is None else State.read(game, opening, question.viewer)
        for move in question.plies:
            state.play(move)
        assert state.mover is not None
        value = [1 - self.value] * game.players
        value[state.mover] = self.value
        return {"lines": [{"move": state.legal_texts[0], "value": value}]}

    def warm(self, game: object) -> None:
        """Nothing to compile."""

    async def close(self) -> None:
        """Nothing to do."""


class RunningHost:
    """A context in which a host runs; ``said`` is what its operator reads."""

    def __init__(
        self, site: Site, file: Path, levels: Sequence[int], settings: HostSettings
    ) -> None:
        self.engine = FirstMove()
        self.said: list[str] = []
        self._make = lambda: BotHost(
            site.url, load(file, {}, levels), settings, self.said.append, self.engine
        )
        self._thread = threading.Thread(target=self._run)
        self.stop: Callable[[], object] = lambda: None

    def _run(self) -> None:
        async def live() -> None:
            loop, task = asyncio.get_running_loop(), asyncio.current_task()
            self.stop = lambda: loop.call_soon_threadsafe(task.cancel)
            await self._make().run()

        try:
            asyncio.run(live())
        except asyncio.CancelledError:
            self.said.append("ended")
        except Exception as error:
            self.said.append(str(error))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(RuntimeError):  # it has ended by itself
            self.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def wait(self, words: str) -> None:
        """Wait until something was said."""
        until(lambda: any(words in line for line in self.said))


@pytest.fixture
def person(site: Site) -> Iterator[Client]:
    """A guest."""
    with Client(site.url) as made:
        yield made


def answered(person: Client, id: str) -> str | None:
    """Wait for the answer to a challenge: the game's id, None where it was declined."""
    until(lambda: person.challenge(id).status != "open")
    return person.challenge(id).table


def challenge(person: Client, level: int, **more: Any) -> Game:
    """Challenge a house bot, and begin."""
    game = more.pop("game", "freedom")
    table = answered(person, person.new_challenge(game, to=f"House-{level}", **more).id)
    assert table is not None
    return person.game(table)


def test_a_game_from_the_challenge_to_the_end(site: Site, folder: Path, person: Client) -> None:
    with RunningHost(site, folder / "tokens", [3, 4], HostSettings(games=1, greet=True)) as house:
        house.wait("House-3 is here at level 3 (Learner)")
        house.wait("House-4 is here")
        game = challenge(person, 3, options=SMALL, control="5+3", side=0)
        second = person.new_challenge("freedom", to="House-4")
        assert answered(person, second.id) is None
        assert person.challenge(second.id).note == "busy with other games; try again soon"
        house.wait("House-4 declines a challenge")
        declined = person.read(dict, "/lobby")["declined"]
        assert [(one["name"], one["game"]) for one in declined] == [("House-4", "freedom")]
        for _ in game.events():
            if game.my_turn:
                game.play(game.legal[-1])
        assert game.table.reason == "finished"
        house.wait("House-3 has played Freedom with Guest")
        until(lambda: len(game.talk().messages) == 2)
        assert [seat.name for seat in game.seats] == ["You", "House-3 (bot)"]
        levels = {question.level for question in house.engine.asked}
        assert levels == {3}
        # One bot for the whole game, which is then forgotten.
        assert len({(question.table, question.seed) for question in house.engine.asked}) == 1
        assert house.engine.finished == [game.id]
        # Who has the time of its level thinks as long as that.
        assert house.engine.asked[0].seconds is None
        house.wait("has played")
    assert house.said[-1] == "ended"


def test_what_others_ask_for_is_answered(site: Site, folder: Path, person: Client) -> None:
    with RunningHost(site, folder / "tokens", [2], HostSettings(games=5)) as house:
        game = challenge(person, 2, options=SMALL, control="1", side=0)
        game.play("a1")
        until(lambda: game.refresh().my_turn)
        # With a minute for everything it takes three seconds at most.
        assert house.engine.asked[-1].seconds is None
        game.undo()
        until(lambda: game.refresh().last_ply == 0)
        game.play("b2")
        until(lambda: game.refresh().my_turn)
        game.offer("draw")
        until(lambda: game.refresh().offers == () or game.table.offers[0].refused)
        assert not game.over, "it thinks that it wins"
        game.offer("pause")
        until(lambda: game.refresh().clock is not None and game.table.clock.paused)  # type: ignore[union-attr]
        game.resume()
        house.engine.value = 0.1
        game.play(game.legal[0])
        until(lambda: game.refresh().my_turn)
        game.offer("draw")
        until(lambda: game.refresh().status == "finished")
        assert game.table.reason == "agreed"


def test_games_go_on_at_the_next_start(site: Site, folder: Path, person: Client) -> None:
    settings = HostSettings(games=5)
    with RunningHost(site, folder / "tokens", [1], settings) as house:
        house.engine.free.clear()
        game = challenge(person, 1, game="trangalla", side=0)
        game.play(game.legal[0])
        until(lambda: house.engine.asked)
    assert house.said[-2:] == ["1 game goes on at the next start.", "ended"]
    assert game.refresh().status == "running"
    with RunningHost(site, folder / "tokens", [1], settings) as house:
        for _ in range(6):
            until(lambda: game.refresh().my_turn)
            game.play(game.legal[0])
        # What it may not see is not in what it thinks about.
        assert all(question.viewer == 1 for question in house.engine.asked)
        seen = [question.opening or "" for question in house.engine.asked]
        assert any("kings=-," in text for text in seen)
        assert not any(re.search("kings=[^-]", text) for text in seen)
        game.resign()
        house.wait("has played Trangalla with Guest: Black wins")


def test_open_challenges_are_taken_only_if_wanted(site: Site, folder: Path, person: Client) -> None:
    made = person.new_challenge("freedom", options=SMALL)
    with RunningHost(site, folder / "tokens", [5], HostSettings(games=5)) as house:
        house.wait("is here")
        until(lambda: any(one.level == 5 for one in person.lobby("freedom").house))
        assert person.challenge(made.id).status == "open"
    with RunningHost(site, folder / "tokens", [5], HostSettings(games=5, seek=0.1)):
        table = answered(person, made.id)
        assert table is not None
        person.game(table).resign()


def test_tokens_that_are_good_no_longer(site: Site, tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("4 ls_wrong", "utf-8")
    with RunningHost(site, tmp_path / "tokens", [], HostSettings(games=5)) as house:
        house.wait("The bot of level 4 leaves: this token is not known here")
        house.wait("no bot is left")


def test_one_program_at_a_time_has_the_lease(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (token,) = load(folder / "tokens", {}, [6])
    with Client(site.url, token=token.token) as bot:
        assert bot.take_lease("one", 60)
        assert bot.take_lease("one", 60)
        assert not bot.take_lease("two", 60)
        assert not bot.take_lease("two", 0)  # releases nobody else's
        assert not bot.take_lease("two", 60)
        assert not bot.take_lease("one", 0)
        assert bot.take_lease("two", 60)
        assert not bot.take_lease("one", 60)
        monkeypatch.setattr(bot_lease, "now", lambda: time.time() + 61)
        assert bot.take_lease("one", 60)
        # The machine's clock is set back, by more than anybody can ask for.
        monkeypatch.setattr(bot_lease, "now", lambda: time.time() - 3600)
        assert bot.take_lease("two", 60)


def test_the_second_host_waits_and_takes_over(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "RENEW_SECONDS", 0.2)
    tokens = folder / "tokens"
    (token,) = load(tokens, {}, [7])
    first, second = (RunningHost(site, tokens, [7], HostSettings(games=4)) for _ in range(2))
    with Client(site.url) as person, Client(site.url, token=token.token) as bot, first:
        first.wait("is here")
        until(lambda: not bot.take_lease("probe", 0.01))
        with second:
            second.wait("is played by another host; this one waits")
            game = challenge(person, 7, options=SMALL, side=0)
            for _ in range(2):
                game.play(game.legal[0])
                until(lambda: game.refresh().my_turn)
            assert (len(first.engine.asked), second.engine.asked) == (2, [])
            first.stop()
            first.wait("ended")
            game.play(game.legal[0])
            until(lambda: game.refresh().my_turn)
            assert second.engine.asked
            game.resign()
