"""Straat: see ``rules.py``."""

from livestone.games.straat.rules import Straat as Straat
