"""The layout of a position: one NumPy record whose identity comes first.

Three blocks, each padded to whole 64-bit words so that a position can be hashed word by word:

1. *placement*: ``mover`` and what a person sees on the table. Repetition compares this block.
2. *identity*: what else makes two positions different games (counters that decide, secrets).
3. *derived*: ``turn`` (turns ended so far) and anything that follows from the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

import numpy as np

Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]
WORD = 8


@dataclass(frozen=True)
class Layout:
    """Where the fields of a position lie.

    ``dtype`` is the record's type; its first ``placement_words`` 64-bit words are the placement
    block and its first ``identity_words`` the placement and identity blocks together.
    """

    dtype: np.dtype[Any]
    placement: tuple[str, ...]
    identity: tuple[str, ...]
    derived: tuple[str, ...]
    placement_words: int
    identity_words: int

    @property
    def words(self) -> int:
        """The length of a whole position in 64-bit words."""
        return self.dtype.itemsize // WORD

    def array(self, length: int) -> np.recarray[tuple[int], np.dtype[np.record]]:
        """Return ``length`` zeroed positions as a record array (fields as attributes)."""
        return np.zeros(length, self.dtype).view(np.recarray)

    def new(self) -> np.record:
        """Return one zeroed position, a record whose fields are attributes."""
        position: np.record = self.array(1)[0]
        return position

    def copy(self, position: np.record) -> np.record:
        """Return an independent copy of a position, in a third of the time of its own ``copy``."""
        copied: np.record = np.frombuffer(bytearray(position.tobytes()), position.dtype)[0]
        return copied

    @cached_property
    def at_hand(self) -> type[Any]:
        """A class whose objects are made of a position and have its fields as attributes too.

        They read and write the position itself, many times as quickly as a record's own attributes
        do, which plain rules spend most of their time on.
        """
        arrays = [name for name in self.names if self.dtype[name].shape]
        inside = {name: f"_{name}" for name in arrays}

        def __init__(self: Any, position: Any) -> None:
            self._position = position
            for name, place in inside.items():
                setattr(self, place, position[name])

        def copy(self: Any) -> Any:
            return type(self)(self._position.copy())

        members: dict[str, Any] = {"__slots__": ("_position", *inside.values())}
        members |= {"__init__": __init__, "copy": copy}
        members |= {name: _attribute(name, inside.get(name)) for name in self.names}
        return type("Position", (), members)

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The fields that a position's text names: those that decide, but for what it begins with.

        It begins with the board's rows and the player to move.
        """
        fields = (*self.placement, *self.identity, "turn")
        return tuple(name for name in fields if name not in ("mover", "cells"))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "at_hand"}

    @property
    def names(self) -> tuple[str, ...]:
        """The fields, in order."""
        return (*self.placement, *self.identity, *self.derived)


def _attribute(name: str, place: str | None) -> property:
    """A field as an attribute of a position at hand; an array's is kept at ``place``."""

    def get(self: Any) -> Any:
        return self._position[name]

    def put(self: Any, value: Any) -> None:
        self._position[name] = value

    return property(get if place is None else attrgetter(place), put)


def layout(
    placement: Sequence[Field], identity: Sequence[Field] = (), derived: Sequence[Field] = ()
) -> Layout:
    """Lay out a position from its fields: ``(name, integer type)`` or ``(name, type, shape)``.

    ``mover`` (int8) and ``turn`` (int32) are added. Raises ValueError for a name that NumPy
    arrays already use (``size``, ``flags``, ...), since ``s.size`` would mean something else, and
    for a type that holds no integers.
    """
    blocks = (
        [("mover", "i1"), *placement],
        list(identity),
        [("turn", "i4"), *derived],
    )
    names: list[str] = []
    fields: list[tuple[Any, ...]] = []
    ends: list[int] = []
    for block in blocks:
        for name, kind, *shape in block:
            if hasattr(np.recarray, name) or hasattr(np.record, name) or name in names:
                raise ValueError(f"a position cannot have a field named {name!r}: it is taken")
            if np.dtype(kind).kind not in "iu":
                raise ValueError(f"the field {name!r} must hold integers, not {kind!r}")
            names.append(name)
            _fill(fields, np.dtype(kind).itemsize)
            fields.append((name, kind, *shape))
        _fill(fields, WORD)
        ends.append(np.dtype(fields).itemsize // WORD)
    counts = [len(block) for block in blocks]
    return Layout(
        dtype=np.dtype(fields),
        placement=tuple(names[: counts[0]]),
        identity=tuple(names[counts[0] : counts[0] + counts[1]]),
        derived=tuple(names[counts[0] + counts[1] :]),
        placement_words=ends[0],
        identity_words=ends[1],
    )


def _fill(fields: list[tuple[Any, ...]], step: int) -> None:
    """Fill up to a multiple of ``step`` bytes with a field of zeros.

    NumPy copies a record field by field and leaves garbage in holes, which would be hashed.
    """
    gap = -np.dtype(fields).itemsize % step
    if gap:
        fields.append((f"_zeros{len(fields)}", "u1", gap))
