"""Training data: positions and their results as plain arrays, and the files that keep them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from livestone.errors import BadRequest
from livestone.whole_file import write_whole

# What later searches of the game count, each as much of the one before it.
FADE = 0.9
# Every tenth game is left out of the fit: it shows how well the weights do on new games.
HELD_OUT = 10


class Dataset(NamedTuple):
    """Positions and what they turned out to be worth: arrays of equal length.

    ``positions`` are records of the game's layout; ``searched`` is player 0's lead in points as a
    search saw it, ``proved`` whether that is certain; ``result`` the lead in the end; ``game``
    numbers the games.
    """

    positions: Any
    searched: Any
    proved: Any
    result: Any
    game: Any

    @property
    def target(self) -> Any:
        """What each is to be judged: what is proved, else what searches saw later in the game.

        A search knows its own tactics, later ones also what came of what it did not understand, but
        less and less of this position; so each counts a little less than the one before it, and the
        result for the rest (Sutton's TD(lambda), 1988).
        """
        ends = np.flatnonzero(np.append(self.game[1:] != self.game[:-1], True))
        here = np.arange(len(self.game))
        left = ends[np.searchsorted(ends, here)] - here
        order = np.argsort(left, kind="stable")
        seen = np.where(self.proved, self.searched, self.result).astype(np.float64)
        for at in np.split(order, np.flatnonzero(np.diff(left[order])) + 1)[1:]:
            later = FADE * seen[at + 1] + (1 - FADE) * self.searched[at + 1]
            seen[at] = np.where(self.proved[at], self.searched[at], later)
        return seen.astype(np.float32)

    @property
    def held_out(self) -> Any:
        """Which positions are not to be fitted to."""
        return self.game % HELD_OUT == 0

    def only(self, chosen: Any) -> Dataset:
        """Some of them: where ``chosen`` is true."""
        return Dataset(*(column[chosen] for column in self))


def joined(parts: Iterable[Dataset]) -> Dataset:
    """All of them in one dataset; there must be some."""
    return Dataset(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def save(file: Path, **arrays: Any) -> None:
    """Write arrays to a file, which is there either whole or not at all."""
    packed = BytesIO()
    np.savez_compressed(packed, **arrays)
    write_whole(file, packed.getvalue())


def load(file: Path) -> dict[str, Any]:
    """Read arrays from a file. Raises BadRequest when it is damaged."""
    try:
        # Opened here, for numpy does not close what it cannot read.
        with file.open("rb") as source, np.load(source, allow_pickle=False) as opened:
            return {name: opened[name] for name in opened.files}
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadRequest(f"{str(file)!r} is damaged: remove it, and it is made again") from error
