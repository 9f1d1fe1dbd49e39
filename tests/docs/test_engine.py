"""The programs in docs/engine.md run."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_python_runs() -> None:
    found = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    for code in found:
        exec(code, {})
