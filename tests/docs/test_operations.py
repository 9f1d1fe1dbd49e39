"""docs/operations.md has every setting with its default, every figure, and files that are there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from livestone.server.config import Config, settle
from livestone.server.ops.metrics import Figures
from livestone.server.tables.registry import Census

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operations.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_setting_with_its_default() -> None:
    table: dict[str, str] = {}
    for names, default, _ in rows("Settings"):
        found, defaults = re.findall(r"`(\w+)`", names), default.split("`, `")
        values = defaults if len(defaults) == len(found) > 1 else [default] * len(found)
        table |= {name: value.strip("`") for name, value in zip(found, values, strict=True)}
    assert list(table) == [entry.name for entry in fields(Config)]
    shown = dict(line.partition("  #")[0].partition(" = ")[::2] for line in settle().lines())
    for name, default in table.items():
        if name in shown:
            text = shown[name].replace("::1/128", "::1")
            assert default in (text, text.strip('"')), name
        else:
            assert default == "none" or " " in default


def test_every_figure() -> None:
    queue = SimpleNamespace(waiting=lambda *works: 1)
    rooms: Any = SimpleNamespace(census=lambda: Census(1, 1, 1), moves=1, queue=queue)
    engine: Any = SimpleNamespace(running=1)
    hall = SimpleNamespace(games=(), present=(), moves=1)
    spectators: Any = SimpleNamespace(runner=SimpleNamespace(hall=hall))
    text = Figures(rooms, engine, lambda: spectators).text()[0].decode()
    names = set(re.findall(r"^# HELP (livestone_\w+)", text, re.M))
    assert len(names) > 10
    assert names == set(re.findall(r"`(livestone_\w+)`", TEXT))


def test_the_files_are_there() -> None:
    for name in re.findall(r"deploy/[\w.@]+", TEXT):
        assert (ROOT / name).is_file()


def test_the_example_is_settings() -> None:
    found = settle(ROOT / "deploy" / "livestone.toml").config
    assert found.log_format == "json"
    assert found.hosts == ("play.example.org",)
