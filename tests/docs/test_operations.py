"""docs/operations.md has every setting with its default, every figure, and files that are there."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from livestone.cli.main import run
from livestone.server.config import Config
from livestone.server.ops.metrics import Figures
from livestone.server.tables.registry import Census

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operations.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_setting_with_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    table: dict[str, str] = {}
    for names, default, _ in rows("Settings"):
        found, defaults = re.findall(r"`(\w+)`", names), default.split("`, `")
        values = defaults if len(defaults) == len(found) > 1 else [default] * len(found)
        table |= {name: value.strip("`") for name, value in zip(found, values, strict=True)}
    assert list(table) == [entry.name for entry in fields(Config)]
    assert run(["serve", "--check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = dict(line.partition("  #")[0].partition(" = ")[::2] for line in lines)
    for name, default in table.items():
        if name in shown:
            text = shown[name].replace("::1/128", "::1")
            assert default in (text, text.strip('"')), name
        else:
            assert default == "none" or " " in default


def test_every_figure() -> None:
    queue = SimpleNamespace(waiting=lambda *works: 1)
    registry = SimpleNamespace(census=lambda: Census(1, 1, 1), moves=1)
    tables: Any = SimpleNamespace(registry=registry, queue=queue)
    engine: Any = SimpleNamespace(running=1)
    players = SimpleNamespace(games=(), present=(), moves=1)
    spectators: Any = SimpleNamespace(runner=SimpleNamespace(players=players))
    text = Figures(tables, engine, lambda: spectators).text()[0].decode()
    names = set(re.findall(r"^# HELP (livestone_\w+)", text, re.M))
    assert len(names) > 10
    assert names == set(re.findall(r"`(livestone_\w+)`", TEXT))


def test_the_files_are_there() -> None:
    for name in re.findall(r"deploy/[\w.@]+", TEXT):
        assert (ROOT / name).is_file()


def test_the_example_is_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--check", "--config", str(ROOT / "deploy" / "livestone.toml")]) == 0
    shown = capsys.readouterr().out
    assert 'log_format = "json"' in shown
    assert 'hosts = ["play.example.org"]' in shown
