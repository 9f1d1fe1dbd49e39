"""The host in docs/portable.md plays a whole game."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.portable.cases import FREEDOM

from livestone.core.game import Game
from livestone.portable.compile import Compiled

PAGE = Path(__file__).parents[2] / "docs" / "portable.md"


def test_the_host_plays_a_game(
    compiled: Callable[[Game], Compiled], monkeypatch: Any, capsys: Any
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(compiled(FREEDOM).manifest.parent)
    exec(code, {})
    assert re.fullmatch(r"\d+ plies, scores \(.*\)\n", capsys.readouterr().out)
