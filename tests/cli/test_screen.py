"""The terminal's whole screen, driven by Textual's pilot: keys, mouse, dialogs, bots."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.positions import random_state
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from livestone.cli import tiles
from livestone.cli.board import BoardView
from livestone.cli.dialogs import Ask, Confirm, Curtain, GoOn, NewGame
from livestone.cli.screen import Screen, is_light
from livestone.cli.session import Kept, Session, unfinished
from livestone.core.game import Game
from livestone.games import load
from livestone.records.record import Record
from livestone.search.report import Line, Report

Script = Callable[[Screen, Pilot[None]], Awaitable[None]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def shown(
    session: Session, folder: Path, kept: Sequence[Kept] = (), **how: bool
) -> AsyncIterator[tuple[Screen, Pilot[None]]]:
    """A session on a screen of 80x24, with a pilot who presses keys and clicks."""
    app = Screen(session, folder, kept, **({"ask": True, "warmed": False} | how))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield app, pilot


def two(game: Game, folder: Path) -> Session:
    return Session(game, (True,) * game.players, 1, folder)


def plays(game: str, **options: object) -> Callable[[Script], Callable[[Path], Awaitable[None]]]:
    """Make a test of a script, in which people play this game at one screen."""

    def make(script: Script) -> Callable[[Path], Awaitable[None]]:
        async def test(tmp_path: Path) -> None:
            async with shown(two(load(game, **options), tmp_path), tmp_path) as (app, pilot):
                await script(app, pilot)

        return test

    return make


def text(app: Screen, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).content)


async def click_site(app: Screen, pilot: Pilot[None], name: str) -> None:
    board = app.board
    site = app.session.game.board.site[name]
    plan = tiles.plan(app.session.game.board, board.size.width, board.size.height)
    left, top = board.corner()
    column, line = plan.places[site]
    await pilot.click(BoardView, offset=(left + column + 1, top + line))
    await pilot.pause()


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Wait for a bot, however long it takes."""
    while not done():
        await pilot.pause(0.02)


@plays("freedom", size=4)
async def test_keys_and_clicks(app: Screen, pilot: Pilot[None]) -> None:
    assert "White to move" in text(app, "message")
    app.board.cursor = app.session.game.board.site["b2"]
    await pilot.press("right", "up", "left", "enter")
    assert app.session.state.move_texts == ["b3"]
    await click_site(app, pilot, "c3")
    assert app.session.state.move_texts == ["b3", "c3"]
    await click_site(app, pilot, "c3")
    assert "c3 is occupied" in text(app, "message")
    await pilot.press("m", *"d4", "enter")
    assert app.session.state.move_texts == ["b3", "c3", "d4"]
    assert "3. White  d4" in text(app, "moves")
    await pilot.press("u")
    assert app.session.state.move_texts == ["b3", "c3"]
    await pilot.press("left", "left", "left", "left", "up", "down", "down", "down", "down")
    assert app.session.game.board.names[app.board.cursor] == "a1"


@plays("freedom", size=4)
async def test_the_way_back_from_a_typed_move(app: Screen, pilot: Pilot[None]) -> None:
    def told() -> list[str]:
        return [found.binding.description for found in app.screen.active_bindings.values()]

    entry = app.query_one("#entry", Input)
    assert "back to the board" not in told()
    await pilot.press("m", *"e9", "enter")
    assert "'e9'" in text(app, "message")
    assert (app.focused, entry.value) == (entry, "e9")  # to be mended
    assert "back to the board" in told()
    await pilot.press("escape")
    assert app.focused is app.board
    await pilot.press("m", "backspace", "backspace", *"b3", "enter")
    assert app.session.state.move_texts == ["b3"]
    assert (app.focused, entry.value) == (app.board, "")


async def test_a_terminal_without_unicode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.cli.words.unicode", lambda: False)
    async with shown(two(load("freedom", size=4), tmp_path), tmp_path) as (app, pilot):
        await pilot.press("enter", "right", "enter")
        board = app.board.render().plain
        assert board.isascii()
        assert (board.count("w"), board.count("b")) == (1, 3)  # and the column b
        assert text(app, "players").isascii()


async def test_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    session = Session(load("freedom", size=4), (True, False), 1, tmp_path)
    async with shown(session, tmp_path, warmed=True) as (app, pilot):
        while not app.session.over:
            await until(pilot, lambda: app.session.person_to_move or app.session.over)
            if not app.session.over:
                app.board.cursor = app.session.state.legal[0] % 16
                await pilot.press("enter")
        await pilot.pause()
        assert "Press n for a new game" in text(app, "message")
        await pilot.press("enter", "u", "h", "r")
        assert len(app.screen_stack) == 1
    (file,) = tmp_path.iterdir()
    record = Record.read(file.read_text())
    assert record.result is not None
    assert record == session.record()


