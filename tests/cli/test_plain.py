"""The line mode, through real pipes and in this process."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.positions import random_state

from livestone.cli.plain import Plain
from livestone.cli.session import Session, unfinished
from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record

Talk = Callable[..., str]


@pytest.fixture
def talk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Talk:
    """A whole conversation: what is said when these lines are typed."""

    def talk(game: Game, people: tuple[bool, ...], *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        Plain(Session(game, people, 1, tmp_path), tmp_path, unfinished(tmp_path)).run()
        return capsys.readouterr().out

    return talk


def first_moves(game: Game, plies: int = 999) -> list[str]:
    """A game of first legal moves."""
    state = State(game)
    while not state.over and state.ply < plies:
        state.play(state.legal[0])
    return state.move_texts


def test_a_whole_game_through_pipes(tmp_path: Path) -> None:
    """Type every cell until the game is over; what is not legal is refused and nothing else."""
    cells = [f"{column}{row}" for column in "abcd" for row in range(1, 5)]
    lines = "\n".join(["continue", "a1", "a1", *(cells * 16), "save game.txt", "quit"])
    command = [sys.executable, "-m", "livestone", "play", "--plain", "--option", "size=4"]
    done = subprocess.run(
        [*command, "--level", "1", "--data", str(tmp_path)],
        input=lines,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "There is no unfinished game" in done.stdout
    assert "Black plays" in done.stdout
    assert "live stones." in done.stdout
    assert "Sorry, a1 is occupied." in done.stdout
    assert "The game is over:" in done.stdout
    record = Record.read((tmp_path / "game.txt").read_text())
    assert record.result is not None
    assert record.players[1].level == 1
    assert record.plies[1].note.engine is not None
    kept = [file.read_text() for file in (tmp_path / "terminal").iterdir()]
    assert kept == [record.as_text()]


def test_two_people_and_the_end_of_the_input(talk: Talk, tmp_path: Path) -> None:
    game = load("freedom", size=4)
    out = talk(game, (True, True), *first_moves(game, 5))
    assert "White to move." in out
    assert "The game is kept" in out
    assert out.endswith("Goodbye.\n")
    assert len(unfinished(tmp_path)) == 1
    again = talk(game, (True, True), "continue", "record", *first_moves(game)[5:], "b2")
    assert "An unfinished game is kept: Freedom, board size 4, you are White and Black, 5" in again
    assert "5. White:" in again
    assert "The game is over: " in again
    assert "Sorry, the game is over after ply 16." in again
    assert unfinished(tmp_path) == []


def test_any_of_several_kept_games_goes_on(talk: Talk, tmp_path: Path) -> None:
    four, five = load("freedom", size=4), load("freedom", size=5)
    talk(four, (True, True), "b2")
    os.utime(unfinished(tmp_path)[0].file, (1, 1))  # played long ago
    talk(five, (True, True), "c3")
    out = talk(four, (True, True), "continue 3", "continue 2", "record")
    assert "1. Freedom, board size 5, you are White and Black, 1 ply played" in out
    assert "2. Freedom, board size 4, you are White and Black, 1 ply played" in out
    assert "Sorry, no kept game has the number '3': choose 1 to 2." in out
    assert "1. White: b2" in out
    assert len(unfinished(tmp_path)) == 2


def test_commands(talk: Talk, tmp_path: Path) -> None:
    game = load("freedom", size=4)
    out = talk(
        game,
        (True, True),
        *("help", "board", "BOARD", "picture", "moves", "score", "record", "undo", "save", "what"),
        "hint",
        *("b2", "record", "undo", f"save {tmp_path}/x.json", "save /no/such/folder/x", "save \0"),
        *("resign", "undo", "hint", "resign", "new", "quit", "b2"),
    )
    assert "The board is empty" in out
    assert "   a   b   c   d" in out
    assert "16 legal moves: a1 a2" in out
    assert "Nobody has moved yet." in out
    assert "Sorry, you have not moved yet: there is nothing to take back." in out
    assert "Sorry, save to which file?" in out
    assert "Sorry, 'what' is not a move of this game" in out
    assert re.search("Try .*% for White", out)
    assert "1. White: b2" in out
    assert "Took back 1 ply." in out
    assert "Sorry, '/no/such/folder/x' cannot be written" in out
    assert "The game is over: Black won, White resigned." in out
    assert "Sorry, the game is over: nothing can be taken back." in out
    assert out.count("Freedom (size 4, ") == 2
    assert Record.read((tmp_path / "x.json").read_text()).plies == ()


def test_the_last_cell_is_asked_for(talk: Talk) -> None:
    game = load("freedom", size=5)
    state = random_state(game, 11, 24)
    assert "pass" in state.legal_texts
    out = talk(game, (True, True), *state.move_texts, "pass")
    assert f"You may choose pass: {game.words.choices['pass'].label}" in out
    assert "plays pass" in out
    assert "The game is over" in out


def test_paths_of_several_tokens_and_turns_of_several_plies(talk: Talk) -> None:
    out = talk(load("shuttle"), (True, True), "b1", "b1 c1", "record")
    assert "b1 may go on with: c1. Type it all: b1 c1" in out
    assert "1. White: b1-c1" in out
    assert "2. Blue: a3 b2" in talk(load("twins"), (True, True), "c3", "a3", "b2", "record")


def test_secrets_stay_secret(talk: Talk) -> None:
    out = talk(load("twins", secret=True), (True, True), "heart=a3", "record", "board")
    assert "Red has chosen in secret." in out
    assert "Blue to move. Choose your heart." in out
    assert "Only Blue should look now." in out
    assert "1. Red: chosen" in out
    assert "a3" not in out.partition("Red plays")[2]


def test_a_full_disk_does_not_end_the_game(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    session = Session(load("freedom", size=4), (True, True), 1, tmp_path / "file")
    session.play("b2")
    session.play("c3")
    assert session.trouble is not None
    assert session.state.ply == 2


def test_the_board_turned_over(talk: Talk) -> None:
    said = talk(load("straat"), (True, True), "b2HN", "board", "board back", "picture back", "quit")
    assert "1 half block, black top (white behind): b2." in said
    assert "1 white block (half, black top behind): b2." in said
    assert "d   c   b   a" in said
    said = talk(load("straat"), (True, True), "board side", "quit")
    assert "There is no 'side' to look at now." in said
