"""Coy Lips: see ``rules.py``."""

from livestone.games.coy_lips.rules import CoyLips as CoyLips
