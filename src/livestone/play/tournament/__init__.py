"""Tournaments of any game: pairings, results, standings. No clock, no files."""

from livestone.play.tournament.fixtures import ABSENT, Fixture, Key, Meeting, Result, Round
from livestone.play.tournament.plan import KINDS, Plan
from livestone.play.tournament.standings import Score, Standing
from livestone.play.tournament.tournament import Tournament

__all__ = [
    "ABSENT",
    "KINDS",
    "Fixture",
    "Key",
    "Meeting",
    "Plan",
    "Result",
    "Round",
    "Score",
    "Standing",
    "Tournament",
]
