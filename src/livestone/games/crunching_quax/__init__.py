"""Crunching Quax: see ``rules.py``."""

from livestone.games.crunching_quax.rules import CrunchingQuax as CrunchingQuax
