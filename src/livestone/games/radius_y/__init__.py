"""Radius Y: see ``rules.py``."""

from livestone.games.radius_y.rules import RadiusY as RadiusY