async def test_the_last_cell(tmp_path: Path) -> None:
    session = two(load("freedom", size=5), tmp_path)
    for move in random_state(session.game, 11, 24).moves:
        session.play(move)
    async with shown(session, tmp_path) as (app, pilot):
        choice = app.session.game.words.choices["pass"]
        assert choice.note in text(app, "message")
        assert choice.label in str(app.query_one("#choices Button", Button).label)
        await pilot.press("1")
        assert app.session.state.move_texts[-1] == "pass"
        await pilot.pause()
        assert not app.query("#choices Button")


@plays("shuttle")
async def test_a_path_of_two_sites(app: Screen, pilot: Pilot[None]) -> None:
    await click_site(app, pilot, "b1")
    assert "choose what follows" in text(app, "message")
    await pilot.press("escape")
    await click_site(app, pilot, "a1")
    await click_site(app, pilot, "b1")
    assert app.session.state.ply == 0
    await click_site(app, pilot, "c1")
    assert app.session.state.move_texts == ["b1-c1"]


@plays("twins", secret=True)
async def test_a_curtain_between_players(app: Screen, pilot: Pilot[None]) -> None:
    assert isinstance(app.screen, Curtain)
    await pilot.press("enter")
    assert text(app, "message") == "Red to move. Choose your heart."
    app.give("heart=a3")
    await pilot.pause()
    assert isinstance(app.screen, Curtain)
    assert "a3" not in text(app, "message")
    await pilot.press("enter")
    await pilot.pause()
    assert "1. Red    chosen" in text(app, "moves")


async def test_a_turn_of_several_plies(tmp_path: Path) -> None:
    session = two(load("shuttle"), tmp_path)
    for move in ("a1-c1", "f1-e1"):
        session.play(move)
    async with shown(session, tmp_path) as (app, pilot):
        app.play("b1-d1")
        await pilot.pause()
        assert "3. White  b1-d1" in text(app, "moves")
        assert "1  Stop" in str(app.query_one("#choices Button", Button).label)
        await pilot.press("u")
        assert app.session.state.move_texts == ["a1-c1", "f1-e1"]
        app.play("b1-d1")
        await pilot.pause()
        await pilot.press("1")
        assert app.session.state.move_texts[-2:] == ["b1-d1", "stop"]
        assert "3. White  b1-d1 stop" in text(app, "moves")


async def test_three_at_one_terminal(tmp_path: Path) -> None:
    session = two(load("twins", players=3, side=2), tmp_path)
    async with shown(session, tmp_path) as (app, pilot):
        for name in ("Red", "Blue", "Blue", "Green", "Green", "Red"):
            assert text(app, "message").startswith(f"{name} to move.")
            app.give(session.state.legal_texts[0])
            await pilot.pause()
        assert "3. Green" in text(app, "moves")
        assert [line for line in text(app, "players").splitlines() if "▶" in line] == [
            line for line in text(app, "players").splitlines() if "Red" in line
        ]


async def test_resign_save_and_new(tmp_path: Path) -> None:
    async with shown(two(load("freedom", size=4), tmp_path), tmp_path) as (app, pilot):
        await pilot.press("s")
        assert isinstance(app.screen, Ask)
        app.screen.query_one(Input).value = str(tmp_path / "x.txt")
        await pilot.press("enter")
        assert "Saved to" in text(app, "message")
        await pilot.press("s")
        app.screen.query_one(Input).value = "/no/such/folder/x"
        await pilot.press("enter")
        assert "cannot be written" in text(app, "message")
        await pilot.press("s", "escape", "r", "escape")
        assert not app.session.over
        await pilot.press("r")
        assert isinstance(app.screen, Confirm)
        await pilot.press("enter")
        assert "Black won, White resigned" in text(app, "message")
        await pilot.press("n")
        assert isinstance(app.screen, NewGame)
        await pilot.click("#play")
        await pilot.pause()
        assert not app.session.over
        assert app.session.game == load("freedom", size=4)
        await pilot.press("n", "escape")
    assert Record.read((tmp_path / "x.txt").read_text()).plies == ()


@plays("freedom", size=4)
async def test_another_game(app: Screen, pilot: Pilot[None]) -> None:
    await pilot.press("n")
    await pilot.pause()
    app.screen.query_one("#game").value = "twins"  # type: ignore[attr-defined]
    await pilot.pause()
    app.screen.query_one("#option-players").value = "3"  # type: ignore[attr-defined]
    app.screen.query_one("#play", Button).press()
    await pilot.pause()
    await pilot.pause()
    assert app.session.game == load("twins", players=3)
    assert app.session.people == (True, True, True)


async def test_a_bot_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(load("freedom", size=4), (True, False), 1, tmp_path)

    def think(stop: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(session, "think", think)
    async with shown(session, tmp_path) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: "ZeroDivisionError('oh')" in text(app, "message"))
        await pilot.press("u")
        assert app.session.state.ply == 0


