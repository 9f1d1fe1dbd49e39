"""What all tests share: the test games in the catalogue, and one quick Hypothesis profile."""

from __future__ import annotations

import os
import signal

from hypothesis import settings
from tests import games

__all__ = ["games"]

# A job started in the background of a shell script ignores Ctrl-C, and so would every program that
# the tests start and stop with it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A server that is stopped after a moment would begin in vain to compile for bots, every time.
os.environ["LIVESTONE_WARM_UP"] = "false"

# No deadlines: a test never depends on how fast the machine is; the same examples every time.
settings.register_profile("livestone", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("livestone")
