from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import Call
from tests.freeplay.players import LIMITS

from livestone.core.state import State
from livestone.freeplay.board import freeplay
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, play_game
from livestone.games import load
from livestone.play.baselines import BASELINES


@pytest.mark.parametrize(
    ("name", "more"), [("my_player.py", []), ("7-of nine.py", ["--game", "freedom"])]
)
def test_the_starter_plays(tmp_path: Path, name: str, more: list[str], call: Call) -> None:
    file = tmp_path / name
    assert "livestone try" in call("new", file, *more).out
    text = file.read_text("utf-8")
    assert ("class MyPlayer(Player)" in text) or ("class MyPlayer" not in name)
    compile(text, name, "exec")
    house = HouseSeat("random", BASELINES["random"])
    with PlayerProcess(file, LIMITS) as player:
        for pair in ((player, house), (house, player)):
            assert play_game(freeplay(size=4), pair, seed=1).fault is None


@pytest.mark.parametrize("game", ["haalmaa_1", "trangalla"])
def test_the_starter_of_another_game_plays(tmp_path: Path, game: str, call: Call) -> None:
    file = tmp_path / "mine.py"
    assert f"livestone try {file} --game {game}\n" in call("new", file, "--game", game).out
    text = file.read_text("utf-8")
    assert "class Mine(GamePlayer)" in text
    state = State(load(game))
    assert f"such as {state.legal_texts[0]!r}." in text
    assert max(map(len, text.splitlines()[1:])) <= 100
    with PlayerProcess(file, LIMITS) as player:
        player.begin(state.game, 0)
        state.play(player.move(state))
        while state.mover not in (0, None):
            state.play(state.legal[0])
        state.play(player.move(state))
