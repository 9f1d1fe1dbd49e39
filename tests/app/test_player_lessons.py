"""Lessons and league of the playground, in Node: who passes, and what others are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.freeplay.players import FIRST_FREE, player
from tests.portable.conftest import compiled as compiled
from tests.portable.javascript import INDEX, JS, run_node

from livestone.freeplay.board import freeplay
from livestone.lessons.player_lessons import lessons
from livestone.portable.compile import Compiled

LESSONS = {lesson.id: lesson for lesson in lessons()}
CHANCE = LESSONS["chance"].solution
# Files that do not do what a lesson asks, with the sentence that says so.
WRONG = {
    "one cell": ("legal", LESSONS["legal"].begin, "(0, 0) is taken"),
    "any empty cell": ("legal", player("return self.board.empty[-1]"), "which is not legal"),
    "no answer": ("legal", player("pass"), "move returned None"),
    "the first cell": ("points", FIRST_FREE, "which makes your lead"),
    "the least": ("points", LESSONS["points"].solution.replace("max(", "min("), "makes your lead"),
    "any cell": ("chance", CHANCE.replace("== best", ""), "which makes your lead"),
    "no chance": ("chance", LESSONS["points"].solution, "8 games with different seeds all began"),
    "other chance": (
        "chance",
        CHANCE.replace("random.choice", "random.SystemRandom().choice"),
        "Two games with the same seed differ",
    ),
    "nothing counted": ("count", LESSONS["count"].begin, "games against level 2: more than 10"),
    "no answer looked at": ("answer", CHANCE, "after the best answer your lead is"),
    "two moves": ("search", LESSONS["answer"].solution, "three moves later your lead is"),
}


@pytest.fixture
def checked(
    learner: tuple[str, str, str], compiled: Callable[..., Compiled]
) -> Callable[..., list[Any]]:
    """Makes checks in the playground's Python; what each answers."""
    arguments = [str(JS / "test" / "lessons.mjs"), *learner, INDEX]
    arguments += [str(JS / "app" / "write"), str(compiled(freeplay()).manifest)]
    return lambda *asked: run_node(arguments, *asked)


def test_positions_tell_who_looks_far_enough(checked: Callable[..., list[Any]]) -> None:
    assert checked({"positions": True}) == [[]]


def test_wrong_players_are_told_what_is_missing(checked: Callable[..., list[Any]]) -> None:
    found = checked(*({"lesson": id, "text": text} for id, text, _ in WRONG.values()))
    for (name, (_, _, said)), why in zip(WRONG.items(), found, strict=True):
        assert said in (why or "it passed"), name


def test_solutions_pass_and_so_do_players_who_see_more(checked: Callable[..., list[Any]]) -> None:
    asked = [(id, lesson.solution) for id, lesson in LESSONS.items() if id != "search"]
    asked += [("points", CHANCE), ("points", LESSONS["answer"].solution)]
    found = checked(*({"lesson": id, "text": text} for id, text in asked))
    assert found == [None] * len(asked)


@pytest.mark.slow
def test_a_search_passes(checked: Callable[..., list[Any]]) -> None:
    text = LESSONS["search"].solution
    found = checked(*({"lesson": id, "text": text} for id in ("points", "answer", "search")))
    assert found == [None] * 3


def test_a_boss_must_be_beaten_to_meet_the_next(checked: Callable[..., list[Any]]) -> None:
    weak, strong = player("return 99, 99"), LESSONS["chance"].solution
    lost, won = checked({"boss": "random", "text": weak}, {"boss": "random", "text": strong})
    assert lost == {"games": 1, "isBeaten": False, "next": "random"}
    assert won["isBeaten"]
    assert won["next"] == "level 1"
    assert won["games"] < 20
