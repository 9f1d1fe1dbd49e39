"""What studies ask of engine processes: the analysis of a position, the review of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from livestone.server.engine.processes import Question


@dataclass(frozen=True)
class Inquiry(Question):
    """A question (``analyse`` or ``review``) about the position after ``plies``, or their game."""

    task: str = "analyse"
    lines: int = 3

    def as_json(self, number: int) -> dict[str, Any]:
        return {**super().as_json(number), "task": self.task, "lines": self.lines}
