"""Trangalla: see ``rules.py``."""

from livestone.games.trangalla.rules import Trangalla as Trangalla
