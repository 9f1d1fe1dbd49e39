"""Brainline: see ``rules.py``."""

from livestone.games.brainline.rules import Brainline as Brainline
