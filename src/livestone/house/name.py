"""What a house calls itself, bot by bot: the same after a restart, and one house's at a time.

The name is in a file of the user's cache folder, which the house that plays for the bot holds
locked. However it ends, the next one on this machine has the same name; one beside it has to wait.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import re
import secrets
from pathlib import Path
from typing import IO, Any

FAR = 1 << 20  # bytes


def folder() -> Path:
    """Where names are kept; ``LIVESTONE_CACHE`` overrides the user's cache folder."""
    import platformdirs

    given = os.environ.get("LIVESTONE_CACHE")
    base = Path(given) if given else platformdirs.user_cache_path("livestone", appauthor=False)
    return base / "house"


class Name:
    """The name of this machine's house for the bot that logs in by a ``token``."""

    def __init__(self, token: str) -> None:
        # Nothing leads back from it to the token.
        self._path = folder() / hashlib.sha256(token.encode()).hexdigest()[:32]
        self._file: IO[str] | None = None
        self._name = ""

    def take(self) -> str:
        """Return the name, empty while another house on this machine has it."""
        if self._name:
            return self._name
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("a+", encoding="ascii")
        except OSError:  # then nobody will know us again
            self._name = secrets.token_hex(8)
            return self._name
        if _locked(self._file):
            self._name = _kept(self._file)
        else:
            self.leave()
        return self._name

    def leave(self) -> None:
        """Let another house on this machine have it."""
        if self._file is not None:
            self._file.close()
        self._file, self._name = None, ""


def _locked(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:
        return _locked_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _locked_on_windows(file: IO[str]) -> bool:
    """Lock a byte far behind the end: of what is locked there nobody else may read."""
    msvcrt: Any = importlib.import_module("msvcrt")
    os.lseek(file.fileno(), FAR, os.SEEK_SET)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _kept(file: IO[str]) -> str:
    """Return the name in a file, a new one where there is none."""
    file.seek(0)
    with contextlib.suppress(OSError, UnicodeError):
        found = file.read(100)
        if re.fullmatch("[0-9a-f]{16}", found):
            return found
    name = secrets.token_hex(8)
    with contextlib.suppress(OSError):
        file.truncate(0)
        file.write(name)
        file.flush()
    return name
