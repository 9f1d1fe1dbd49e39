"""The Python in docs/ratings.md runs."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "ratings.md"


def test_the_python_runs() -> None:
    codes = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert codes
    for code in codes:
        exec(code, {})
