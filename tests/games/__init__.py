"""Two small games that exist in the tests only; together they use every part of the contract.

``twins`` is the worked example: turns of two plies, two or three players, points for each of them,
something hidden, a hexagonal board. ``shuttle`` moves pieces, hops on, and has repetition rules.
"""

from __future__ import annotations

from tests.games.shuttle import Shuttle as Shuttle
from tests.games.twins import Twins as Twins

from livestone.games import catalogue, data_file

# Games with the same rules as another of their family, over other tables: what takes long is tested
# on them in the full tests only.
SISTERS = {"haalmaa_2", "haalmaa_4", "haalmaa_6", "kasteel_2"}

# The games that have a sample, as all do that ship. Of others, added by hand, neither a
# picture in the docs is asked for nor that bots play them well.
SHIPPED = sorted(id for id, kind in catalogue().items() if data_file(kind, "sample.txt").is_file())
