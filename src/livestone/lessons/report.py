"""What teaches a game, counted, and what it still lacks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import NamedTuple

from livestone.core.game import Game
from livestone.lessons.diagrams import diagrams
from livestone.lessons.export import lessons
from livestone.lessons.steps import steps
from livestone.lessons.words import visible_words

MAX_WORDS, MIN_DIAGRAMS, MIN_STEPS = 250, 3, 4


class Report(NamedTuple):
    """How many words a rules page shows, diagrams and steps there are, and bytes compressed."""

    words: int
    diagrams: int
    steps: int
    bytes: int

    @property
    def lacking(self) -> list[str]:
        """What is too long or too little, in words."""
        return [*self._lacking()]

    def _lacking(self) -> Iterator[str]:
        if self.words > MAX_WORDS:
            yield f"{self.words} words, more than {MAX_WORDS}"
        if self.diagrams < MIN_DIAGRAMS:
            yield f"{self.diagrams} diagrams, fewer than {MIN_DIAGRAMS}"
        if self.steps < MIN_STEPS:
            yield f"{self.steps} steps of lessons, fewer than {MIN_STEPS}"

    def __str__(self) -> str:
        """The counts in one line."""
        return (
            f"{self.words} words, {self.diagrams} diagrams, {self.steps} steps, "
            f"{self.bytes:,} bytes compressed"
        )


def report(kind: type[Game]) -> Report:
    """Check all that teaches a game, and count it. Raises BadLesson."""
    size = len(gzip.compress(json.dumps(lessons(kind)).encode()))
    return Report(visible_words(kind), len(diagrams(kind)), len(steps(kind)), size)
