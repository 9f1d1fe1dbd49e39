"""Options share compiled code, and get the same modules as if each had been compiled alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games.shuttle import Shuttle
from tests.portable.host import Host
from tests.portable.javascript import missing

from livestone.core.game import Game, Jit, Position
from livestone.core.repetition import DEPTH, history_array
from livestone.core.rules import Rules
from livestone.core.state import State
from livestone.errors import BrokenGame, LinkerMissing
from livestone.portable import family
from livestone.portable.compile import compile_game
from livestone.portable.kernels import SharedKernels
from livestone.portable.link import linker


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has been compiled, with nothing known at first; skips where there is no linker."""
    try:
        linker()
    except LinkerMissing as error:
        missing(str(error))
    found: list[str] = []
    plain: Any = family._code

    def code(kernels: Any, *others: Any) -> Any:
        made = plain(kernels, *others)
        found.append(type(kernels[0].function).__name__)
        return made

    monkeypatch.setattr(family, "_known", {})
    monkeypatch.setattr(family, "_code", code)
    return found


@pytest.mark.slow
def test_options_share_their_code_and_change_nothing_else(
    counted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_game(Shuttle(cap=60), tmp_path / "first")
    second = compile_game(Shuttle(cap=8), tmp_path / "second")
    assert counted == ["SharedHelper"]
    monkeypatch.setattr(family, "_known", {})
    alone = compile_game(Shuttle(cap=8), tmp_path / "alone")
    assert len(counted) == 2
    assert second.module.read_bytes() == alone.module.read_bytes()
    assert second.manifest.read_bytes() == alone.manifest.read_bytes()
    games = {Shuttle(cap=60): "first/shuttle.json", Shuttle(cap=8): "second/shuttle,cap=8.json"}
    long, short = (ways(game, tmp_path / name, 9) for game, name in games.items())
    assert long > short == 0


def ways(game: Game, manifest: Path, turns: int) -> int:
    """How many ways a game can go, in so many turns."""
    stack = game.layout.array(40 + DEPTH + 1)
    stack[0] = State(game).position
    words = stack.view(np.uint64).reshape(len(stack), -1)
    return Host(manifest).call("perft", stack, words, history_array(game, (), 64), 0, turns)


class Guarded(Shuttle):
    """Shuttle with a field that is there with longer strips only."""

    def rules(self, jit: Jit) -> Rules:
        rules = super().rules(jit)
        plain, long = jit(rules.play), self.length > 7

        def play(s: Position, move: int) -> None:
            plain(s, move)
            if long:
                s.beyond = 1

        return rules._replace(play=play)


@pytest.mark.slow
def test_what_compiles_only_where_its_flags_are_known(counted: list[str]) -> None:
    with pytest.raises(BrokenGame, match="no field 'beyond'"):
        family._member(Guarded(), SharedKernels, lambda: False)
    assert family.member(Guarded()).bitcode
    assert counted == ["PortableHelper"]
