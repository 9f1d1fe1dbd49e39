"""The catalogue: every game file in the folder, those registered from elsewhere, and samples."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest
from tests.games import SHIPPED, Shuttle, Twins

from livestone import games
from livestone.core.game import Game
from livestone.core.phrases import KINDS
from livestone.errors import UnknownGame
from livestone.games import catalogue, data_file, find, load
from livestone.records.samples import sample_of

RULES = sorted(Path(games.__file__).parent.glob("*/rules.py"))
# For a person who checks them: no file of rules has more lines than this besides its rule book.
MAX_LINES = 200


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_rules_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    books = [ast.get_docstring(node, clean=False) or "" for node in (tree, *classes)]
    assert len(text.splitlines()) - sum(book.count("\n") + 1 for book in books) <= MAX_LINES


def test_games_are_found_by_looking_and_by_registering() -> None:
    games = catalogue()
    assert list(games) == sorted(games, key=lambda id_: (not games[id_].front, id_))
    assert next(iter(games)) == "freedom"
    assert games["freedom"].__module__ == "livestone.games.freedom.rules"
    assert (games["twins"], games["shuttle"]) == (Twins, Shuttle)
    assert all(issubclass(kind, Game) and not inspect.isabstract(kind) for kind in games.values())
    assert all(kind.id == name for name, kind in games.items())


@pytest.mark.parametrize("kind", [catalogue()[name] for name in SHIPPED], ids=SHIPPED)
def test_a_gallery_is_told_how_long_and_how_hard_a_game_is(kind: type[Game]) -> None:
    words = kind().words
    low, high = words.minutes
    assert 0 < low < high
    assert words.difficulty in (1, 2, 3)
    assert words.kind in KINDS


@pytest.mark.parametrize("bad", ["chess", "", "Freedom", "x" * 999, ["freedom"]])
def test_unknown_games_are_refused(bad: object) -> None:
    with pytest.raises(UnknownGame) as refusal:
        find(bad)  # type: ignore[arg-type]
    message = str(refusal.value)
    meant = isinstance(bad, str) and bad.strip().lower() == "freedom"
    said = "did you mean 'freedom'?" if meant else "choose freedom, "
    assert message.startswith(f"there is no game {str(bad)[:40]!r}: {said}")
    assert "freedom" in message
    assert refusal.value.code == "unknown-game"


def test_equal_choices_make_equal_games() -> None:
    assert load("freedom", size="8") == load("freedom", size=8)
    assert load("freedom") != load("freedom", size=8)
    assert len({load("freedom"), load("freedom", size=10), load("freedom", size=9)}) == 2
    assert repr(load("freedom")) == "Freedom(size=10, scoring='stones', last_cell='choice')"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_sample_is_a_finished_game_of_its_name(name: str) -> None:
    record = sample_of(name)
    assert record.game == name
    assert record.as_text() == data_file(catalogue()[name], "sample.txt").read_text("utf-8")
    state, result = record.replay(), record.result
    assert result is not None
    assert state.ply == len(record.plies)
    assert state.over == (result.reason == "finished")
    assert state.scores == result.scores
    if state.over:
        assert state.winners == result.winners
