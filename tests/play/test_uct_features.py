"""Matches that show what a part of UCT brings."""

from __future__ import annotations

import pytest
from scripts import uct_features as features
from scripts.uct_features import applies, finding, main
from tests.games import Shuttle


def test_a_finding_is_of_the_search_with_the_part() -> None:
    game = Shuttle(length=5, cap=8)
    found = finding(game, "proofs", playouts=20, openings=2, seed=3)
    again = finding(game, "proofs", playouts=20, openings=2, seed=3)
    assert found.match == again.match
    assert found.match.names == ("with", "without")
    assert [played.seats for played in found.match.games] == [(0, 1), (1, 0)] * 2
    assert found.cost > 0
    won = sum(played.share(0) for played in found.match.games)
    assert str(found).startswith(f"{round(25 * won)} (")


def test_a_row_for_each_game_a_column_for_each_part(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(features, "load", lambda name: Shuttle(length=5, cap=8))
    main(["shuttle", "--playouts", "10", "--openings", "1", "--feature", "tree reuse"])
    head, rule, row = capsys.readouterr().out.splitlines()
    assert head == "| game | tree reuse |"
    assert rule == "| --- | --- |"
    assert row.startswith("| Shuttle | ")
    assert row.count("|") == 3


def test_a_part_that_a_game_has_no_use_for_is_not_measured() -> None:
    assert applies(Shuttle(), "cut playouts")
    assert applies(Shuttle(), "proofs")
    assert not applies(Shuttle(), "widening")
