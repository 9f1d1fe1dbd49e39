"""Not Made in Germany: see ``rules.py``."""

from livestone.games.not_made_in_germany.rules import NotMadeInGermany as NotMadeInGermany