class Thinker:
    """Thinks about a session's position until it is stopped, or told to say what it has found."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.begun, self.found, self.stopped = (threading.Event() for _ in range(3))

    def __call__(self, stop: Callable[[], bool]) -> Iterator[Report]:
        move = self._session.state.legal[0]
        self.begun.set()
        while not (self.found.wait(0.01) or stop()):
            pass
        if stop():
            self.stopped.set()
        yield Report((Line(move, (0.5, 0.5), 1, (move,)),), 1, 0.25, final=True)


async def test_a_bot_thinks_on_when_there_is_nothing_to_take_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(load("freedom", size=4), (False, True), 1, tmp_path)
    thinker = Thinker(session)
    monkeypatch.setattr(session, "think", thinker)
    async with shown(session, tmp_path) as (app, pilot):
        await until(pilot, thinker.begun.is_set)
        await pilot.press("u")
        thinker.found.set()
        await until(pilot, lambda: session.state.ply == 1 or thinker.stopped.is_set())
        assert session.state.ply == 1
        said = [notice.message for notice in app._notifications]
        assert said == ["Sorry, you have not moved yet: there is nothing to take back."]


@pytest.mark.parametrize("key", ["enter", "u"])
async def test_no_hint_is_given_for_a_position_that_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    session = two(load("freedom", size=4), tmp_path)
    session.play("b2")
    thinker = Thinker(session)
    monkeypatch.setattr(session, "hint", thinker)
    async with shown(session, tmp_path) as (app, pilot):
        await pilot.press("h")
        await until(pilot, thinker.begun.is_set)
        await pilot.press(key)
        assert session.state.ply == (2 if key == "enter" else 0)
        thinker.found.set()
        await until(pilot, lambda: thinker.stopped.is_set() or "Try" in text(app, "message"))
        assert "to move" in text(app, "message")


@plays("freedom", size=4)
async def test_a_hint(app: Screen, pilot: Pilot[None]) -> None:
    await pilot.press("h")
    await until(pilot, lambda: "Try " in text(app, "message"))
    assert app.session.state.ply == 0


def board_text(app: Screen) -> str:
    return app.board.render().plain.strip()


@pytest.mark.parametrize("keys", ["enter", "escape", "end enter"])
async def test_an_unfinished_game_is_named_before_any_board_is_shown(
    tmp_path: Path, keys: str
) -> None:
    two(load("freedom", size=4), tmp_path).play("b2")
    session = two(load("freedom", size=5), tmp_path)
    async with shown(session, tmp_path, unfinished(tmp_path)) as (app, pilot):
        assert isinstance(app.screen, GoOn)
        listed = app.screen.query_one(OptionList)
        asked = [str(listed.get_option_at_index(at).prompt) for at in range(2)]
        assert asked[0].startswith(
            "Go on: Freedom, board size 4, you are White and Black, 1 ply played, begun 2"
        )
        assert asked[1] == "New: Freedom, board size 5"
        assert board_text(app) == ""
        await pilot.press(*keys.split())
        await pilot.pause()
        assert app.session.game.option["size"] == (4 if keys == "enter" else 5)
        assert app.session.state.move_texts == (["b2"] if keys == "enter" else [])
        assert board_text(app) != ""
    assert len(unfinished(tmp_path)) == 1


async def test_a_game_that_was_asked_for_starts_at_once(tmp_path: Path) -> None:
    two(load("freedom", size=4), tmp_path).play("b2")
    session = two(load("twins"), tmp_path)
    async with shown(session, tmp_path, unfinished(tmp_path), ask=False) as (app, _):
        assert app.session.game == load("twins")
        assert not isinstance(app.screen, GoOn)
        assert board_text(app) != ""
        (notice,) = app._notifications
        assert "Still kept: Freedom, board size 4" in notice.message
        app.give("c3")
    assert {kept.record.game for kept in unfinished(tmp_path)} == {"freedom", "twins"}


async def test_a_kept_game_that_can_be_read_no_more(tmp_path: Path) -> None:
    two(load("freedom", size=4), tmp_path).play("b2")
    kept = unfinished(tmp_path)
    kept[0].file.unlink()
    async with shown(two(load("twins"), tmp_path), tmp_path, kept) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.game == load("twins")
        assert "cannot be read" in text(app, "message")


@pytest.mark.parametrize(("value", "light"), [("0;15", True), ("15;0", False), ("", False)])
def test_light_terminals(value: str, light: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", value)
    assert is_light() == light


@plays("straat")
async def test_the_board_is_turned_over(app: Screen, pilot: Pilot[None]) -> None:
    front = app.board.render().plain
    await pilot.press("t")
    back = app.board.render().plain
    assert front != back
    assert front.index("a") < front.index("d")
    assert back.index("d") < back.index("a")
    await pilot.press("t")
    assert app.board.render().plain == front
