"""Kasteel: see ``rules.py``."""

from livestone.games.kasteel.rules import Kasteel1 as Kasteel1
from livestone.games.kasteel.rules import Kasteel2 as Kasteel2
