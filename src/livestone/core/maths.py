"""``exp`` and ``log`` that give the same bits in Python, in machine code and in WebAssembly.

Those of a system's library differ from one to the next in the last bit, and a search that compares
numbers would play other moves. These add, multiply and divide only, which IEEE 754 fixes to the
bit. They are right to about two units in the last place, and are plain Python; compiled code may
call them (:mod:`livestone.core.kernels` tells Numba so).
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np

# exp(x) is 2**(k/STEPS) times exp(r) with r so small that five terms of its series do.
STEPS, BITS = 64, 6
# log(x) is that of the nearest whole number of parts, and a series for what x is more than that.
PARTS = 64
# 2**(j/STEPS), as the bits of a float64; decimals are the same on any machine.
with localcontext() as _context:
    _context.prec = 40
    LN_2 = Decimal(2).ln()
    _POWERS = np.array([float(Decimal(2) ** (Decimal(j) / STEPS)) for j in range(STEPS)])
    _POWER_BITS = _POWERS.view(np.int64)
    _STEPS_PER_E = float(STEPS / LN_2)
    # The length of a step in two parts: whole multiples of the first are exact.
    _STEP = math.floor(LN_2 / STEPS * 2**37) / 2**37
    _STEP_REST = float(LN_2 / STEPS - Decimal(_STEP))
    # The same of a whole power of two.
    _LN_2 = math.floor(LN_2 * 2**40) / 2**40
    _LN_2_REST = float(LN_2 - Decimal(_LN_2))
    # The logarithms of so many parts, up to more than the root of two.
    _LOGS = np.array([float((Decimal(max(n, 1)) / PARTS).ln()) for n in range(128)])
# Between these ``exp`` is a normal float64; beyond those it is none.
_LEAST, _MOST = -708.0, 709.0
_NOTHING, _INFINITE = -760.0, 720.0
_MANTISSA = (1 << 52) - 1
_ONE = 1023 << 52
# The bits by which the square root of two exceeds the mantissa of one.
_ROOT = 0x6A09E667F3BCD
_SUBNORMAL, _RAISE = 2.0**-1022, 54


def exp(x: float) -> Any:
    """The exponential; infinity where it is too great, and never an exception.

    >>> exp(0.0), exp(1.0), exp(-1000.0)
    (1.0, 2.718281828459045, 0.0)
    """
    if _LEAST < x < _MOST:
        return near_exp(x)
    if x < _NOTHING:
        return 0.0
    if x > _INFINITE:
        return math.inf
    if x != x:
        return x
    root = near_exp(x * 0.5)
    return root * root


def near_exp(x: Any) -> Any:
    """The exponential of a number that is no further from 0 than 708."""
    k = math.floor(x * _STEPS_PER_E + 0.5)
    r = (x - k * _STEP) - k * _STEP_REST
    square = r * r
    terms = r + square * ((0.5 + r * (1.0 / 6.0)) + square * ((1.0 / 24.0) + r * (1.0 / 120.0)))
    power = float_of(_POWER_BITS[k & (STEPS - 1)] + ((k >> BITS) << 52))
    return power + power * terms


def log(x: float) -> Any:
    """The natural logarithm; not a number below 0, and never an exception.

    >>> log(1.0), log(10.0), log(0.0)
    (0.0, 2.302585092994046, -inf)
    """
    if not 0.0 < x < math.inf:
        return -math.inf if x == 0.0 else (x if x > 0.0 else math.nan)
    exponent, value = -1023, x * 1.0
    if value < _SUBNORMAL:
        exponent, value = -1023 - _RAISE, value * 2.0**_RAISE
    bits = bits_of(value)
    mantissa = bits & _MANTISSA
    over = 1 if mantissa >= _ROOT else 0
    exponent += (bits >> 52) + over
    # Between the root of a half and the root of two.
    value = float_of(mantissa | (_ONE - (over << 52)))
    parts = int(value * PARTS + 0.5)
    near = parts * (1.0 / PARTS)
    s = (value - near) / (value + near)
    z = s * s
    series = s * z * ((2.0 / 3.0) + z * ((2.0 / 5.0) + z * (2.0 / 7.0)))
    rest = series + exponent * _LN_2_REST
    return float(exponent * _LN_2 + (_LOGS[parts & 127] + (2.0 * s + rest)))


def bits_of(x: Any) -> Any:
    """The bits of a float64, as a whole number."""
    return int(np.float64(x).view(np.int64))


def float_of(bits: Any) -> Any:
    """The float64 with these bits."""
    return float(np.int64(bits).view(np.float64))
