"""Numba's arrays and its convention for calls, in LLVM IR that we write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import as_dtype

INT64 = ir.IntType(64)


def dtype_of(type_: Any) -> np.dtype[Any]:
    """The NumPy type of a record, or of one item of an array."""
    return as_dtype(type_)


def array_at(context: Any, builder: Any, type_: Any, place: Any, lengths: Sequence[Any]) -> Any:
    """Return Numba's form of a C-ordered array that lies at ``place``."""
    size = INT64(dtype_of(type_.dtype).itemsize)
    strides = [size]
    for length in reversed(lengths[1:]):
        strides.append(builder.mul(strides[-1], length))
    array = context.make_array(type_)(context, builder)
    populate_array(
        array,
        data=builder.bitcast(place, context.get_data_type(type_.dtype).as_pointer()),
        shape=cgutils.pack_array(builder, lengths),
        strides=cgutils.pack_array(builder, strides[::-1]),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()


def call(
    context: Any, builder: Any, result: Any, given: Sequence[Any], attributes: tuple[str, ...] = ()
) -> tuple[Any, Any]:
    """Call what Numba has compiled from a module of ours: return its status and its value."""
    described, convention = result.fndesc, context.call_conv
    kind = convention.get_function_type(described.restype, described.argtypes)
    callee = ir.Function(builder.module, kind, described.llvm_func_name)
    found: tuple[Any, Any] = convention.call_function(
        builder, callee, described.restype, described.argtypes, given, attrs=attributes
    )
    return found
