"""What all tests share: the test games in the catalogue, one quick Hypothesis profile, an order."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings
from tests import games
from tests.compiled import LIMIT, compiled

from livestone.core.game import Game
from livestone.games import catalogue
from livestone.play.levels import LEVELS

__all__ = ["games"]

# A job started in the background of a shell script ignores Ctrl-C, and so would every program that
# the tests start and stop with it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A server that is stopped after a moment would begin in vain to compile for bots, every time.
os.environ["LIVESTONE_WARM_UP"] = "false"

# A site that was built here before changes what programs do; tests build their own.
os.environ["LIVESTONE_APP"] = ""

# No deadlines: a test never depends on how fast the machine is; the same examples every time.
settings.register_profile("livestone", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("livestone")


@pytest.fixture(scope="session")
def small_bots() -> None:
    """Bots and hints on a board of four are ready to think at once."""
    compiled(4, len(LEVELS))  # what level 1 needs, too


# What a slow test may take in seconds, whole matches among them, before it counts as stuck.
MAX_SLOW_SECONDS = 7200
# Fixtures that compile games, where nobody has before.
COMPILING = {"small_bots", "folder", "courier", "compiled"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give slow tests their time, and put those of a game's rules together.

    A process compiles what they share only once.
    """
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(MAX_SLOW_SECONDS))
        elif COMPILING.intersection(getattr(item, "fixturenames", ())):
            # What is compiled has a limit of its own.
            guard = float(item.config.getini("timeout")) + LIMIT
            item.add_marker(pytest.mark.timeout(guard))
    files = {game: kind.__module__.rpartition(".")[2] for game, kind in catalogue().items()}
    families = sorted(set(files.values()), key=len)
    items.sort(key=lambda item: _family(item, files, families))


def _family(item: pytest.Item, files: dict[str, str], families: list[str]) -> str:
    """The file of the game whose rules a test is about, else nothing."""
    folder, module = item.path.parent.name, item.path.stem.removeprefix("test_")
    if folder == "conformance":
        game = getattr(item, "callspec", None) and item.callspec.params.get("game")  # type: ignore[attr-defined]
        return files.get(game.id, "") if isinstance(game, Game) else ""
    named = [family for family in families if module.startswith(family)]
    return named[-1] if folder == "rules" and named else ""
