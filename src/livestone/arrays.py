"""Types of arrays that say how many dimensions there are; docstrings say how long each is."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import numpy as np

Kind = TypeVar("Kind", bound=np.generic)

Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[Kind]]
Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Kind]]
Stack: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[Kind]]
