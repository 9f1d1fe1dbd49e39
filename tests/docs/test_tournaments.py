"""What the page about tournaments says is so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from livestone.games import load
from livestone.play.tournament import KINDS, Plan, Tournament, report
from livestone.play.tournament.standings import TIES

TEXT = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")


def cells(heading: str) -> set[str]:
    """The first column of the table in a section."""
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| ([^|]+) \|", section, re.M)) - {"---"}


def test_kinds_and_tie_breaks_are_those_there_are() -> None:
    assert cells("Kinds") - {"`--kind`"} == {f"`{kind}`" for kind in KINDS}
    shown = {name for tie, (name, _) in TIES.items() if tie != "place"}
    assert cells("Standings") - {"tie-break"} == shown


def test_the_keys_of_the_json_are_those_there_are() -> None:
    cup = Tournament(Plan.of("swiss", load("freedom")), ["Ana", "Ben"])
    found = msgspec.to_builtins(report.summary(cup))
    named = {key for cell in cells("JSON") for key in re.findall(r"`(\w+)`", cell)}
    assert named == set(found)
    assert all(f"`{key}`" in TEXT for key in (*found["plan"], *found["standings"][0]))
