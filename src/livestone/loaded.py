"""When this process loaded Livestone: a file changed since then may not be the one that runs."""

from __future__ import annotations

import time

LOADED = time.time()  # seconds since 1970
