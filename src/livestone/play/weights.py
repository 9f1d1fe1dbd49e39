"""Weights of one's own, out of the file that a training writes."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

from livestone.core.game import Game
from livestone.core.learning import weighted
from livestone.errors import BadRequest


def with_weights(game: Game, file: Path) -> Game:
    """Return a game whose searches judge by the weights in a file. Raises BadRequest."""
    try:
        with file.open("rb") as source, zipfile.ZipFile(source) as arrays:
            found = {Path(name).stem for name in arrays.namelist()}
        with np.load(file, allow_pickle=False) as opened:
            weights = opened["weights"]
            trained = str(opened["game"]) if "game" in found else game.id
    except OSError as error:
        raise BadRequest(f"{str(file)!r} cannot be read: {error.strerror}") from None
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadRequest(
            f"{str(file)!r} holds no weights: name the weights.npz that 'livestone train' writes"
        ) from None
    if trained != game.id:
        raise BadRequest(f"{str(file)!r} holds weights of {trained[:40]}, not of {game.id}")
    if weights.ndim != 1 or weights.dtype.kind != "f" or not np.isfinite(weights).all():
        raise BadRequest(f"{str(file)!r} holds no weights: they are finite numbers in one row")
    try:
        return weighted(game, weights)
    except BadRequest as error:
        raise BadRequest(f"{str(file)!r}: {error}") from None
