"""What all tests share: the test games in the catalogue, and one quick Hypothesis profile."""

from __future__ import annotations

from hypothesis import settings
from tests import games

__all__ = ["games"]

# No deadlines: a test never depends on how fast the machine is; the same examples every time.
settings.register_profile("livestone", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("livestone")
