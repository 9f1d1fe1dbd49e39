from collections.abc import Callable
from typing import Any

import pytest
from tests.portable.host import Host

from livestone.core.game import Game
from livestone.portable.compile import Compiled, compile_game


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: Any) -> Callable[[Game], Compiled]:
    """The files of a game, compiled once."""
    folder, made = tmp_path_factory.mktemp("compiled"), dict[Game, Compiled]()

    def compiled(game: Game) -> Compiled:
        if game not in made:
            made[game] = compile_game(game, folder)
        return made[game]

    return compiled


@pytest.fixture
def host(compiled: Callable[[Game], Compiled]) -> Callable[[Game], Host]:
    """A fresh instance of a game's module."""
    return lambda game: Host(compiled(game).manifest)
