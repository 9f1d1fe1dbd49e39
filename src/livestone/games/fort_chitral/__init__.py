"""Fort Chitral: see ``rules.py``."""

from livestone.games.fort_chitral.rules import FortChitral as FortChitral
