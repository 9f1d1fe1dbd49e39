"""What msgspec knows of classes before a server has threads."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import dataclasses, gc, sys, typing
from pathlib import Path
import msgspec
from livestone.server.app import create_app
from livestone.server.ops.known_types import DATACLASSES
from livestone.server.settings import Settings

def every(kind):
    for one in kind.__subclasses__():
        yield from (one, *every(one))

def known(kind):
    return any(type(part).__name__ == "StructInfo" for part in gc.get_referents(kind))

ours = [kind for kind in every(msgspec.Struct) if kind.__module__.startswith("livestone.")]
assert len(ours) > 100 and not all(map(known, ours))
create_app(Settings(Path("never-made")))
print([kind for kind in ours if not known(kind)])
print([kind for kind in DATACLASSES if not hasattr(kind, "__msgspec_cache__")])
"""


def test_no_two_threads_are_the_first_to_decode_into_a_class() -> None:
    """That would crash the process: msgspec knows all of them once there is an application."""
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.stdout.split() == ["[]", "[]"], done.stderr
