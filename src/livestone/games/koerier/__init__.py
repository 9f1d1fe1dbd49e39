"""Koerier: see ``rules.py``."""

from livestone.games.koerier.rules import Koerier as Koerier
