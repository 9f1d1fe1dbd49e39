"""What servers and bots of tests load: compiled before a clock runs, however long that takes."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

# Seconds for one of them, on a machine that is busy with other work.
LIMIT = 1800
ROOT = Path(__file__).parent.parent
WORK = """
import sys
from livestone.core.state import State
from livestone.games import load
from livestone.play.engine.compiling import compile_for

size, task, level = sys.argv[1:]
question = {"task": task, "level": int(level), "seed": 0}
compile_for(question, State(load("freedom", size=int(size))))
"""


@cache
def compiled(size: int, level: int, task: str = "") -> None:
    """Compile what a bot or a hint of this level needs for Freedom, or a task of the engine.

    It is kept on the disk, where servers look for it.
    """
    words = [sys.executable, "-c", WORK, str(size), task, str(level)]
    subprocess.run(words, check=True, timeout=LIMIT, cwd=ROOT)
