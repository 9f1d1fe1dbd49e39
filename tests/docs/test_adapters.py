"""The examples in docs/adapters.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.adapters.cheap import needed

PAGE = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NEEDS = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo"}


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize("code", EXAMPLES, ids=["openspiel", "pettingzoo", "arrays", "bots"])
def test_the_examples_run(code: str, request: pytest.FixtureRequest) -> None:
    module = NEEDS.get(request.node.callspec.id)
    if module:
        needed(module)
    exec(code, {})
