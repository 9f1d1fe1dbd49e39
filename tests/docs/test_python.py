"""The Python on the pages of docs/ runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.adapters.cheap import needed

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    page: re.findall(r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text("utf-8"), re.DOTALL)
    for page in ("adapters", "engine", "ratings", "records", "tournaments")
}
NEEDS = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo"}


def test_every_page_has_examples() -> None:
    assert all(PAGES.values())


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, id=f"{page}-{at}")
        for page, codes in PAGES.items()
        for at, code in enumerate(codes)
    ],
)
def test_it_runs(code: str) -> None:
    for name, module in NEEDS.items():
        if f"livestone.adapters.{name}" in code:
            needed(module)
    exec(code, {})
