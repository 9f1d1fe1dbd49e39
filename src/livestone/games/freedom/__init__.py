"""Freedom: see ``rules.py``."""

from livestone.games.freedom.rules import Freedom as Freedom

# Its compiled code reads sizes and options, so that it serves them all: see CONTRIBUTING.md.
NUMBERS_VARY = True
