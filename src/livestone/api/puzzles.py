"""Puzzles that people solve."""

from __future__ import annotations

from msgspec import Struct


class Theme(Struct, frozen=True):
    """How often you have tried and solved puzzles of a theme."""

    theme: str
    tried: int
    solved: int


class Solver(Struct, frozen=True):
    """How well you solve puzzles: a Glicko-2 rating, tries that count, and streaks."""

    rating: float
    deviation: float
    tried: int
    solved: int
    streak: int
    longest_streak: int
    themes: tuple[Theme, ...]


class Attempted(Struct, frozen=True):
    """What came of a turn in a puzzle.

    ``counted`` is whether the try was your first at this puzzle; later ones change no rating.
    ``best`` are the moves of the one right turn, ``result`` the scores under best play, null where
    they are not proved.
    """

    solved: bool
    counted: bool
    best: tuple[str, ...]
    result: tuple[float, ...] | None
    rating: float
    change: float
    puzzle_rating: float
    streak: int
