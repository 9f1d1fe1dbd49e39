"""docs/server.md names every route, and its example plays a whole game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.server.site import Site

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "server.md").read_text("utf-8")


def test_the_example_and_the_routes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    with Site(tmp_path) as site:
        names: dict[str, Any] = {"server": site.url}
        exec(code, names)
        with site.newcomer() as client:
            paths = client.get("/schema").json()["paths"]
    assert capsys.readouterr().out.strip() == names["table"]["result"]
    for path, methods in paths.items():
        base = re.sub(r"/record\..*", "/record", path)
        if path.startswith("/api"):
            for method in methods:
                assert f"`{method.upper()} {base}`" in TEXT
