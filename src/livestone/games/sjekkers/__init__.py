"""Sjekkers: see ``rules.py``."""

from livestone.games.sjekkers.rules import Sjekkers as Sjekkers
