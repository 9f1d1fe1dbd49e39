"""What ``copy.copy`` makes of objects that change."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self


class Independent:
    """An object whose copy shares nothing with it that changes."""

    def __copy__(self) -> Self:
        return deepcopy(self)


class Uncopied:
    """An object that refuses to be copied: copies would share what it learns, or a process."""

    def __reduce__(self) -> tuple[Any, ...]:
        name = type(self).__name__
        raise TypeError(
            f"{name} cannot be copied or pickled: make another one with the same arguments"
        )
