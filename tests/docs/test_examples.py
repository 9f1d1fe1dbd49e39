"""The Python on the pages of docs/ runs; every route is described."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.cheap import needed
from tests.server.site import Site

DOCS = Path(__file__).parents[2] / "docs"
NEEDS = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo"}


def examples(page: str) -> list[str]:
    """The Python on a page."""
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


PAGES = {
    page: examples(f"{page}.md")
    for page in ("adapters", "engine", "ratings", "records", "tournaments")
}


def need(code: str) -> None:
    """Skip where what the code needs is not installed."""
    for name, module in NEEDS.items():
        if f"livestone.adapters.{name}" in code:
            needed(module)


def test_every_page_has_examples() -> None:
    assert all(PAGES.values())


NOTEBOOKS = {
    path.stem: path.read_text("utf-8")
    for path in sorted(DOCS.glob("*.md"))
    if "file_format: mystnb" in path.read_text("utf-8")
}


@pytest.mark.parametrize("text", NOTEBOOKS.values(), ids=NOTEBOOKS)
def test_the_cells_of_notebooks_run(text: str) -> None:
    need(text)
    names: dict[str, Any] = {}
    for cell in re.findall(r"```\{code-cell\}\n(.*?)```", text, re.DOTALL):
        exec(cell, names)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, id=f"{page}-{at}")
        for page, codes in PAGES.items()
        for at, code in enumerate(codes)
    ],
)
def test_it_runs(code: str) -> None:
    need(code)
    exec(code, {})


def test_a_whole_game_on_a_server_and_its_routes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = examples("server.md")
    with Site(tmp_path) as site:
        names: dict[str, Any] = {"server": site.url}
        exec(code, names)
        with site.newcomer() as client:
            paths = client.get("/schema").json()["paths"]
    assert capsys.readouterr().out.strip() == names["table"]["result"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert not path.startswith("/api") or operation["description"], f"{method} {path}"
