"""The players of the tutorial play, each better than the one before; what it lists exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from livestone.freeplay.board import Board, freeplay
from livestone.freeplay.limits import Limits
from livestone.freeplay.player import GamePlayer
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, Seat, play_game
from livestone.games import load
from livestone.lessons.player_lessons import lessons
from livestone.play.baselines import BASELINES

TEXT = (Path(__file__).parents[2] / "docs" / "freeplay.md").read_text("utf-8")
CODES = {lesson.id: lesson.solution for lesson in lessons()}
NAMES = {"legal": "dummy", "chance": "one_ply", "count": "counting", "search": "searching"}
LIMITS = Limits(move=600.0, game=60_000.0, load=60.0, cpu=60_000.0)

Players = dict[str, PlayerProcess]


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    for id, name in NAMES.items():
        (tmp_path / f"{name}.py").write_text(CODES[id], "utf-8")
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(PlayerProcess(tmp_path / f"{name}.py", LIMITS))
            for name in NAMES.values()
        }


def score(players: Players, better: str, worse: str, size: int, games: int) -> float:
    """The share of the games that the better player has, colours in turn."""
    total = 0.0
    for number in range(games):
        seat = number % 2
        pair = (players[better], players[worse])
        played = play_game(freeplay(size=size), pair[:: 1 - 2 * seat], seed=number)
        assert played.fault is None, played.report
        total += played.share(seat)
    return total / games


def test_they_stand_in_order_of_strength(players: Players) -> None:
    for worse, better in pairwise(NAMES.values()):
        assert score(players, better, worse, size=6, games=8) > 0.6


def test_from_a_program(
    players: Players,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, code = re.findall(r"```py\n(.*?)```", TEXT, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    out = capsys.readouterr().out
    assert " None\nLivestone record 1\nGame: freedom\n" in out
    assert "White: one_ply (bot)\nBlack: dummy (bot)\n" in out


def test_of_other_games(tmp_path: Path) -> None:
    """The example plays any game; what is listed beside it exists."""
    code, _ = re.findall(r"```py\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "mine.py").write_text(code, "utf-8")
    with PlayerProcess(tmp_path / "mine.py", LIMITS) as mine:
        for game in (load("kasteel_1"), load("straat")):
            for seat in (0, 1):
                seats: list[Seat] = [HouseSeat("first-free", BASELINES["first-free"])]
                seats.insert(seat, mine)
                played = play_game(game, seats, seed=seat)
                assert played.fault is None, played.report
    listed = TEXT[TEXT.index("## Other games") : TEXT.index("## From a program")]
    asked = set(re.findall(r"`self\.(\w+)", listed))
    known = {"game", "seat", "moves", "logger", "draw", *vars(GamePlayer)}
    assert asked <= known
    assert {name for name in known if not name.startswith("_")} - asked == {"move", "deadline"}


@pytest.mark.slow
def test_they_stand_in_order_of_strength_on_the_whole_board(players: Players) -> None:
    for worse, better in pairwise(NAMES.values()):
        assert score(players, better, worse, size=10, games=10) >= 0.75


def test_what_is_listed_exists() -> None:
    table = TEXT[TEXT.index("| ask |") : TEXT.index("Where the rules let")]
    asked = re.findall(r"`board\.(\w+)", TEXT)
    assert all(hasattr(Board, name) for name in asked)
    public = {name for name in dir(Board) if not name.startswith("_")}
    # What the program itself needs, and learners do not.
    inner = {"follow", "game", "may_pass", "name", "seen_by", "why_not"}
    assert public - inner == set(re.findall(r"`board\.(\w+)", table))
