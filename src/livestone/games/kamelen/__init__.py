"""Kamelen: see ``rules.py``."""

from livestone.games.kamelen.rules import Kamelen as Kamelen
