"""Freedom: see ``rules.py``."""

from livestone.games.freedom.rules import Freedom as Freedom
