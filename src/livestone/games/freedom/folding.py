"""The worths of lines from a quarter of their numbers.

A line read backwards is worth the same, and with colours exchanged the opposite. So a table by the
codes of lines (stones as digits base 3) follows from the least code among each four that belong
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from livestone.core.folding import Folded
from livestone.core.game import Jit


class Part(NamedTuple):
    """Where the codes of one kind of stretch lie in the table, and whether both ends are walls.

    Only then does a stretch read backwards lie in the same part.
    """

    begin: int
    length: int
    whole: bool

    @property
    def end(self) -> int:
        """One past its last code."""
        return self.begin + int(3**self.length)


def folded(table: Any, parts: Sequence[Part]) -> Folded:
    """Return a table of worths as what it follows from; what lies in no part is kept as it is."""
    needed = np.ones(len(table), bool)
    for part in parts:
        if part.whole:
            codes = np.arange(3**part.length)
            needed[part.begin : part.end] = codes == _least(codes, part.length)
    places = np.array([(part.begin, part.length, part.end) for part in parts if part.whole])

    def unfolding(jit: Jit) -> Any:
        least = jit(_least_code)

        def unfold(table: Any, few: Any) -> None:
            taken = 0
            part, end = 0, 0
            begin, length = -1, 0
            for at in range(len(table)):
                if part < len(places) and at == places[part, 0]:
                    begin, length, end = places[part, 0], places[part, 1], places[part, 2]
                    part += 1
                other = at
                sign = 1
                if at < end:
                    other, sign = least(at - begin, length)
                    other += begin
                if other == at:
                    table[at] = few[taken]
                    taken += 1
                else:
                    table[at] = sign * table[other]

        return unfold

    return Folded(table, np.ascontiguousarray(table[needed]), unfolding)


def _least(codes: Any, length: int) -> Any:
    """The least of each code, its reversal and both with colours exchanged."""
    found = codes
    for reverse, exchange in ((True, False), (False, True), (True, True)):
        other = 0
        for place in range(length):
            digit = codes // 3**place % 3
            digit = (3 - digit) % 3 if exchange else digit
            other = other + digit * 3 ** (length - 1 - place if reverse else place)
        found = np.minimum(found, other)
    return found


def _least_code(code: int, length: int) -> tuple[int, int]:
    """The same of one code, and -1 where the least has the colours exchanged."""
    back, other, other_back = 0, 0, 0
    left, power = code, 1
    for _ in range(length):
        digit = left % 3
        left //= 3
        opposite = (3 - digit) % 3
        back = 3 * back + digit
        other_back = 3 * other_back + opposite
        other += power * opposite
        power *= 3
    same, exchanged = min(code, back), min(other, other_back)
    return (same, 1) if same <= exchanged else (exchanged, -1)
