"""What docs/records.md, docs/commands.md and docs/tournaments.md say is so."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import msgspec
import pytest

from livestone.cli.main import COMMANDS, run
from livestone.games import load
from livestone.play.tournament import KINDS, Plan, Tournament, report
from livestone.play.tournament.standings import TIES
from livestone.records.printed import read
from livestone.records.record import REASONS, Record

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


def test_the_text_and_the_json_are_records() -> None:
    (text,) = blocks("records.md", "text")
    (data,) = blocks("records.md", "json")
    assert Record.read(text).as_text() == text
    record = Record.read(data)
    assert record.as_json() == json.loads(data)
    assert record.result == Record.read(text).result


def test_the_printed_game_is_one() -> None:
    (text,) = blocks("records.md", "printed")
    found = read(text, load("radius_y"))
    assert found.record.result is not None
    assert len(found.remarks) == 1  # one turn stands in another order than it is played


def test_every_reason_and_command_is_explained() -> None:
    assert all(reason in (DOCS / "records.md").read_text("utf-8") for reason in REASONS)
    assert all(f"## {name}\n" in (DOCS / "commands.md").read_text("utf-8") for name in COMMANDS)


def test_the_commands_print_what_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"^\$ livestone (.*)\n(.*\n)", (DOCS / "commands.md").read_text(), re.M)
    assert len(shown) == 2
    for line, out in shown:
        assert run(shlex.split(line)) == 0
        assert capfd.readouterr().out == out


def cells(heading: str) -> set[str]:
    """The first column of the table in a section."""
    text = (DOCS / "tournaments.md").read_text("utf-8")
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| ([^|]+) \|", section, re.M)) - {"---"}


def test_kinds_of_tournaments_and_tie_breaks_are_those_there_are() -> None:
    assert cells("Kinds") - {"`--kind`"} == {f"`{kind}`" for kind in KINDS}
    shown = {name for tie, (name, _) in TIES.items() if tie != "place"}
    assert cells("Standings") - {"tie-break"} == shown


def test_the_keys_of_a_tournament_in_json_are_those_there_are() -> None:
    cup = Tournament(Plan.of("swiss", load("freedom")), ["Ana", "Ben"])
    found = msgspec.to_builtins(report.summary(cup))
    named = {key for cell in cells("JSON") for key in re.findall(r"`(\w+)`", cell)}
    assert named == set(found)
    text = (DOCS / "tournaments.md").read_text("utf-8")
    assert all(f"`{key}`" in text for key in (*found["plan"], *found["standings"][0]))
