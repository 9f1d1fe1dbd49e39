"""Files and folders that nobody but their owner may read: games, accounts, and copies of them."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

OTHERS = 0o077
# What is in the folder of the store, and in that of games played in the terminal.
OURS = (
    *("livestone.db*", "livestone-before-*.db*", ".livestone.db-*"),
    *("livestone.lock", "livestone.reserve", "terminal"),
)
KEPT = ("*.txt", ".*.txt.*")

log = logging.getLogger("livestone")


@contextlib.contextmanager
def only_ours() -> Iterator[None]:
    """Whatever is made in the block, nobody but its owner may read."""
    before = os.umask(OTHERS)
    try:
        yield
    finally:
        os.umask(before)


def make_folder(path: Path, ours: Sequence[str] = OURS) -> None:
    """Make a folder that is private, with those above it. Raises OSError.

    One that others may read is narrowed where it holds nothing but what is ``ours``, by patterns;
    else it is told.
    """
    with only_ours():
        path.mkdir(parents=True, exist_ok=True)
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        if all(any(fnmatch(entry.name, one) for one in ours) for entry in path.iterdir()):
            narrow(path)
        else:
            log.warning(
                "others may look into the folder %s (there is more in it than games, so that it "
                "was left alone): chmod 700 keeps them out",
                path,
            )


def narrow(*paths: Path) -> None:
    """Let nobody but the owner read these, as far as they are there."""
    for path in paths if os.name == "posix" else ():
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & OTHERS:
                path.chmod(mode & ~OTHERS)
        except FileNotFoundError:
            continue  # or no longer
        except OSError as error:
            log.warning("others may read %s: %s", path, error.strerror)


def user_cache() -> Path:
    """Return the folder for what can be made again: the user's, or ``LIVESTONE_CACHE``.

    Raises RuntimeError for a ``~`` where nobody's home is known.
    """
    from platformdirs import user_cache_path

    given = os.environ.get("LIVESTONE_CACHE")
    return Path(given).expanduser() if given else user_cache_path("livestone", appauthor=False)


def data_folder(given: Path | None = None) -> Path:
    """Return the absolute path of a server's data folder, the user's own unless one is given."""
    from platformdirs import user_data_path

    return (given or user_data_path("livestone", appauthor=False)).expanduser().absolute()
