"""The kernel that takes a position into the form of its game that a search works on.

It does what :func:`livestone.core.forms.position_converter` does, over bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from livestone.core.game import Game
from livestone.core.kernels import KernelContext
from livestone.core.layout import Layout
from livestone.portable.kernels import Kernel, PortableKernels

BYTES = numba.types.Array(numba.uint8, 1, "C")


def conversion(game: Game, form: PortableKernels) -> Kernel:
    """Return ``convert(record, octets, position)``: fills a record of the form from a position.

    ``octets`` are the same record's bytes, ``position`` those of the game's own record.
    """
    pieces = _pieces(game.layout, form.game.layout)

    def conversion_kernel(context: KernelContext) -> Callable[..., Any]:
        derive = context.rules.derive or context.jit(_nothing)

        def convert(record: Any, octets: Any, position: Any) -> None:
            for piece in range(len(pieces)):
                source, target = pieces[piece, 0], pieces[piece, 1]
                for at in range(pieces[piece, 2]):
                    octets[target + at] = position[source + at]
            derive(record)

        return convert

    made: Any = form.build(conversion_kernel, form.record, BYTES, BYTES)
    assert isinstance(made, Kernel)
    return made


def _pieces(plain: Layout, form: Layout) -> Any:
    """Where the fields of a position begin, in both layouts, and how many bytes they have."""
    assert plain.dtype.fields is not None
    assert form.dtype.fields is not None
    fields, others = plain.dtype.fields, form.dtype.fields
    rows = [(fields[name][1], others[name][1], fields[name][0].itemsize) for name in plain.names]
    return np.array(rows, np.int64)


def _nothing(record: Any) -> None:
    """Where a form has nothing to derive."""
