"""Line Sauce: see ``rules.py``."""

from livestone.games.line_sauce.rules import LineSauce as LineSauce
