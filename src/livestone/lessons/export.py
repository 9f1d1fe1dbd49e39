"""Everything that is taught of a game, as the JSON object ``lessons/ID.json`` of the site."""

from __future__ import annotations

from typing import Any

from livestone.core.game import Game
from livestone.lessons.page import drawer, rules_page
from livestone.lessons.steps import steps


def lessons(kind: type[Game]) -> dict[str, Any]:
    """The rules page and the drawer as HTML, and the lessons' steps. Raises BadLesson.

    ``right`` lists the turns that solve a step's task, each as the texts of its moves; it is null
    where every turn does. ``tips`` are what a guide tells in a first game.
    """
    return {
        "rules": str(rules_page(kind)),
        "drawer": str(drawer(kind)),
        "lessons": [step.as_json() for step in steps(kind)],
        "tips": [step.tip.as_json() for step in steps(kind) if step.tip],
    }
