"""Haalmaa: see ``rules.py``."""

from livestone.games.haalmaa.rules import Haalmaa1 as Haalmaa1
from livestone.games.haalmaa.rules import Haalmaa2 as Haalmaa2
from livestone.games.haalmaa.rules import Haalmaa3 as Haalmaa3
from livestone.games.haalmaa.rules import Haalmaa4 as Haalmaa4
from livestone.games.haalmaa.rules import Haalmaa5 as Haalmaa5
from livestone.games.haalmaa.rules import Haalmaa6 as Haalmaa6
